import type { Transaction } from "@assay/db";
import { findSealedRun, isEqualJson, notSealed, type SealedRun } from "../../sealed/index.ts";
import { type RunRow, toRun } from "../to-run.ts";

/** Throws INTEGRITY_ERROR where the row of a CAPTURED run says other than what was sealed with it. */
export async function requireSealedRun(tx: Transaction, row: RunRow): Promise<void> {
  if (row.snapshotStatus === "PENDING" && row.status !== "COMPLETED") return;
  const sealed = await findSealedRun(tx, row);
  const differing = sealed ? findDifferences(row, sealed) : [];
  if (differing.length > 0)
    throw notSealed(row.id, `it is stored otherwise than its snapshot holds it: ${differing.join(", ")}`);
}

/** The names of fields of the run that differ from the sealed ones. */
export function findDifferences(row: RunRow, { content: { run, configuration } }: SealedRun): string[] {
  const { period, ...pins } = configuration;
  const sealed: Record<string, unknown> = {
    ...run,
    status: "COMPLETED",
    snapshotCriteriaVersionId: pins.snapshotCriteriaVersionId,
    snapshotCorpusActivationId: pins.snapshotCorpusActivationId,
    snapshotRetrievalVersionId: pins.snapshotRetrievalVersionId,
    ...(period === undefined ? {} : { periodFrom: period?.from ?? null, periodTo: period?.to ?? null }),
  };
  const stored: Record<string, unknown> = { ...toRun(row), periodFrom: row.periodFrom, periodTo: row.periodTo };
  return Object.keys(sealed).filter((field) => !isEqualJson(stored[field], sealed[field]));
}
