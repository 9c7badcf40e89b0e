import type { ConfidenceThresholds } from "@assay/client/admin";
import { formatConfidence } from "@assay/site/format";
import { TONES, type Tone } from "@assay/ui";

interface ConfidenceChartProps {
  /** Verdicts in equal steps from 0 to 1. */
  confidences: readonly number[];
  thresholds: ConfidenceThresholds;
}

const BAR_PERCENT_MIN = 3;

/** How the confidences lie to the thresholds. It repeats what is next to it, so assistive technology gets a sentence. */
export function ConfidenceChart({ confidences, thresholds: { complete, partial } }: ConfidenceChartProps) {
  const most = Math.max(1, ...confidences);
  const toneAt = (from: number): Tone => (from >= complete ? "complete" : from >= partial ? "partial" : "missing");
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="text-xs text-muted">Verdicts by confidence</figcaption>
      <div
        role="img"
        aria-label={`Verdicts by confidence: ${describe(confidences)}`}
        className="relative flex h-24 items-end gap-px border-b border-line"
      >
        {confidences.map((count, at) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place alone
            key={at}
            title={`${formatConfidence(at / confidences.length)} and above: ${count}`}
            className={`flex-1 rounded-t-xs ${TONES[toneAt((at + 0.5) / confidences.length)].fill}`}
            style={{ height: count === 0 ? 0 : `${Math.max(BAR_PERCENT_MIN, (100 * count) / most)}%` }}
          />
        ))}
        {[partial, complete].map((at, index) => (
          <span
            key={index === 0 ? "partial" : "complete"}
            className="absolute inset-y-0 w-px bg-text"
            style={{ insetInlineStart: `${100 * at}%` }}
          />
        ))}
      </div>
      <div aria-hidden className="flex justify-between text-xs text-muted tabular-nums">
        <span>0</span>
        <span>0.5</span>
        <span>1</span>
      </div>
    </figure>
  );
}

function describe(confidences: readonly number[]): string {
  const said = confidences.flatMap((count, at) =>
    count === 0 ? [] : [`${count} from ${formatConfidence(at / confidences.length)}`],
  );
  return said.join(", ") || "none";
}
