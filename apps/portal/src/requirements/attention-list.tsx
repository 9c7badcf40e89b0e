import { ToneIcon } from "@assay/ui";
import { formatConfidence, formatCount } from "../app/format.ts";
import { Link } from "../app/link.tsx";
import { VERDICT_LABELS, VERDICT_TONES } from "./assessment-status.ts";
import type { AssessedRequirement } from "./group-requirements.ts";
import { rankAttention } from "./rank-attention.ts";

const SHOWN = 6;

export interface AttentionListProps {
  items: readonly AssessedRequirement[];
  hrefOf: (requirementId: string) => string;
}

/** The requirements that are furthest from complete. */
export function AttentionList({ items, hrefOf }: AttentionListProps) {
  const ranked = rankAttention(items);
  if (ranked.length === 0) return <p className="text-sm text-muted">Every assessed requirement is complete.</p>;
  return (
    <div>
      <ul aria-label="Needs attention" className="divide-y divide-line overflow-hidden rounded-lg border border-line">
        {ranked.slice(0, SHOWN).map(({ requirement: { requirementId, title }, verdict, confidence }) => (
          <li key={requirementId}>
            <Link
              href={hrefOf(requirementId)}
              className="grid min-h-9 grid-cols-[1rem_minmax(2.25rem,max-content)_minmax(0,1fr)_auto] items-start gap-x-2 px-3 py-2 text-sm outline-offset-[-2px] transition-colors hover:bg-hover"
            >
              <ToneIcon tone={VERDICT_TONES[verdict]} size={15} className="mt-0.5" />
              <span className="sr-only">{VERDICT_LABELS[verdict]} </span>
              <span className="text-xs leading-5 text-muted tabular-nums">{requirementId} </span>
              <span className="line-clamp-2 leading-5 break-words">{title}</span>
              {confidence !== null && (
                <span className="text-xs leading-5 text-muted tabular-nums" title="Confidence">
                  {formatConfidence(confidence)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {ranked.length > SHOWN && (
        <p className="mt-2 text-xs text-muted">
          and {formatCount(ranked.length - SHOWN, "more", "more")} that {ranked.length - SHOWN === 1 ? "is" : "are"} not
          complete
        </p>
      )}
    </div>
  );
}
