import { RetrievalVersionsBase } from "../generated/admin-resources.ts";
import type { ConfidenceThresholds, ThresholdPreview } from "../generated/admin-types.ts";
import type { EvidenceRules } from "../generated/types.ts";
import { asQuery } from "../http.ts";
import type { ListOptions } from "../list.ts";

/** Models, thresholds and numbers that runs pin. For a SUPER_ADMIN; the preview for an ADMIN too. */
export class RetrievalVersions extends RetrievalVersionsBase {
  /**
   * Which stored verdicts of a finished run of the tenant would read differently; nothing is stored. Thresholds are from 0
   * to 1; a rule that is omitted is as the run pinned it.
   */
  preview(
    runId: string,
    tried: ConfidenceThresholds & Partial<EvidenceRules>,
    options: ListOptions = {},
  ): Promise<ThresholdPreview> {
    return this.http.json("GET", "/api/admin/retrieval-versions/preview", asQuery({ ...options, runId, ...tried }));
  }
}
