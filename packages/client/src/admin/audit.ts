import type {
  AuditCheckpoint,
  AuditEntry,
  AuditPage,
  AuditVerification,
  CheckpointKey,
  KeptCheckpoint,
} from "../generated/admin-types.ts";
import type { CheckpointKeyListReply, CheckpointListReply } from "../generated/replies.ts";
import type { Http, RequestOptions } from "../http.ts";
import { List, type PageOptions } from "../list.ts";

export interface AuditFilters extends RequestOptions {
  /** The number of one entry. */
  readonly sequence?: number | undefined;
  readonly runId?: string | undefined;
  readonly action?: string | undefined;
  readonly objectType?: string | undefined;
  readonly objectId?: string | undefined;
  /** A user's id, `api-key:<id>` or `system`. */
  readonly actor?: string | undefined;
  /** Inclusive, ISO 8601. */
  readonly from?: string | undefined;
  /** Exclusive, ISO 8601. */
  readonly to?: string | undefined;
}

const LOGS = "/api/admin/audit-logs";

/** The tenant's audit log: a chain of entries in which each holds the hash of the one before. */
export class Audit {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Newest first. */
  list(filters: AuditFilters = {}): List<AuditEntry> {
    return new List(async (page) => {
      const { entries, nextCursor } = await this.page({ ...filters, ...page });
      return { items: entries, nextCursor };
    });
  }

  /** A page with the number of all that match, and the names of whom the entries name. */
  page({ signal, ...query }: AuditFilters & PageOptions = {}): Promise<AuditPage> {
    return this.#http.json("GET", LOGS, { query, signal });
  }

  /** All that the filters match as a CSV file, of any length, while it is made. */
  csv({ signal, ...query }: AuditFilters = {}): Promise<Response> {
    return this.#http.send("GET", LOGS, { query, headers: { Accept: "text/csv" }, signal });
  }

  /** Recomputes the chain and checks every checkpoint; also one, or the number and hash of an entry, that was kept. */
  verify(
    kept?: KeptCheckpoint | { sequence: number; hash: string },
    { signal }: RequestOptions = {},
  ): Promise<AuditVerification> {
    if (kept && "statement" in kept) return this.#http.json("POST", `${LOGS}/verify`, { json: kept, signal });
    return this.#http.json("GET", `${LOGS}/verify`, { query: { ...kept }, signal });
  }

  /** Newest first. */
  checkpoints({ signal, ...filters }: RequestOptions & { runId?: string | undefined } = {}): List<AuditCheckpoint> {
    return new List(async (page) => {
      const request = { query: { ...filters, ...page }, signal };
      const reply = await this.#http.json<CheckpointListReply>("GET", `${LOGS}/checkpoints`, request);
      return { items: reply.checkpoints, nextCursor: reply.nextCursor };
    });
  }

  /** Every key whose checkpoints count, the current one first. Public: whoever checks one may ask without a token. */
  async keys(options: RequestOptions = {}): Promise<CheckpointKey[]> {
    const path = "/.well-known/assay-checkpoint-keys.json";
    return (await this.#http.json<CheckpointKeyListReply>("GET", path, options)).keys;
  }
}
