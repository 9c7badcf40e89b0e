import { AuditBase } from "../generated/admin-resources.ts";
import type {
  AuditEntry,
  AuditPage,
  AuditVerification,
  CheckpointKey,
  KeptCheckpoint,
} from "../generated/admin-types.ts";
import type { CheckpointKeyListReply } from "../generated/replies.ts";
import { asQuery, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";

export interface AuditFilters extends ListOptions {
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
export class Audit extends AuditBase {
  /** Newest first. */
  list(filters: AuditFilters = {}): List<AuditEntry> {
    return listOf(this.http, LOGS, filters, "entries");
  }

  /** A page with the number of all that match, and the names of whom the entries name. */
  page(filters: AuditFilters = {}): Promise<AuditPage> {
    return this.http.json("GET", LOGS, asQuery(filters));
  }

  /** All that the filters match as a CSV file, of any length, while it is made. */
  csv(filters: AuditFilters = {}): Promise<Response> {
    return this.http.send("GET", LOGS, { ...asQuery(filters), headers: { Accept: "text/csv" } });
  }

  /**
   * Recomputes the chain and checks every checkpoint; also one, or the number and hash of an entry, that was kept.
   *
   * @example
   * const { valid, firstBroken } = await admin.audit.verify();
   */
  verify(
    kept?: KeptCheckpoint | { sequence: number; hash: string },
    options: RequestOptions = {},
  ): Promise<AuditVerification> {
    if (!kept || !("statement" in kept)) return this.http.json("GET", `${LOGS}/verify`, { ...options, query: kept });
    const { statement, keyId, signature } = kept;
    // It reads, whatever its method.
    return this.http.json("POST", `${LOGS}/verify`, {
      ...options,
      json: { statement, keyId, signature },
      repeatable: true,
    });
  }

  /** Every key whose checkpoints count, the current one first. Public: anyone who checks one may ask without a token. */
  async keys(options: RequestOptions = {}): Promise<CheckpointKey[]> {
    const path = "/.well-known/assay-checkpoint-keys.json";
    return (await this.http.json<CheckpointKeyListReply>("GET", path, options)).keys;
  }
}
