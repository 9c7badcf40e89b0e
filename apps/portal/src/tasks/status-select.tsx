import type { Task, TaskStatus } from "@assay/client";
import { Select } from "@assay/ui";
import { TASK_OPTIONS } from "./task-options.tsx";
import { toTaskStatus } from "./task-status.ts";

export interface StatusSelectProps {
  task: Task;
  mayMove: boolean;
  onMove: (task: Task, to: TaskStatus) => void;
}

export function StatusSelect({ task, mayMove, onMove }: StatusSelectProps) {
  return (
    <Select
      label={`State of ${task.title}`}
      labelHidden
      look="quiet"
      value={task.status}
      disabled={!mayMove}
      onChange={(value) => {
        const to = toTaskStatus(value);
        if (to) onMove(task, to);
      }}
      options={TASK_OPTIONS}
    />
  );
}
