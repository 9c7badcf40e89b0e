import type { Requirement, Task, TaskStatus } from "@assay/client";
import { classNames } from "@assay/ui";
import { useSearchParam } from "../app/location.ts";
import { useShownFew } from "../app/show-more.tsx";
import { RequirementLink } from "./requirement-link.tsx";
import { StatusSelect } from "./status-select.tsx";
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
    <div className="flex h-full flex-col overflow-y-auto">
      <ul ref={list} aria-label="Tasks" className="divide-y divide-line">
        {shown.map((task) => (
          <li
            key={task.id}
            data-task={task.id}
            className={classNames(
              "flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3",
              task.id === asked && "bg-accent-soft",
            )}
          >
            <div className="min-w-60 flex-1 text-sm">
              <p className="font-medium break-words">{task.title}</p>
              <p className="mt-0.5 mb-1.5 line-clamp-2 break-words text-muted" title={task.description}>
                {task.description}
              </p>
              <RequirementLink task={task} requirement={requirements.get(task.requirementId)} />
            </div>
            <div className="w-36">
              <StatusSelect task={task} mayMove={mayMove} onMove={onMove} />
            </div>
          </li>
        ))}
      </ul>
      <div className="flex justify-center p-3">{more}</div>
    </div>
  );
}
