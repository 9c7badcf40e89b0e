import { VERDICT_LABELS, VERDICT_TONES, VERDICTS } from "@assay/site/verdict";
import { SharesBar } from "@assay/ui";
import { type AssessedRequirement, groupRequirements, type VerdictCounts } from "./group-requirements.ts";

export interface CriterionSharesProps {
  items: readonly AssessedRequirement[];
  /** What the figure behind a bar counts. */
  counted: "complete" | "assessed";
}

/** How the verdicts divide, criterion by criterion. */
export function CriterionShares({ items, counted }: CriterionSharesProps) {
  const rows = groupRequirements(items, { text: "", verdict: null, review: null });
  return (
    <ul aria-label="Criteria" className="flex flex-col gap-2.5">
      {rows.flatMap((row) =>
        row.kind === "criterion"
          ? [<Criterion key={row.criterionId} title={row.title} counts={row.counts} counted={counted} />]
          : [],
      )}
    </ul>
  );
}

function Criterion({
  title,
  counts,
  counted,
}: { title: string; counts: VerdictCounts } & Pick<CriterionSharesProps, "counted">) {
  const total = VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
  const found = VERDICTS.filter((verdict) => verdict !== "NONE" && counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${VERDICT_LABELS[verdict].toLowerCase()}`)
    .join(", ");
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_3.5rem] items-center gap-x-3 gap-y-1 @md:grid-cols-[minmax(0,1fr)_10rem_3.5rem]">
      <span className="truncate text-sm" title={title}>
        {title}
      </span>
      <span className="text-end text-xs whitespace-nowrap text-muted tabular-nums @md:order-last">
        <span className="sr-only">{found}; </span>
        {counted === "complete" ? counts.COMPLETE : total - counts.NONE} of {total}
      </span>
      <div title={found} className="col-span-full @md:col-span-1">
        <SharesBar
          className="h-1.5"
          shares={VERDICTS.map((verdict) => ({ tone: VERDICT_TONES[verdict], value: counts[verdict] }))}
        />
      </div>
    </li>
  );
}
