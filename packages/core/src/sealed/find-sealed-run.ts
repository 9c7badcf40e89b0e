import { AssayError, type SnapshotStatus } from "@assay/contract";
import { oneRow, runs, snapshots, type Transaction } from "@assay/db";
import { and, eq, inArray } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import { boundedCache } from "../records/bounded-cache.ts";
import { findRunEnd, findRunEnds, type KnownEnd, type RunEnd } from "./find-run-ends.ts";
import { type DAMAGED, orDamaged } from "./or-damaged.ts";
import { type SealedContent, type SealedRun, toSealedRun } from "./sealed-run.ts";

interface OfTenant {
  readonly tenantId: string;
  readonly id: string;
}

interface Run extends OfTenant, KnownEnd {
  readonly snapshotStatus: SnapshotStatus;
}

/** Of parsed snapshots. Values take about four times the bytes that they are parsed from. */
const CACHE_BYTES_MAX = 64 << 20;
const BYTES_PER_BYTE = 4;

/** Named by their content: what is found by a hash is what has this hash, whatever becomes of the row. */
const parsed = boundedCache<SealedRun>(CACHE_BYTES_MAX);
export type SealedHead = Pick<SealedContent, "run" | "configuration"> & { readonly exceptionCount: number };
const HEADS_MAX = 5000;
/** Of runs that ended before their rows were hashed. */
const heads = boundedCache<SealedHead>(HEADS_MAX);

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
  const { bytes, foundHash } = await readBytes(tx, run);
  if (foundHash !== recordedHash)
    throw notSealed(run.id, `the SHA-256 of its snapshot must be '${recordedHash}': the bytes have '${foundHash}'`);
  const sealed = toSealedRun(recordedHash, parse(bytes));
  parsed.set(key, sealed, bytes.length * BYTES_PER_BYTE);
  return sealed;
}

/** What a snapshot holds of the run itself, for lists; undefined where its bytes are not those that the log names. */
export async function findSealedHead(tx: Transaction, run: OfTenant, hash: string): Promise<SealedHead | undefined> {
  const key = `${run.tenantId}/${hash}`;
  const whole = parsed.get(key);
  const known = whole ? toHead(whole.content) : heads.get(key);
  if (known) return known;
  const { bytes, foundHash } = await readBytes(tx, run);
  if (foundHash !== hash) return undefined;
  const head = toHead(parse(bytes));
  heads.set(key, head, 1);
  return head;
}

function toHead({ run, configuration, exceptions = [] }: SealedContent): SealedHead {
  return { run, configuration, exceptionCount: exceptions.length };
}

function parse(bytes: Uint8Array): SealedContent {
  return JSON.parse(new TextDecoder().decode(bytes));
}

export type SealedRuns = ReadonlyMap<string, SealedRun | undefined | typeof DAMAGED>;

/** As `findSealedRun`, of each of the tenant's runs with these ids; DAMAGED where it throws INTEGRITY_ERROR. */
export async function findSealedRuns(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<SealedRuns> {
  const found = await tx
    .select({ id: runs.id, tenantId: runs.tenantId, snapshotStatus: runs.snapshotStatus })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), inArray(runs.id, [...new Set(ids)])));
  const foundIds = found.map(({ id }) => id);
  const ends = await findRunEnds(tx, tenantId, foundIds);
  const sealed = new Map<string, SealedRun | undefined | typeof DAMAGED>();
  for (const run of found)
    sealed.set(run.id, await orDamaged(findSealedRun(tx, { ...run, end: ends.get(run.id) ?? null })));
  return sealed;
}

/** The SHA-256 that the audit log names for the run's snapshot, and its row too; its bytes are not read. */
export async function findSealedHash(tx: Transaction, run: Run): Promise<string | undefined> {
  const end = await findRunEnd(tx, run);
  const hasEndedSince = run.snapshotStatus === "PENDING" && end?.capture;
  return sealedHashOf(hasEndedSince ? { ...run, snapshotStatus: await readStatus(tx, run) } : run, end);
}

async function readStatus(tx: Transaction, { tenantId, id }: OfTenant): Promise<SnapshotStatus> {
  const rows = await tx
    .select({ status: runs.snapshotStatus })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.id, id)));
  return oneRow(rows).status;
}

/** As `findSealedHash`, of what the audit log says of the run's end. */
export function sealedHashOf(run: Pick<Run, "id" | "snapshotStatus">, end: RunEnd | undefined): string | undefined {
  const problem = findCaptureProblem(run.snapshotStatus, end);
  if (problem !== undefined) throw notSealed(run.id, problem);
  return end?.capture ? (end.capture.recordedHash ?? end.capture.storedHash!) : undefined;
}

/** In what the run's row and its snapshot's differ from what the audit log says of the capture. */
export function findCaptureProblem(status: SnapshotStatus, end: RunEnd | undefined): string | undefined {
  if (!end?.capture)
    return status === "CAPTURED" ? "the audit log does not say that a snapshot of it was captured" : undefined;
  const { recordedHash, storedHash } = end.capture;
  if (status !== "CAPTURED") return `its snapshotStatus must be CAPTURED: it is ${status}`;
  if (storedHash === null) return "its snapshot is missing";
  return storedHash === (recordedHash ?? storedHash)
    ? undefined
    : `the SHA-256 of its snapshot must be '${recordedHash}': it is '${storedHash}'`;
}

/** INTEGRITY_ERROR about results of a run that are not what was sealed. */
export function notSealed(runId: string, why: string, details: { readonly damaged?: readonly string[] } = {}) {
  return new AssayError(
    "INTEGRITY_ERROR",
    `Cannot serve results of run '${runId}' because ${why}. Do not use this run until an operator has restored the database from a backup`,
    { details: { runId, ...details } },
  );
}

async function readBytes(tx: Transaction, { tenantId, id }: OfTenant) {
  const rows = await tx
    .select({ bytes: snapshots.bytes })
    .from(snapshots)
    .where(and(eq(snapshots.tenantId, tenantId), eq(snapshots.runId, id)));
  const { bytes } = oneRow(rows);
  return { bytes, foundHash: await sha256Hex(bytes) };
}
