import { isUnreviewed } from "../review/review-state.ts";
import type { AssessedRequirement, Filter, Row } from "./group-requirements.ts";
import { matches } from "./group-requirements.ts";

/** The rows of the requirements that pass the filter, in the order of the review queue, each risk before its own. */
export function groupByRisk(items: readonly AssessedRequirement[], filter: Filter): Row[] {
  const ranked = items.filter(({ rank }) => rank !== null).sort((a, b) => a.rank! - b.rank!);
  const rows: Row[] = [];
  for (const [risk, group] of Map.groupBy(ranked, (item) => item.risk!)) {
    const shown = group.filter((item) => matches(item, filter));
    if (shown.length === 0) continue;
    const waiting = group.filter(({ review }) => isUnreviewed(review)).length;
    rows.push({ kind: "risk", risk, reviewed: group.length - waiting, total: group.length });
    for (const item of shown) rows.push({ kind: "requirement", ...item });
  }
  return rows;
}
