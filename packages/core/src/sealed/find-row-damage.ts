import type { RunStatus } from "@assay/contract";
import type { runs, Transaction } from "@assay/db";
import { findRunEnd, type KnownEnd, type RunEnd } from "./find-run-ends.ts";
import { findCaptureProblem, notSealed } from "./find-sealed-run.ts";
import { hashRow } from "./hash-row.ts";
import { hashRunEgress } from "./hash-run-egress.ts";

type RunRow = typeof runs.$inferSelect;

const ENDED_BY = { COMPLETED: "run.completed", FAILED: "run.failed" } as const;

export function hasEnded(status: RunStatus): status is keyof typeof ENDED_BY {
  return Object.hasOwn(ENDED_BY, status);
}

/** In what the row of a run differs from what the audit log says of its end. */
export async function findRowDamage(row: RunRow, end: RunEnd | undefined): Promise<string | undefined> {
  const { status } = row;
  if (!end) return hasEnded(status) ? "the audit log does not say that it has ended" : undefined;
  if (!hasEnded(status)) return `the audit log says that it has ended: its status is ${status}`;
  if (end.action !== "run.imported" && end.action !== ENDED_BY[status])
    return `the audit log says '${end.action}' of it: its status is ${status}`;
  const problem = findCaptureProblem(row.snapshotStatus, end);
  if (problem !== undefined || end.runHash === null) return problem;
  if ((await hashRow("runs", row)) !== end.runHash) return "its row is not what it was when the run ended";
  const egressHash = row.egress && (await hashRunEgress(row.egress));
  return egressHash === end.egressHash ? undefined : "where its text went is not what it was when the run ended";
}

/** The row with its end. Throws INTEGRITY_ERROR where it is not what the audit log says of that. */
export async function requireEndedRow(tx: Transaction, row: RunRow): Promise<RunRow & KnownEnd> {
  const end = await findRunEnd(tx, row);
  const why = await findRowDamage(row, end);
  if (why !== undefined) throw notSealed(row.id, why);
  return { ...row, end: end ?? null };
}
