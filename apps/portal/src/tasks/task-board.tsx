import type { Task, TaskStatus } from "@assay/client";
import { useSearchParam } from "@assay/site/location";
import { useEffect, useRef, useState } from "react";
import { TaskColumn } from "./task-column.tsx";
import type { TasksProps } from "./task-list.tsx";
import { TASK_STATUSES } from "./task-status.ts";
import { useTaskInView } from "./use-task-in-view.ts";

/** A column for each state. Cards go from one to another by pointer, by arrow keys, or by their own choice of state. */
export function TaskBoard({ tasks, requirements, mayMove, onMove }: TasksProps) {
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const asked = useSearchParam("task");
  const board = useTaskInView<HTMLElement>(asked);
  const follow = useFocusFollowing(tasks, board);
  const move = (task: Task, to: TaskStatus) => {
    follow(task.id);
    onMove(task, to);
  };
  const dropOn = (to: TaskStatus) => {
    const task = tasks.find(({ id }) => id === draggedId);
    setDraggedId(null);
    if (task && task.status !== to) move(task, to);
  };
  const moveByKey = (task: Task, key: string) => {
    const to = TASK_STATUSES[TASK_STATUSES.indexOf(task.status) + (key === "ArrowRight" ? 1 : -1)];
    if (to) move(task, to);
  };
  return (
    <section
      ref={board}
      className="flex h-full snap-x snap-mandatory gap-3 overflow-x-auto bg-surface p-3 lg:snap-none"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Board"
    >
      <p id="board-keys" className="sr-only">
        Arrow left and right move the task to another column; arrow up and down go to the next task.
      </p>
      {TASK_STATUSES.map((status) => (
        <TaskColumn
          key={status}
          status={status}
          tasks={tasks.filter((task) => task.status === status)}
          askedId={asked}
          draggedId={draggedId}
          {...{ requirements, mayMove, moveByKey }}
          onMove={move}
          onDrag={setDraggedId}
          onDrop={() => dropOn(status)}
        />
      ))}
    </section>
  );
}

/** A card that moves is made again in its new column: the focus, lost with the old one, goes there. */
function useFocusFollowing(tasks: readonly Task[], board: React.RefObject<HTMLElement | null>) {
  const followed = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at whenever the cards have been laid out again
  useEffect(() => {
    if (followed.current && document.activeElement === document.body)
      board.current?.querySelector<HTMLElement>(followed.current)?.focus();
  }, [tasks]);
  return (taskId: string) => {
    const choosing = document.activeElement?.closest("[role=listbox], [role=combobox]");
    const part = choosing ? "[data-state] [role=combobox]" : "[data-grip]";
    followed.current = `[data-task="${CSS.escape(taskId)}"] ${part}`;
  };
}
