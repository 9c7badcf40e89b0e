import type { DamagedResult } from "@assay/contract";
import { runs, type Transaction } from "@assay/db";
import { and, eq, inArray } from "drizzle-orm";
import {
  findRowDamage,
  findRunEnds,
  findSealedHead,
  hasEnded,
  isEqualJson,
  type KnownEnd,
  notSealed,
  type RunEnd,
  type SealedHead,
  sealedHashOf,
} from "../../sealed/index.ts";
import { type RunRow, toRun } from "../to-run.ts";

/** The row with its end. Throws INTEGRITY_ERROR where the row of a run that has ended is not what it was at its end. */
export async function requireSealedRun<Row extends RunRow>(tx: Transaction, row: Row): Promise<Row & KnownEnd> {
  const { rows, damaged } = await compareRuns(tx, row.tenantId, [row]);
  const why = damaged.get(row.id);
  if (why !== undefined) throw notSealed(row.id, why);
  return countExceptions(tx, rows[0]!);
}

/** Why rows of runs of the tenant are not what they were when these ended, by the id of the run; of all others nothing. */
export async function findDamagedRuns(
  tx: Transaction,
  tenantId: string,
  rows: readonly RunRow[],
): Promise<ReadonlyMap<string, string>> {
  return (await compareRuns(tx, tenantId, rows)).damaged;
}

/** All rows, each with what the audit log says of its end, and by id why some are not what they were at it. */
async function compareRuns<Row extends RunRow>(tx: Transaction, tenantId: string, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id);
  const ends = await findRunEnds(tx, tenantId, ids);
  const damaged = new Map<string, string>();
  const found = await readEnded(tx, tenantId, rows, ends);
  for (const row of found) {
    const why = await findDamage(tx, row, ends.get(row.id));
    if (why !== undefined) damaged.set(row.id, why);
  }
  return { rows: found.map((row) => ({ ...row, end: ends.get(row.id) ?? null })), damaged };
}

/**
 * Of a run that was captured before its exceptions were counted at its end, its snapshot says how many there were. Not for lists: it
 * is read whole.
 */
async function countExceptions<Row extends RunRow & KnownEnd>(tx: Transaction, row: Row): Promise<Row> {
  const { end } = row;
  if (!end?.capture || end.exceptionCount !== null || !("exceptionCount" in row)) return row;
  const hash = end.capture.recordedHash ?? end.capture.storedHash;
  const head = hash === null ? undefined : await findSealedHead(tx, row, hash);
  return { ...row, end: { ...end, exceptionCount: head?.exceptionCount ?? null } };
}

/** The rows, with those read again that the log says have ended meanwhile. */
async function readEnded<Row extends RunRow>(
  tx: Transaction,
  tenantId: string,
  rows: readonly Row[],
  ends: ReadonlyMap<string, RunEnd>,
): Promise<readonly Row[]> {
  const ids = rows.filter(({ id, status }) => ends.has(id) && !hasEnded(status)).map(({ id }) => id);
  if (ids.length === 0) return rows;
  const read = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), inArray(runs.id, ids)));
  const found = new Map(read.map((row) => [row.id, row]));
  return rows.map((row) => ({ ...row, ...found.get(row.id) }));
}

/** The rows as `show` has them; in the place of one that is not what it was when its run ended, the id. */
export async function showSealed<Row extends RunRow, T>(
  tx: Transaction,
  tenantId: string,
  rows: readonly Row[],
  show: (row: Row & KnownEnd) => T,
): Promise<(T | DamagedResult)[]> {
  const { rows: found, damaged } = await compareRuns(tx, tenantId, rows);
  return found.map((row) => (damaged.has(row.id) ? { id: row.id, damaged: true as const } : show(row)));
}

async function findDamage(tx: Transaction, row: RunRow, end: RunEnd | undefined): Promise<string | undefined> {
  const why = await findRowDamage(row, end);
  if (why !== undefined || !end || end.runHash !== null) return why;
  const sealedHash = sealedHashOf(row, end);
  if (sealedHash === undefined) return undefined;
  const head = await findSealedHead(tx, row, sealedHash);
  if (!head) return `the SHA-256 of its snapshot must be '${sealedHash}'`;
  const differing = findDifferences(row, head);
  return differing.length > 0
    ? `it is stored otherwise than its snapshot holds it: ${differing.join(", ")}`
    : undefined;
}

/** The names of fields of the run that differ from the sealed ones. */
export function findDifferences(row: RunRow, { run, configuration }: Omit<SealedHead, "exceptionCount">): string[] {
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
