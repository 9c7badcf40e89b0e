import type { CheckedPair } from "@assay/client";
import { formatConfidence } from "@assay/site/format";
import { TONES, type Tone } from "@assay/ui";

export interface CheckedMeaningProps {
  /** One for each part that the quote is cited for. */
  pairs: readonly CheckedPair[];
}

/** What the check for meaning says of a quote, of the part that it shows best: in words, with a small bar. */
export default function CheckedMeaning({ pairs }: CheckedMeaningProps) {
  const [best] = pairs.flatMap(({ scores }) => scores ?? []).toSorted((left, right) => right.supports - left.supports);
  if (!best) return <span className="mt-1.5 block text-xs text-muted">Not checked for its meaning.</span>;
  const { label, tone } = describe(best);
  return (
    <span className="mt-1.5 flex items-center gap-2 text-xs text-muted">
      <span className="whitespace-nowrap">{label}</span>
      <span aria-hidden className="h-1 w-16 shrink-0 overflow-hidden rounded-full bg-line">
        <span className={`block h-full ${TONES[tone].fill}`} style={{ width: `${Math.round(best.supports * 100)}%` }} />
      </span>
      <span className="tabular-nums">proves it: {formatConfidence(best.supports)}</span>
    </span>
  );
}

function describe({ contradicts, supports, unrelated }: NonNullable<CheckedPair["scores"]>): {
  label: string;
  tone: Tone;
} {
  if (unrelated > Math.max(supports, contradicts)) return { label: "About this: hardly", tone: "missing" };
  if (contradicts > supports) return { label: "Says the contrary", tone: "failed" };
  return { label: "About this: yes", tone: supports >= 0.5 ? "complete" : "partial" };
}
