import { VERDICT_LABELS, VERDICT_TONES, VERDICTS } from "@assay/site/verdict";
import { SharesBar } from "@assay/ui";
import { memo } from "react";
import type { VerdictCounts } from "./group-requirements.ts";

interface CriterionRowProps {
  title: string;
  counts: VerdictCounts;
}

export const CriterionRow = memo(({ title, counts }: CriterionRowProps) => {
  const total = VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
  const detail = VERDICTS.filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${VERDICT_LABELS[verdict].toLowerCase()}`)
    .join(", ");
  return (
    <div className="flex h-9 items-center gap-3 border-b border-line bg-sunken px-3" title={detail}>
      <h3 className="min-w-0 flex-1 truncate text-xs font-semibold">{title}</h3>
      <SharesBar
        className="h-1 w-16 shrink-0"
        shares={VERDICTS.map((verdict) => ({ tone: VERDICT_TONES[verdict], value: counts[verdict] }))}
      />
      <p className="text-xs whitespace-nowrap text-muted tabular-nums">
        {counts.COMPLETE} of {total} complete
      </p>
    </div>
  );
});
CriterionRow.displayName = "CriterionRow";
