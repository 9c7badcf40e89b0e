import { formatPercent } from "@assay/site/format";
import { VERDICT_LABELS, VERDICT_LABELS, VERDICT_TONES, VERDICT_TONES, VERDICTS, VERDICTS, type Verdict } from "@assay/site/verdict";
import { sharesOf, type VerdictCounts, verdictsOf } from "@assay/site/verdict-counts";
import { type Share, SharesBar, SharesBar, TONES, TONES } from "@assay/ui";

type Counts = Pick<Run, "totalRequirements" | "assessedCount" | "completeCount" | "partialCount" | "missingCount">;

/** How many of the run's requirements have each verdict, those not assessed included. */
export function verdictsOf(run: Counts): Record<Verdict, number> {
  const { totalRequirements, assessedCount, completeCount, partialCount, missingCount } = run;
  return {
    COMPLETE: completeCount,
    PARTIAL: partialCount,
    MISSING: missingCount,
    // What could not be assessed counts as assessed, and in none of the other three.
    FAILED: assessedCount - completeCount - partialCount - missingCount,
    NONE: totalRequirements - assessedCount,
  };
}

export function sharesOf(run: Counts): Share[] {
  const counts = verdictsOf(run);
  return VERDICTS.map((verdict) => ({ tone: VERDICT_TONES[verdict], value: counts[verdict] }));
}

export interface OverallFigureProps {
  run: VerdictCounts;
  /** Names each share below the bar; left out where they stand elsewhere. */
  withLegend?: boolean;
}

/** The run in one figure: which share of its requirements is complete, and how the rest divides. */
export function OverallFigure({ run, withLegend = false }: OverallFigureProps) {
  const counts = verdictsOf(run);
  const total = run.totalRequirements;
  return (
    <div>
      <p className="flex items-baseline gap-1.5">
        <span className="text-xl font-semibold tracking-tight tabular-nums">
          {formatPercent(counts.COMPLETE, total)}
        </span>
        <span className="text-sm">complete</span>
        <span className="ms-auto text-xs text-muted tabular-nums">
          {counts.COMPLETE} of {total} requirements
        </span>
      </p>
      <SharesBar className="mt-2 h-2" shares={sharesOf(run)} />
      {withLegend && (
        <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
          {VERDICTS.filter((verdict) => counts[verdict] > 0 || (verdict !== "FAILED" && verdict !== "NONE")).map(
            (verdict) => (
              <div key={verdict} className="flex items-baseline gap-1.5 text-sm">
                <span aria-hidden className={`size-2 rounded-xs ${TONES[VERDICT_TONES[verdict]].fill}`} />
                <dt className="text-muted">{VERDICT_LABELS[verdict]}</dt>
                <dd className="font-medium tabular-nums">{counts[verdict]}</dd>
                <dd className="text-xs text-muted tabular-nums">{formatPercent(counts[verdict], total)}</dd>
              </div>
            ),
          )}
        </dl>
      )}
    </div>
  );
}
