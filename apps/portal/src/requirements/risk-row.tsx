import type { ReviewRisk } from "@assay/client";
import { formatCount } from "@assay/site/format";
import { memo } from "react";
import { RISK_LABELS } from "../review/risk-labels.ts";

interface RiskRowProps {
  risk: ReviewRisk;
  reviewed: number;
  total: number;
}

/** Why the requirements below it stand there. */
export const RiskRow = memo(({ risk, reviewed, total }: RiskRowProps) => (
  <div className="flex h-9 items-center gap-3 border-b border-line bg-sunken px-3">
    <h3 className="min-w-0 flex-1 truncate text-xs font-semibold">{RISK_LABELS[risk] ?? risk}</h3>
    <p className="text-xs whitespace-nowrap text-muted tabular-nums">
      {reviewed === total ? formatCount(total, "requirement") : `${total - reviewed} of ${total} to review`}
    </p>
  </div>
));
RiskRow.displayName = "RiskRow";
