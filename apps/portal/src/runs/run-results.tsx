import type { Run } from "@assay/client";
import { BASE } from "@assay/site/location";
import { Part } from "@assay/site/part";
import { Skeleton } from "@assay/ui";
import { CriterionShares } from "../requirements/criterion-shares.tsx";
import { joinAssessments } from "../requirements/group-requirements.ts";
import { IncompleteList } from "../requirements/incomplete-list.tsx";
import { OverallFigure } from "../requirements/overall-figure.tsx";
import { useAssessments, useRequirements } from "../workspace/use-run-results.ts";

/** What came of a finished run: its figure, its criteria, and what is furthest from complete. */
export function RunResults({ run }: { run: Run }) {
  const requirements = useRequirements(run);
  const assessments = useAssessments(run);
  const items = requirements.data && assessments.data && joinAssessments(requirements.data, assessments.data);
  const hrefOf = (requirementId: string) => `${BASE}?run=${run.id}&requirement=${encodeURIComponent(requirementId)}`;
  return (
    <div className="@container flex flex-col gap-6">
      <div className="rounded-lg border border-line p-4">
        <OverallFigure run={run} withLegend />
      </div>
      <Part title="By criterion">
        {items ? <CriterionShares items={items} counted="complete" /> : <Skeleton className="h-32" />}
      </Part>
      <Part title="Needs attention">
        {items ? <IncompleteList items={items} hrefOf={hrefOf} /> : <Skeleton className="h-48" />}
      </Part>
    </div>
  );
}
