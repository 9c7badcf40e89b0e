import { splitDamaged } from "../damage.ts";
import { AdminRunsBase } from "../generated/admin-resources.ts";
import type { AdminRun, RunSort } from "../generated/admin-types.ts";
import type { RunStatus, SnapshotStatus, Timestamp } from "../generated/types.ts";
import { type List, type ListOptions, listOf } from "../list.ts";

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
  /** Omitted, by creation. */
  readonly sort?: RunSort | undefined;
  /** Omitted, `desc`. */
  readonly order?: "asc" | "desc" | undefined;
}

/** The runs of the tenant as an administrator sees them. */
export class AdminRuns extends AdminRunsBase {
  /** In the order that is asked for; without one the newest first. */
  list(filters: ListOptions & AdminRunFilters = {}): List<AdminRun> {
    return listOf(this.http, "/api/admin/runs", filters, "runs", splitDamaged);
  }
}
