import type { Requirement, Task, TaskStatus } from "@assay/client";
import { useSearchParam } from "@assay/site/location";
import { useShownFew } from "@assay/site/show-more";
import { classNames } from "@assay/ui";
import { TaskMark } from "../exceptions/task-mark.tsx";
import { RequirementLink } from "./requirement-link.tsx";
import { StatusSelect } from "./status-select.tsx";
import { TaskDuty } from "./task-duty.tsx";
import { useTaskInView } from "./use-task-in-view.ts";

export interface TasksProps {
  tasks: readonly Task[];
  requirements: ReadonlyMap<string, Requirement>;
  mayMove: boolean;
  onMove: (task: Task, to: TaskStatus) => void;
}

/** The tasks in pack order. */
export function TaskList({ tasks, requirements, mayMove, onMove }: TasksProps) {
  const asked = useSearchParam("task");
  const { shown, more } = useShownFew(tasks, tasks.findIndex(({ id }) => id === asked) + 1);
  const list = useTaskInView<HTMLUListElement>(asked);
  return (
    <div className="@container flex h-full flex-col overflow-y-auto">
      <ul ref={list} aria-label="Tasks">
        {shown.map((task) => (
          <li
            key={task.id}
            data-task={task.id}
            className={classNames(
              "grid grid-cols-[minmax(0,1fr)_9rem] items-start gap-x-4 border-b border-line px-4 py-2.5 transition-colors hover:bg-hover @3xl:grid-cols-[minmax(0,1fr)_18rem_9rem] @3xl:items-center",
              task.id === asked && "bg-accent-soft",
            )}
          >
            <div className="min-w-0 text-sm @max-3xl:col-span-full">
              <p className="font-medium break-words">
                {task.title} <TaskMark task={task} />
              </p>
              <p className="line-clamp-1 text-xs break-words text-muted" title={task.description}>
                {task.description}
              </p>
              <div className="-ms-2.5 mt-1">
                <TaskDuty task={task} />
              </div>
            </div>
            <RequirementLink task={task} requirement={requirements.get(task.requirementId)} />
            <StatusSelect task={task} mayMove={mayMove} onMove={onMove} />
          </li>
        ))}
      </ul>
      <div className="flex justify-center p-3">{more}</div>
    </div>
  );
}
