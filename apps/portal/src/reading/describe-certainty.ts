import { formatPercent } from "@assay/site/format";

export function describeCertainty(certainty: number): string {
  return `certainty ${formatPercent(certainty, 1)}`;
}
