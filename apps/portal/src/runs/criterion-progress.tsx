import type { Run } from "@assay/client";
import { SharesBar } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { VERDICT_LABELS, VERDICT_TONES, VERDICTS } from "../requirements/assessment-status.ts";
import { groupRequirements, joinAssessments, type VerdictCounts } from "../requirements/group-requirements.ts";
import { useRequirements } from "../workspace/use-run-results.ts";
import { verdictsQuery } from "./queries.ts";

/** What the run has found so far, criterion by criterion. */
export function CriterionProgress({ run }: { run: Run }) {
  const requirements = useRequirements(run);
  const verdicts = useQuery(verdictsQuery(run.id));
  if (!requirements.data || !verdicts.data) return null;
  const rows = groupRequirements(joinAssessments(requirements.data, verdicts.data), { text: "", verdict: null });
  return (
    <ul aria-label="Criteria" className="flex flex-col gap-3">
      {rows.flatMap((row) =>
        row.kind === "criterion" ? [<Criterion key={row.criterionId} title={row.title} counts={row.counts} />] : [],
      )}
    </ul>
  );
}

function Criterion({ title, counts }: { title: string; counts: VerdictCounts }) {
  const total = VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
  const found = VERDICTS.filter((verdict) => verdict !== "NONE" && counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${VERDICT_LABELS[verdict].toLowerCase()}`)
    .join(", ");
  return (
    <li>
      <p className="flex items-baseline gap-3 text-sm">
        <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
        <span className="truncate text-xs text-muted">{found}</span>
        <span className="text-xs whitespace-nowrap text-muted tabular-nums">
          {total - counts.NONE} of {total}
        </span>
      </p>
      <SharesBar
        className="mt-1"
        shares={VERDICTS.map((verdict) => ({ tone: VERDICT_TONES[verdict], value: counts[verdict] }))}
      />
    </li>
  );
}
