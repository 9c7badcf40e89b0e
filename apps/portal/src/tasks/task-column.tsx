import type { Requirement, Task, TaskStatus } from "@assay/client";
import { useShownFew } from "@assay/site/show-more";
import { classNames, ToneIcon } from "@assay/ui";
import { useState } from "react";
import { isCovered } from "../exceptions/is-open-task.ts";
import { BoardCard } from "./board-card.tsx";
import { TASK_LABELS, TASK_TONES } from "./task-status.ts";

const EMPTY: Record<TaskStatus, string> = {
  PENDING: "Nothing left to do",
  IN_PROGRESS: "Drag a task here when work on it begins",
  COMPLETED: "Done tasks appear here",
};

export interface TaskColumnProps {
  status: TaskStatus;
  tasks: readonly Task[];
  requirements: ReadonlyMap<string, Requirement>;
  /** The task of the address. */
  askedId: string | null;
  draggedId: string | null;
  mayMove: boolean;
  onMove: (task: Task, to: TaskStatus) => void;
  moveByKey: (task: Task, key: string) => void;
  onDrag: (taskId: string | null) => void;
  onDrop: () => void;
}

export function TaskColumn({ status, tasks, askedId, draggedId, onDrag, onDrop, ...card }: TaskColumnProps) {
  const [isOver, setOver] = useState(false);
  const { shown, more } = useShownFew(tasks, tasks.findIndex(({ id }) => id === askedId) + 1);
  const covered = tasks.filter(isCovered).length;
  const takes = draggedId !== null && !tasks.some(({ id }) => id === draggedId);
  return (
    <section
      aria-label={TASK_LABELS[status]}
      className={classNames(
        "flex w-[85vw] shrink-0 snap-center flex-col rounded-xl border bg-sunken sm:w-80 lg:w-auto lg:min-w-64 lg:flex-1",
        isOver && takes ? "border-accent bg-accent-soft" : "border-line",
      )}
      onDragOver={(event) => {
        if (!takes) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop();
      }}
    >
      <h2 className="flex shrink-0 items-center gap-1.5 px-3 py-2.5 text-sm font-semibold">
        <ToneIcon tone={TASK_TONES[status]} />
        {TASK_LABELS[status]}
        <span className="font-normal text-muted tabular-nums">{tasks.length - covered}</span>
        {covered > 0 && <span className="font-normal text-muted tabular-nums">and {covered} covered</span>}
      </h2>
      <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-2 pb-2">
        <ul aria-label={TASK_LABELS[status]} className="flex flex-col gap-2">
          {shown.map((task) => (
            <BoardCard
              key={task.id}
              task={task}
              isAsked={task.id === askedId}
              isDragged={task.id === draggedId}
              onDrag={onDrag}
              {...card}
            />
          ))}
        </ul>
        {tasks.length === 0 && (
          <p className="rounded-lg border border-dashed border-line-control px-3 py-6 text-center text-xs text-muted">
            {EMPTY[status]}
          </p>
        )}
        {more}
      </div>
    </section>
  );
}
