import { formatPercent } from "@assay/site/format";
import { ProgressBar } from "@assay/ui";

/** How many passages have a vector of the version's embedder. */
export function VectorProgress({ ready, total }: { ready: number; total: number }) {
  if (ready >= total) return <span className="text-muted tabular-nums">all {total.toLocaleString()}</span>;
  return (
    <span className="flex w-40 flex-col gap-1">
      <ProgressBar label="Vectors made" value={ready / total} />
      <span className="text-xs text-muted tabular-nums">
        {ready.toLocaleString()} of {total.toLocaleString()}, {formatPercent(ready, total)}
      </span>
    </span>
  );
}
