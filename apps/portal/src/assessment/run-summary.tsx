import type { Assessment, Requirement, Run } from "@assay/client";
import { describeTrigger } from "@assay/site/describe-trigger";
import { hrefWith } from "@assay/site/location";
import { Part } from "@assay/site/part";
import { SignedMark } from "@assay/site/signed-mark";
import { useMemo } from "react";
import { CriterionShares } from "../requirements/criterion-shares.tsx";
import { joinAssessments } from "../requirements/group-requirements.ts";
import { IncompleteList } from "../requirements/incomplete-list.tsx";
import { OverallFigure } from "../requirements/overall-figure.tsx";
import { nameOfRun } from "../runs/name-of-run.ts";
import { usePackName } from "../runs/use-pack-name.ts";

export interface RunSummaryProps {
  run: Run;
  requirements: readonly Requirement[];
  assessments: readonly Assessment[];
}

const hrefOf = (requirementId: string) =>
  hrefWith({ requirement: requirementId, document: null, citation: null, panel: null });

/** The whole run, where no requirement is chosen: its figure, its criteria, and where to begin. */
export default function RunSummary({ run, requirements, assessments }: RunSummaryProps) {
  const packNameOf = usePackName();
  const items = useMemo(() => joinAssessments(requirements, assessments), [requirements, assessments]);
  return (
    <article className="@container flex flex-col gap-6 p-4" aria-labelledby="summary-title">
      <header>
        <h2 id="summary-title" className="text-base font-semibold">
          The run as a whole
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-xs break-words text-muted">
          <span>
            {nameOfRun(run, packNameOf(run))}. {describeTrigger(run)}
          </span>
          <SignedMark run={run} />
        </p>
      </header>
      <OverallFigure run={run} withLegend />
      <Part title="By criterion">
        <CriterionShares items={items} counted="complete" />
      </Part>
      <Part title="Needs attention">
        <IncompleteList items={items} hrefOf={hrefOf} />
      </Part>
    </article>
  );
}
