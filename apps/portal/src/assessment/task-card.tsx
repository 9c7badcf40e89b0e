import type { Task } from "@assay/client";
import { messageOf } from "@assay/site/error-panel";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { useMay } from "@assay/site/use-session";
import { Select } from "@assay/ui";

import { TaskMark } from "../exceptions/task-mark.tsx";
import { TaskDuty } from "../tasks/task-duty.tsx";

import { TASK_OPTIONS } from "../tasks/task-options.tsx";
import { toTaskStatus } from "../tasks/task-status.ts";
import { useMoveTask } from "../tasks/use-move-task.ts";

/** What is to be done for the requirement, and how far it is. */
export function TaskCard({ task }: { task: Task }) {
  const mayEdit = useMay("MEMBER");
  const move = useMoveTask();
  return (
    <div className="rounded-lg border border-line bg-surface p-3 text-sm">
      <p className="font-medium break-words">
        {task.title} <TaskMark task={task} />
      </p>
      <p className="mt-1 break-words whitespace-pre-line text-muted">{task.description}</p>
      <div className="mt-2 -ms-2.5">
        <TaskDuty task={task} />
      </div>
      <div className="mt-2 flex items-center gap-3">
        <div className="w-36">
          <Select
            label="State of the task"
            labelHidden
            value={task.status}
            disabled={!mayEdit || move.isPending}
            onChange={(value) => {
              const to = toTaskStatus(value);
              if (to) move.mutate({ task, to });
            }}
            error={move.error ? messageOf(move.error) : undefined}
            options={TASK_OPTIONS}
          />
        </div>
        <Link
          href={`${BASE}/tasks?run=${task.runId}&task=${task.id}`}
          className="text-accent underline-offset-2 hover:underline"
        >
          All tasks
        </Link>
      </div>
    </div>
  );
}
