import { Part } from "@assay/site/part";
import { SkeletonList } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { runTasksQuery } from "../workspace/use-run-results.ts";
import { TaskCard } from "./task-card.tsx";

export function Remediation({ runId, requirementId }: { runId: string; requirementId: string }) {
  const { data: tasks, isPending } = useQuery(runTasksQuery(runId));
  const own = tasks?.items.filter((task) => task.requirementId === requirementId) ?? [];
  if (!isPending && own.length === 0) return null;
  return (
    <Part title="Remediation">
      {isPending ? (
        <SkeletonList label="Loading tasks" rows={3} />
      ) : (
        own.map((task) => <TaskCard key={task.id} task={task} />)
      )}
    </Part>
  );
}
