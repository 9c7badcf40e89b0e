import type { Task, TaskStatus } from "@assay/client";
import { SelectField } from "@assay/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "../app/error-panel.tsx";
import { Link } from "../app/link.tsx";
import { BASE } from "../app/location.ts";
import { assay } from "../session/assay.ts";
import { useMay } from "../session/use-session.ts";
import { runTasksQuery } from "../workspace/use-run-results.ts";

const LABELS: Record<TaskStatus, string> = { PENDING: "To do", IN_PROGRESS: "In progress", COMPLETED: "Done" };

/** What is to be done for the requirement, and how far it is. */
export function TaskCard({ task }: { task: Task }) {
  const mayEdit = useMay("MEMBER");
  const queries = useQueryClient();
  const { queryKey } = runTasksQuery(task.runId);
  const move = useMutation({
    mutationFn: async (status: TaskStatus) => (await assay()).tasks.setStatus(task.id, status),
    onSuccess: (moved) =>
      queries.setQueryData(queryKey, (tasks) => tasks?.map((each) => (each.id === moved.id ? moved : each))),
    onSettled: () => queries.invalidateQueries({ queryKey: ["tasks"] }),
  });
  const shown = move.isPending ? move.variables : task.status;
  return (
    <div className="rounded-lg border border-line bg-surface p-3 text-sm">
      <p className="font-medium break-words">{task.title}</p>
      <p className="mt-1 break-words whitespace-pre-line text-muted">{task.description}</p>
      <div className="mt-3 flex items-center gap-3">
        <div className="w-36">
          <SelectField
            label="State of the task"
            labelHidden
            value={shown}
            disabled={!mayEdit || move.isPending}
            onChange={({ target }) => move.mutate(target.value as TaskStatus)}
            error={move.error ? messageOf(move.error) : undefined}
          >
            {Object.entries(LABELS).map(([status, label]) => (
              <option key={status} value={status}>
                {label}
              </option>
            ))}
          </SelectField>
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
