import { AssayError, type DamagedResult } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { digestRow } from "./digest-row.ts";
import { readRecords } from "./read-records.ts";
import { RECORD_KINDS, type RecordKind } from "./record-kinds.ts";
import { findMissing, type RecordScope, recordedHash } from "./recorded-hash.ts";

/** A row with the digest that the audit log holds of it; null where a previous release made it, and no check has come by since. */
type WithRecordedHash<Row> = Row & { readonly recordedHash: string | null };

/** Whether the row says what was recorded of it. */
export async function isAsRecorded(kind: RecordKind, row: WithRecordedHash<object>): Promise<boolean> {
  return row.recordedHash === null || row.recordedHash === (await digestRow(kind, row));
}

/** Throws INTEGRITY_ERROR for the first row that is stored otherwise than it was recorded. */
export async function requireAsRecorded<Row extends WithRecordedHash<object>>(
  kind: RecordKind,
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Promise<void> {
  const sound = await Promise.all(rows.map((row) => isAsRecorded(kind, row)));
  const at = sound.indexOf(false);
  if (at >= 0) throw damagedRecord(kind, idOf(rows[at]!));
}

/** The rows that are stored as they were recorded, and those that are not, in their order. */
export async function splitRecorded<Row>(
  kind: RecordKind,
  rows: readonly Row[],
  recordOf: (row: Row) => WithRecordedHash<object>,
): Promise<{ sound: Row[]; damaged: Row[] }> {
  const isSound = await Promise.all(rows.map((row) => isAsRecorded(kind, recordOf(row))));
  return { sound: rows.filter((_, at) => isSound[at]), damaged: rows.filter((_, at) => !isSound[at]) };
}

/** The rows as `show` has them; in the place of one that is stored otherwise than it was recorded, its id. */
export async function showRecorded<Row extends WithRecordedHash<object>, T>(
  kind: RecordKind,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  show: (rows: readonly Row[]) => readonly T[] | Promise<readonly T[]>,
): Promise<(T | DamagedResult)[]> {
  const isSound = await Promise.all(rows.map((row) => isAsRecorded(kind, row)));
  const shown = (await show(rows.filter((_, at) => isSound[at]))).values();
  return rows.map((row, at) => (isSound[at] ? shown.next().value! : damagedResult(idOf(row))));
}

/** In the place of each record that the audit log knows and whose row is gone, its id. */
export async function showMissing(tx: Transaction, kind: RecordKind, scope: RecordScope): Promise<DamagedResult[]> {
  return (await findMissing(tx, kind, scope)).map(({ id }) => damagedResult(id));
}

export function damagedResult(id: string): DamagedResult {
  return { id, damaged: true };
}

interface Locked {
  readonly tenantId: string;
  readonly id: string;
  readonly row: object;
}

/** As above, of a row that is locked: what was recorded is read after the lock was given. */
export async function requireLocked(tx: Transaction, kind: RecordKind, locked: Locked): Promise<void> {
  if (!(await isLockedSound(tx, kind, locked))) throw damagedRecord(kind, locked.id);
}

/** As above: whether it says what was recorded of it. */
export async function isLockedSound(
  tx: Transaction,
  kind: RecordKind,
  { tenantId, id, row }: Locked,
): Promise<boolean> {
  const { table, id: key } = RECORD_KINDS[kind];
  const [found] = await tx
    .select({ recordedHash: recordedHash(kind, tenantId) })
    .from(table)
    .where(and(eq(table.tenantId, tenantId), eq(key, id)));
  return isAsRecorded(kind, { ...row, recordedHash: found?.recordedHash ?? null });
}

/** The ids of rows that are stored otherwise than they were recorded, and of those that are gone; of a run where one is named. */
export async function listDamaged(tx: Transaction, kind: RecordKind, scope: RecordScope): Promise<string[]> {
  const changed: string[] = [];
  for await (const { row, id, requiredHash } of readRecords(tx, kind, scope))
    if (!(await isAsRecorded(kind, { ...row, recordedHash: requiredHash }))) changed.push(id);
  return [...changed, ...(await findMissing(tx, kind, scope)).map(({ id }) => id)];
}

/** Throws INTEGRITY_ERROR where the audit log knows a row that is gone. */
export async function requireNoneMissing(tx: Transaction, kind: RecordKind, scope: RecordScope): Promise<void> {
  const [missing] = await findMissing(tx, kind, scope);
  if (missing) throw damagedRecord(kind, missing.id);
}

export function damagedRecord(kind: RecordKind, id: string): AssayError {
  return new AssayError(
    "INTEGRITY_ERROR",
    `Cannot serve ${NAMES[kind]} '${id}' because it is stored otherwise than the audit log recorded it. Do not use it until an operator has restored the database from a backup`,
    { details: { objectType: kind, objectId: id } },
  );
}

const NAMES: { readonly [K in RecordKind]: string } = {
  review: "review",
  comment: "comment",
  exception: "exception",
  sign_off: "sign-off",
  member: "member",
};
