import type { AdminRun, AdminRunDetails, ImportRun, RunSort } from "../generated/admin-types.ts";
import type { AdminRunListReply, ImportRunReply } from "../generated/replies.ts";
import type { Run, RunStatus, SnapshotStatus, Timestamp } from "../generated/types.ts";
import type { Http, RequestOptions } from "../http.ts";
import { List } from "../list.ts";

const at = (runId: string) => `/api/admin/runs/${encodeURIComponent(runId)}`;

export interface AdminRunFilters {
  readonly status?: RunStatus | readonly RunStatus[] | undefined;
  readonly snapshotStatus?: SnapshotStatus | readonly SnapshotStatus[] | undefined;
  readonly packId?: string | undefined;
  /** A user's id, `api-key:<id>` or `system`. */
  readonly startedBy?: string | undefined;
  /** An id, how one begins, or a part of a name. */
  readonly q?: string | undefined;
  /** Created at this time or later. */
  readonly from?: Timestamp | undefined;
  /** Created before this time. */
  readonly to?: Timestamp | undefined;
  /** Left out, by creation. */
  readonly sort?: RunSort | undefined;
  /** Left out, `desc`. */
  readonly order?: "asc" | "desc" | undefined;
}

export class AdminRuns {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** In the order that is asked for; without one the newest first. */
  list({ signal, status, snapshotStatus, ...filters }: RequestOptions & AdminRunFilters = {}): List<AdminRun> {
    const sets = { status: joined(status), snapshotStatus: joined(snapshotStatus) };
    return new List(async (page) => {
      const request = { query: { ...filters, ...sets, ...page }, signal };
      const reply = await this.#http.json<AdminRunListReply>("GET", "/api/admin/runs", request);
      return { items: reply.runs, nextCursor: reply.nextCursor };
    });
  }

  /** A run with its steps, its pins beside what is in force, what it counted and cost, and what went wrong in it. */
  get(runId: string, options: RequestOptions = {}): Promise<AdminRunDetails> {
    return this.#http.json("GET", at(runId), options);
  }

  /**
   * The stored results, whose body is a `Replay`. Of a CAPTURED run the bytes are the same each time and
   * `X-Snapshot-Hash` names the snapshot that they are cut from. Throws AssayApiError REPLAY_UNAVAILABLE where the
   * run failed or no snapshot could be taken.
   */
  replay(runId: string, options: RequestOptions = {}): Promise<Response> {
    return this.#http.send("GET", `${at(runId)}/replay`, options);
  }

  /** Brings in a finished run of an earlier system, without a snapshot. For a SUPER_ADMIN. */
  async import(run: ImportRun, options: RequestOptions = {}): Promise<Run> {
    return (await this.#http.json<ImportRunReply>("POST", "/api/admin/runs/import", { ...options, json: run })).run;
  }
}

function joined(values: string | readonly string[] | undefined): string | undefined {
  return typeof values === "string" ? values : values?.join(",");
}
