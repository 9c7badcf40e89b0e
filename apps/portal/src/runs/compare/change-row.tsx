import { type Change, type Comparison, explainChange, type Reason } from "@assay/site/explain-change";
import { formatConfidence } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { BASE } from "@assay/site/location";
import { VERDICT_LABELS, VERDICT_TONES, verdictOf } from "@assay/site/verdict";
import { Badge } from "@assay/ui";
import { ArrowRight } from "lucide-react";

const LEADS: Record<Reason["weight"], string> = {
  explains: "Because",
  "may explain": "Perhaps because",
  unexplained: "Not explained",
};

/** A verdict before and after, and why it differs. */
export function ChangeRow({ change, comparison }: { change: Change; comparison: Comparison }) {
  const { requirementId, before, after } = change;
  const side = after ? comparison.after : comparison.before;
  const other = comparison[after ? "before" : "after"];
  const requirement = side.requirements.get(requirementId) ?? other.requirements.get(requirementId);
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2.5 text-sm">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5">
        <Link
          href={`${BASE}?run=${side.run.id}&requirement=${encodeURIComponent(requirementId)}`}
          className="min-w-48 flex-1 font-medium underline-offset-2 hover:underline"
        >
          <span className="me-2 text-muted tabular-nums">{requirementId}</span>
          {requirement?.title}
        </Link>
        <p className="flex items-center gap-1.5">
          <Verdict verdict={before} />
          <ArrowRight size={14} aria-hidden className="text-muted" />
          <span className="sr-only">now</span>
          <Verdict verdict={after} />
        </p>
      </div>
      {explainChange(change, comparison).map(({ weight, text }) => (
        <p key={text} className="text-xs text-muted">
          <span className="font-medium text-text">{LEADS[weight]}:</span> <bdi>{text}</bdi>.
        </p>
      ))}
    </li>
  );
}

function Verdict({ verdict }: { verdict: Change["before"] }) {
  const shown = verdict ? verdictOf(verdict) : "NONE";
  return (
    <>
      <Badge tone={VERDICT_TONES[shown]} label={VERDICT_LABELS[shown]} />
      {verdict && shown !== "FAILED" && shown !== "NOT_JUDGED" && (
        <span className="text-xs text-muted tabular-nums">{formatConfidence(verdict.confidence)}</span>
      )}
    </>
  );
}
