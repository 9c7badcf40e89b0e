import type { ReviewerPage } from "../generated/admin-types.ts";
import { asQuery, type RequestOptions } from "../http.ts";
import { Resource } from "../resource.ts";

export interface ReviewerFilters extends RequestOptions {
  /** Inclusive, ISO 8601; 90 days before `to` where it is left out. */
  readonly from?: string | undefined;
  /** Exclusive, ISO 8601; now where it is left out. */
  readonly to?: string | undefined;
}

/** How carefully people review. */
export class Reviewers extends Resource {
  /** The 200 reviewers with the most decisions in the time: how many took under five seconds, or opened nothing. */
  list(filters: ReviewerFilters = {}): Promise<ReviewerPage> {
    return this.http.json("GET", "/api/admin/reviewers", asQuery(filters));
  }
}
