import { formatPercent } from "@assay/site/format";
import { VERDICT_LABELS, VERDICT_TONES, VERDICTS, type Verdict } from "@assay/site/verdict";
import { sharesOf, type VerdictCounts, verdictsOf } from "@assay/site/verdict-counts";
import { SharesBar, TONES } from "@assay/ui";

const ALWAYS_NAMED: ReadonlySet<Verdict> = new Set(["COMPLETE", "PARTIAL", "MISSING"]);

export interface OverallFigureProps {
  run: VerdictCounts;
  /** Names each share below the bar; omitted where they stand elsewhere. */
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
          {VERDICTS.filter((verdict) => counts[verdict] > 0 || ALWAYS_NAMED.has(verdict)).map((verdict) => (
            <div key={verdict} className="flex items-baseline gap-1.5 text-sm">
              <span aria-hidden className={`size-2 rounded-xs ${TONES[VERDICT_TONES[verdict]].fill}`} />
              <dt className="text-muted">{VERDICT_LABELS[verdict]}</dt>
              <dd className="font-medium tabular-nums">{counts[verdict]}</dd>
              <dd className="text-xs text-muted tabular-nums">{formatPercent(counts[verdict], total)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
