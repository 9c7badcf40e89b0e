import { AssayError, type SnapshotStatus } from "@assay/contract";
import { auditEntries, oneRow, runs, snapshots, type Transaction } from "@assay/db";
import { and, asc, eq, inArray } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import { boundedCache } from "./bounded-cache.ts";
import { type SealedRun, toSealedRun } from "./sealed-run.ts";

interface Run {
  readonly tenantId: string;
  readonly id: string;
  readonly snapshotStatus: SnapshotStatus;
}

/** Of parsed snapshots. Values take about four times the bytes that they are parsed from. */
const CACHE_BYTES_MAX = 64 << 20;
const BYTES_PER_BYTE = 4;

/** Named by their content: what is found by a hash is what has this hash, whatever becomes of the row. */
const parsed = boundedCache<SealedRun>(CACHE_BYTES_MAX);

/**
 * The results that were sealed when the run ended; undefined for a run of which nothing was captured. Whether it was is
 * said by the audit log, and not by the run's row. Throws INTEGRITY_ERROR where the stored snapshot is not the one that the
 * log names.
 */
export async function findSealedRun(tx: Transaction, run: Run): Promise<SealedRun | undefined> {
  const recordedHash = await findSealedHash(tx, run);
  if (recordedHash === undefined) return undefined;
  const key = `${run.tenantId}/${recordedHash}`;
  const known = parsed.get(key);
  if (known) return known;
  const bytes = await readBytes(tx, run);
  const foundHash = await sha256Hex(bytes);
  if (foundHash !== recordedHash)
    throw notSealed(run.id, `the SHA-256 of its snapshot must be '${recordedHash}': the bytes have '${foundHash}'`);
  const sealed = toSealedRun(recordedHash, JSON.parse(new TextDecoder().decode(bytes)));
  parsed.set(key, sealed, bytes.length * BYTES_PER_BYTE);
  return sealed;
}

/** As `findSealedRun`, of each of the tenant's runs with these ids. */
export async function findSealedRuns(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SealedRun | undefined>> {
  const found = await tx
    .select({ id: runs.id, tenantId: runs.tenantId, snapshotStatus: runs.snapshotStatus })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), inArray(runs.id, [...new Set(ids)])));
  const sealed = new Map<string, SealedRun | undefined>();
  for (const run of found) sealed.set(run.id, await findSealedRun(tx, run));
  return sealed;
}

/** The SHA-256 that the audit log names for the run's snapshot, and its row too; its bytes are not read. */
export async function findSealedHash(tx: Transaction, run: Run): Promise<string | undefined> {
  const capture = await findCapture(tx, run);
  if (!capture) {
    if (run.snapshotStatus === "CAPTURED")
      throw notSealed(run.id, "the audit log does not say that a snapshot of it was captured");
    return undefined;
  }
  if (run.snapshotStatus !== "CAPTURED")
    throw notSealed(run.id, `its snapshotStatus must be CAPTURED: it is ${run.snapshotStatus}`);
  if (capture.storedHash === null) throw notSealed(run.id, "its snapshot is missing");
  const recordedHash = capture.recordedHash ?? capture.storedHash;
  if (capture.storedHash !== recordedHash)
    throw notSealed(run.id, `the SHA-256 of its snapshot must be '${recordedHash}': it is '${capture.storedHash}'`);
  return recordedHash;
}

/** INTEGRITY_ERROR about results of a run that are not what was sealed. */
export function notSealed(runId: string, why: string, details: { readonly damaged?: readonly string[] } = {}) {
  return new AssayError(
    "INTEGRITY_ERROR",
    `Cannot serve results of run '${runId}' because ${why}. Do not use this run until an operator has restored the database from a backup`,
    { details: { runId, ...details } },
  );
}

/** What the audit log says of the capture, with the hash in the snapshot's row. Entries of the first version name no hash. */
async function findCapture(tx: Transaction, { tenantId, id }: Run) {
  const [entry] = await tx
    .select({ details: auditEntries.details, storedHash: snapshots.snapshotHash })
    .from(auditEntries)
    .leftJoin(snapshots, and(eq(snapshots.tenantId, auditEntries.tenantId), eq(snapshots.runId, auditEntries.runId)))
    .where(
      and(
        eq(auditEntries.tenantId, tenantId),
        eq(auditEntries.runId, id),
        eq(auditEntries.action, "snapshot.captured"),
      ),
    )
    .orderBy(asc(auditEntries.sequence))
    .limit(1);
  return entry && { recordedHash: entry.details?.snapshotHash ?? null, storedHash: entry.storedHash };
}

async function readBytes(tx: Transaction, { tenantId, id }: Run): Promise<Uint8Array> {
  const rows = await tx
    .select({ bytes: snapshots.bytes })
    .from(snapshots)
    .where(and(eq(snapshots.tenantId, tenantId), eq(snapshots.runId, id)));
  return oneRow(rows).bytes;
}
