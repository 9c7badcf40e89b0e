import type { AdminRun, AdminRunDetails, ImportRun, RunSort } from "../generated/admin-types.ts";
import type { AdminRunListReply, ImportRunReply } from "../generated/replies.ts";
import type { Run, RunStatus, SnapshotStatus, Timestamp } from "../generated/types.ts";
import { path, type RequestOptions } from "../http.ts";
import { type List, type ListOptions, listOf } from "../list.ts";
import { Resource } from "../resource.ts";

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

/** The runs of the tenant as an administrator sees them. */
export class AdminRuns extends Resource {
  /** In the order that is asked for; without one the newest first. */
  list(filters: ListOptions & AdminRunFilters = {}): List<AdminRun> {
    return listOf(this.http, "/api/admin/runs", filters, ({ runs }: AdminRunListReply) => runs);
  }

  /** A run with its steps, its pins beside what is in force, what it counted and cost, and what went wrong in it. */
  get(runId: string, options: RequestOptions = {}): Promise<AdminRunDetails> {
    return this.http.json("GET", path`/api/admin/runs/${runId}`, options);
  }

  /**
   * The stored results, whose body is a `Replay`. Of a CAPTURED run the bytes are the same each time and
   * `X-Snapshot-Hash` names the snapshot that they are cut from. Throws ReplayUnavailableError where the run failed or no
   * snapshot could be taken, IntegrityError where what is stored is damaged.
   */
  replay(runId: string, options: RequestOptions = {}): Promise<Response> {
    return this.http.send("GET", path`/api/admin/runs/${runId}/replay`, options);
  }

  /** Brings in a finished run of an earlier system, without a snapshot. For a SUPER_ADMIN. */
  async import(run: ImportRun, options: RequestOptions = {}): Promise<Run> {
    return (await this.http.json<ImportRunReply>("POST", "/api/admin/runs/import", { ...options, json: run })).run;
  }
}
