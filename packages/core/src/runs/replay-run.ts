import { AssayError, canonicalJson } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { assessmentsOf, toAssessment } from "../assessments/list-assessments.ts";
import { findSealedHash, type KnownEnd, requireRows, resultsOf } from "../sealed/index.ts";
import { tasksOf, toFrozenTask } from "../tasks/tasks.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { exportsOf } from "./find-exports.ts";
import { withRun } from "./read-runs.ts";
import { findSnapshot, readReplay, type SnapshotRow } from "./results/snapshots.ts";
import type { RunRow } from "./to-run.ts";

export interface Replay {
  /** The reply: frozen bytes for a CAPTURED run. */
  readonly bytes: Uint8Array;
  readonly snapshotHash: string | null;
}

type Found = { readonly live: Replay } | { readonly snapshot: SnapshotRow };

/**
 * The stored results of a run, never a model's: frozen for CAPTURED, live with a warning for LEGACY and PENDING.
 * Throws REPLAY_UNAVAILABLE for FAILED, INTEGRITY_ERROR when the frozen bytes are not those that were stored.
 */
export async function replayRun(ctx: Context, runId: string): Promise<Replay> {
  requireRole(ctx, "ADMIN");
  const found = await findReplay(ctx, runId);
  if ("live" in found) return found.live;
  const { snapshot } = found;
  return { bytes: await readReplay(snapshot), snapshotHash: snapshot.snapshotHash };
}

function findReplay(ctx: Context, runId: string): Promise<Found> {
  return withRun(ctx, runId, async (tx, run) => {
    await findSealedHash(tx, run);
    switch (run.snapshotStatus) {
      case "CAPTURED":
        return { snapshot: (await findSnapshot(tx, { tenantId: ctx.tenantId, runId }))! };
      case "LEGACY":
        return { live: await live(tx, run, "This run was made before snapshots existed") };
      case "PENDING":
        return { live: await live(tx, run, "This run has not finished") };
      case "FAILED":
        throw new AssayError("REPLAY_UNAVAILABLE", `Deterministic replay is not available for run '${runId}'`, {
          details: { runId },
        });
      default:
        return run.snapshotStatus satisfies never;
    }
  });
}

async function live(tx: Transaction, run: RunRow & KnownEnd, why: string): Promise<Replay> {
  const { tenantId, id: runId } = run;
  for (const table of ["assessments", "tasks", "exports"] as const) await requireRows(tx, resultsOf(run), table);
  const reply = {
    source: "live",
    warning: `${why}: these results come from live data and may differ from the original ones`,
    data: {
      assessments: (await assessmentsOf(tx, { tenantId, runId })).map(toAssessment),
      tasks: (await tasksOf(tx, { tenantId, runId })).map(toFrozenTask),
      exports: await exportsOf(tx, { tenantId, runId }),
    },
  };
  return { bytes: new TextEncoder().encode(canonicalJson(reply)), snapshotHash: null };
}
