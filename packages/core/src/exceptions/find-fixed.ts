import type { FixedException, SnapshotStatus } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { findSealedRun, type KnownEnd, requireRows, resultsOf } from "../sealed/index.ts";
import { exceptionsOfRun } from "./fix-exceptions.ts";

interface Run extends KnownEnd {
  readonly tenantId: string;
  readonly id: string;
  readonly snapshotStatus: SnapshotStatus;
}

/**
 * The exceptions that were fixed with a run, by requirement and id: of a CAPTURED run those that its snapshot holds. Throws
 * INTEGRITY_ERROR where they are not what they were when it ended.
 */
export async function findFixed(tx: Transaction, run: Run): Promise<readonly FixedException[]> {
  const sealed = await findSealedRun(tx, run);
  if (sealed) return sealed.content.exceptions ?? [];
  await requireRows(tx, resultsOf(run), "run_exceptions");
  return exceptionsOfRun(tx, { tenantId: run.tenantId, runId: run.id });
}
