import { here } from "@assay/site/location";
import { toVerdict } from "@assay/site/verdict";
import { toReviewState } from "../review/review-state.ts";
import { groupByRisk } from "./group-by-risk.ts";
import { type AssessedRequirement, type Filter, groupRequirements, type Row } from "./group-requirements.ts";

/** In what order requirements are listed. */
export type RequirementOrder = "pack" | "risk";

export function toOrder(text: string | null): RequirementOrder {
  return text === "risk" ? "risk" : "pack";
}

export function rowsOf(items: readonly AssessedRequirement[], filter: Filter, order: RequirementOrder): Row[] {
  return order === "risk" ? groupByRisk(items, filter) : groupRequirements(items, filter);
}

/** What the list shows at this address, one requirement after the other. */
export function listedAt(items: readonly AssessedRequirement[], { searchParams } = here()): AssessedRequirement[] {
  const filter = {
    text: searchParams.get("q") ?? "",
    verdict: toVerdict(searchParams.get("status")),
    review: toReviewState(searchParams.get("review")),
  };
  const rows = rowsOf(items, filter, toOrder(searchParams.get("order")));
  return rows.flatMap((row) => (row.kind === "requirement" ? [row] : []));
}
