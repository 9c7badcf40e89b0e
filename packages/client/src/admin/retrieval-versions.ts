import type {
  ConfidenceThresholds,
  NewRetrievalVersion,
  RetrievalVersion,
  ThresholdPreview,
} from "../generated/admin-types.ts";
import type { RetrievalVersionListReply, RetrievalVersionReply } from "../generated/replies.ts";
import type { EvidenceRules } from "../generated/types.ts";
import type { Http, RequestOptions } from "../http.ts";
import { List, type Page, type PageOptions } from "../list.ts";

const VERSIONS = "/api/admin/retrieval-versions";

/** Models, thresholds and numbers that runs pin. For a SUPER_ADMIN; the preview for an ADMIN too. */
export class RetrievalVersions {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Newest first. */
  list({ signal }: RequestOptions = {}): List<RetrievalVersion> {
    return new List(async (page): Promise<Page<RetrievalVersion>> => {
      const request = { query: { ...page }, signal };
      const reply = await this.#http.json<RetrievalVersionListReply>("GET", VERSIONS, request);
      return { items: reply.retrievalVersions, nextCursor: reply.nextCursor };
    });
  }

  /** Made, not activated; vectors of another embedder are made in the background. */
  async create(version: NewRetrievalVersion, options: RequestOptions = {}): Promise<RetrievalVersion> {
    const request = { ...options, json: version };
    const reply = await this.#http.json<RetrievalVersionReply>("POST", VERSIONS, request);
    return reply.retrievalVersion;
  }

  /** Puts it in force for new runs. INVALID_STATE while passages have no vector of its embedder. */
  async activate(id: string, options: RequestOptions = {}): Promise<RetrievalVersion> {
    const path = `${VERSIONS}/${encodeURIComponent(id)}/activate`;
    return (await this.#http.json<RetrievalVersionReply>("POST", path, options)).retrievalVersion;
  }

  /**
   * Which stored verdicts of a finished run of the tenant would read differently; nothing is stored. A rule that is left
   * out is as the run pinned it.
   */
  preview(
    runId: string,
    tried: ConfidenceThresholds & Partial<EvidenceRules>,
    { signal, ...page }: RequestOptions & PageOptions = {},
  ): Promise<ThresholdPreview> {
    return this.#http.json("GET", `${VERSIONS}/preview`, { query: { runId, ...tried, ...page }, signal });
  }
}
