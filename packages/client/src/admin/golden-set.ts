import type { GoldenSet } from "../generated/admin-types.ts";
import { asQuery, type RequestOptions } from "../http.ts";
import { Resource } from "../resource.ts";

export interface GoldenSetOptions extends RequestOptions {
  /** What this version said in its newest completed run of each pack; left out: what was said to the reviewers. */
  readonly retrievalVersionId?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The tenant's reviews as a labelled set. */
export class GoldenSets extends Resource {
  /** How far verdicts agree with the reviews, how often a COMPLETE may be wrong, and a page of those that differ. */
  get(options: GoldenSetOptions = {}): Promise<GoldenSet> {
    return this.http.json("GET", "/api/admin/golden-set", asQuery(options));
  }
}
