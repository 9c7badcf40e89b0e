import type { Requirement, Task } from "@assay/client";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";

/** Leads to the verdict that the task came from, and its evidence. */
export function RequirementLink({ task, requirement }: { task: Task; requirement: Requirement | undefined }) {
  return (
    <p className="flex min-w-0 items-baseline gap-2 text-xs text-muted">
      <Link
        href={`${BASE}?run=${task.runId}&requirement=${encodeURIComponent(task.requirementId)}`}
        className="inline-flex min-h-6 items-center whitespace-nowrap text-accent underline-offset-2 hover:underline"
        draggable={false}
      >
        Verdict of {task.requirementId}
      </Link>
      <span className="truncate">{requirement?.criterionTitle}</span>
    </p>
  );
}
