import type { Requirement, Task } from "@assay/client";
import { classNames } from "@assay/ui";
import { GripVertical } from "lucide-react";
import type { KeyboardEvent } from "react";
import { TaskMark } from "../exceptions/task-mark.tsx";
import { RequirementLink } from "./requirement-link.tsx";
import { StatusSelect, type StatusSelectProps } from "./status-select.tsx";
import { TaskDuty } from "./task-duty.tsx";

export interface BoardCardProps extends StatusSelectProps {
  requirements: ReadonlyMap<string, Requirement>;
  isAsked: boolean;
  isDragged: boolean;
  moveByKey: (task: Task, key: string) => void;
  onDrag: (taskId: string | null) => void;
}

export function BoardCard({ task, requirements, mayMove, onMove, ...rest }: BoardCardProps) {
  const { isAsked, isDragged, moveByKey, onDrag } = rest;
  return (
    <li
      data-task={task.id}
      draggable={mayMove}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", task.title);
        onDrag(task.id);
      }}
      onDragEnd={() => onDrag(null)}
      className={classNames(
        "rounded-lg border bg-raised p-3 text-sm shadow-low transition-colors hover:border-line-control",
        isAsked ? "border-accent" : "border-line",
        isDragged && "opacity-50",
        mayMove && "cursor-grab active:cursor-grabbing",
      )}
    >
      <div className="flex items-start gap-1">
        {mayMove && (
          <button
            type="button"
            data-grip
            aria-label={`Move ${task.title}`}
            aria-describedby="board-keys"
            aria-keyshortcuts="ArrowLeft ArrowRight"
            title="Drag, or press ← →"
            className="-ms-1 mt-px shrink-0 cursor-grab rounded p-0.5 text-muted hover:text-text pointer-coarse:hidden"
            onClick={(event) => focusState(event.currentTarget)}
            onKeyDown={(event) => onGripKey(event, task, moveByKey)}
          >
            <GripVertical size={16} aria-hidden />
          </button>
        )}
        <p className="min-w-0 leading-5 font-medium break-words">
          {task.title} <TaskMark task={task} />
        </p>
      </div>
      <p className="mt-1.5 line-clamp-2 text-xs leading-[1.125rem] break-words text-muted" title={task.description}>
        {task.description}
      </p>
      <div className="mt-2 -ms-2">
        <TaskDuty task={task} />
      </div>
      <div className="mt-2 -mb-1 flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <RequirementLink task={task} requirement={requirements.get(task.requirementId)} />
        </div>
        <div className="w-32 shrink-0" data-state>
          <StatusSelect task={task} mayMove={mayMove} onMove={onMove} />
        </div>
      </div>
    </li>
  );
}

/** For anyone who presses the handle instead of dragging it: the choice of states moves the card too. */
function focusState(grip: HTMLElement): void {
  grip.closest("li")?.querySelector<HTMLElement>("[data-state] [role=combobox]")?.focus();
}

function onGripKey(event: KeyboardEvent<HTMLElement>, task: Task, moveByKey: BoardCardProps["moveByKey"]): void {
  const { key } = event;
  if (!key.startsWith("Arrow") || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (key === "ArrowLeft" || key === "ArrowRight") {
    moveByKey(task, key);
    return;
  }
  const card = event.currentTarget.closest("li");
  const next = key === "ArrowDown" ? card?.nextElementSibling : card?.previousElementSibling;
  next?.querySelector<HTMLElement>("[data-grip]")?.focus();
}
