import { formatCount } from "@assay/site/format";
import { Link } from "@assay/site/link";
import type { AssessedRequirement } from "./group-requirements.ts";
import { rankIncomplete } from "./rank-incomplete.ts";
import { RequirementSummary, SUMMARY_COLUMNS } from "./requirement-summary.tsx";

const SHOWN = 6;

export interface IncompleteListProps {
  items: readonly AssessedRequirement[];
  hrefOf: (requirementId: string) => string;
}

/** The requirements that are furthest from complete. */
export function IncompleteList({ items, hrefOf }: IncompleteListProps) {
  const ranked = rankIncomplete(items);
  if (ranked.length === 0) return <p className="text-sm text-muted">Every assessed requirement is complete.</p>;
  return (
    <div>
      <ul aria-label="Needs attention" className="divide-y divide-line overflow-hidden rounded-lg border border-line">
        {ranked.slice(0, SHOWN).map(({ requirement, verdict, confidence }) => (
          <li key={requirement.requirementId}>
            <Link href={hrefOf(requirement.requirementId)} className={`${SUMMARY_COLUMNS} py-2`}>
              <RequirementSummary {...{ requirement, verdict, confidence }} />
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
