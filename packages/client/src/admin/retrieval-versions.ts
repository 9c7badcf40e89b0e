import type {
  ConfidenceThresholds,
  EngineMetrics,
  NewRetrievalVersion,
  RetrievalVersion,
  ThresholdPreview,
  VersionMetrics,
} from "../generated/admin-types.ts";
import type { RetrievalVersionListReply, RetrievalVersionReply } from "../generated/replies.ts";
import type { EvidenceRules } from "../generated/types.ts";
import { asQuery, path, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";

const VERSIONS = "/api/admin/retrieval-versions";

/** Models, thresholds and numbers that runs pin. For a SUPER_ADMIN; the preview for an ADMIN too. */
export class RetrievalVersions extends Resource {
  /** Newest first. */
  list(options: ListOptions = {}): List<RetrievalVersion> {
    return listOf(this.http, VERSIONS, options, (reply: RetrievalVersionListReply) => reply.retrievalVersions);
  }

  /** Made, not activated; vectors of another embedder are made in the background. */
  async create(version: NewRetrievalVersion, options: RequestOptions = {}): Promise<RetrievalVersion> {
    const request = { ...options, json: version };
    return (await this.http.json<RetrievalVersionReply>("POST", VERSIONS, request)).retrievalVersion;
  }

  /** Puts it in force for new runs. Throws InvalidStateError while passages have no vector of its embedder. */
  async activate(id: string, options: RequestOptions = {}): Promise<RetrievalVersion> {
    const at = path`/api/admin/retrieval-versions/${id}/activate`;
    return (await this.http.json<RetrievalVersionReply>("POST", at, options)).retrievalVersion;
  }

  /** What the version was measured with, next to the active one, and why it cannot be recommended, if so. */
  metrics(id: string, options: RequestOptions = {}): Promise<VersionMetrics> {
    return this.http.json("GET", path`/api/admin/retrieval-versions/${id}/metrics`, options);
  }

  /** Stores the file that `npm run quality -- meaning --out` wrote. Throws ValidationError for that of another version. */
  storeMetrics(id: string, metrics: EngineMetrics, options: RequestOptions = {}): Promise<VersionMetrics> {
    return this.http.json("PUT", path`/api/admin/retrieval-versions/${id}/metrics`, { ...options, json: metrics });
  }

  /** Throws InvalidStateError without metrics, or where they are worse than those of the active version. */
  async recommend(id: string, options: RequestOptions = {}): Promise<RetrievalVersion> {
    const at = path`/api/admin/retrieval-versions/${id}/recommend`;
    return (await this.http.json<RetrievalVersionReply>("POST", at, options)).retrievalVersion;
  }

  /**
   * Which stored verdicts of a finished run of the tenant would read differently; nothing is stored. Thresholds are from 0
   * to 1; a rule that is left out is as the run pinned it.
   */
  preview(
    runId: string,
    tried: ConfidenceThresholds & Partial<EvidenceRules>,
    options: ListOptions = {},
  ): Promise<ThresholdPreview> {
    return this.http.json("GET", `${VERSIONS}/preview`, asQuery({ ...options, runId, ...tried }));
  }
}
