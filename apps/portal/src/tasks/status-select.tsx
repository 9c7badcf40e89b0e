import type { Task, TaskStatus } from "@assay/client";
import { SelectField } from "@assay/ui";
import { TASK_LABELS, TASK_STATUSES, toTaskStatus } from "./task-status.ts";

export interface StatusSelectProps {
  task: Task;
  mayMove: boolean;
  onMove: (task: Task, to: TaskStatus) => void;
}

export function StatusSelect({ task, mayMove, onMove }: StatusSelectProps) {
  return (
    <SelectField
      label={`State of ${task.title}`}
      labelHidden
      value={task.status}
      disabled={!mayMove}
      onChange={({ target }) => {
        const to = toTaskStatus(target.value);
        if (to) onMove(task, to);
      }}
    >
      {TASK_STATUSES.map((status) => (
        <option key={status} value={status}>
          {TASK_LABELS[status]}
        </option>
      ))}
    </SelectField>
  );
}
