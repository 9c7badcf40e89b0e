import type { Task, TaskChange } from "@assay/client";
import { messageOf } from "@assay/site/error-panel";
import { useNow } from "@assay/site/use-now";
import { useMay } from "@assay/site/use-session";
import { Badge, Select, TextField } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { allPeopleQuery } from "./people-query.ts";
import { hasLeft, isOverdue, NOBODY, todayOf } from "./task-people.ts";
import { useChangeTask } from "./use-change-task.ts";

/** Who does a task, until when, and where it comes from; a MEMBER changes the first two. */
export function TaskDuty({ task }: { task: Task }) {
  const mayEdit = useMay("MEMBER");
  const { data: people } = useQuery({ ...allPeopleQuery, enabled: mayEdit });
  const change = useChangeTask();
  const today = todayOf(useNow(false));
  const left = hasLeft(task, people);
  const name = task.assigneeName ?? "A former member";
  const save = (next: TaskChange) => change.mutate({ task, change: next });
  const options = [
    { value: NOBODY, label: "Unassigned" },
    ...(people ?? []).map(({ userId, email }) => ({ value: userId, label: email })),
    ...(task.assigneeId !== null && (left || !people)
      ? [{ value: task.assigneeId, label: left ? `${name} (no longer a member)` : name }]
      : []),
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <div className="w-44 min-w-0">
        <Select
          label={`Assignee of ${task.title}`}
          labelHidden
          look="quiet"
          value={task.assigneeId ?? NOBODY}
          disabled={!mayEdit || change.isPending}
          onChange={(value) => save({ assigneeId: value === NOBODY ? null : value })}
          options={options}
        />
      </div>
      <DueDate key={task.dueDate} task={task} disabled={!mayEdit || change.isPending} onSave={save} />
      {isOverdue(task, today) && <Badge tone="missing" label="Overdue" />}
      {left && <Badge tone="partial" label="No longer a member" />}
      {task.reviewId && <Badge tone="active" label="From a review" />}
      <p role="alert" className="w-full text-xs text-missing empty:hidden">
        {change.error && messageOf(change.error)}
      </p>
    </div>
  );
}

interface DueDateProps {
  task: Task;
  disabled: boolean;
  onSave: (change: TaskChange) => void;
}

/** Saved with Enter or when the field is left: while it is typed, a date passes through others. */
function DueDate({ task, disabled, onSave }: DueDateProps) {
  const saved = task.dueDate ?? "";
  const [typed, setTyped] = useState(saved);
  const save = () => {
    if (typed !== saved) onSave({ dueDate: typed === "" ? null : typed });
  };
  return (
    <div className="w-36">
      <TextField
        type="date"
        label={`Due date of ${task.title}`}
        labelHidden
        min="0001-01-01"
        max="9999-12-31"
        value={typed}
        disabled={disabled}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Enter") save();
          if (event.key === "Escape") setTyped(saved);
        }}
      />
    </div>
  );
}
