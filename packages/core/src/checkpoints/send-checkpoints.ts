import { AssayError, type KeptCheckpoint } from "@assay/contract";
import { auditCheckpoints, checkpointDepartures, type Database, type Transaction } from "@assay/db";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { listAfter } from "../audit/check-chain.ts";
import { toStatement } from "../audit/checkpoint-statement.ts";
import { toAuditEntry } from "../audit/to-audit-entry.ts";
import { errorCode } from "../jobs/error-code.ts";
import { enqueue, type JobRef, type NewJob } from "../jobs/job.ts";
import { type Attempt, nothingLeft, type Outcome } from "../jobs/stage.ts";
import type { ChainProof, CheckpointStore } from "../ports/checkpoint-store.ts";
import { inTenant } from "../tenancy/transact.ts";

export interface KeepsCheckpoints {
  /** Where checkpoints go by themselves; none where the operator set none. */
  readonly checkpointStores: readonly CheckpointStore[];
}

const BATCH = 50;
const FIRST_WAIT_MS = 5000;
const WAIT_MS_MAX = 3_600_000;

/** One job sends all of a tenant's checkpoints that have not left. */
export async function enqueueSending(
  tx: Transaction,
  tenantId: string,
  { checkpointStores }: KeepsCheckpoints,
): Promise<readonly JobRef[]> {
  return checkpointStores.length === 0 ? [] : enqueue(tx, [sendJob(tenantId)]);
}

const sendJob = (tenantId: string): NewJob => ({ tenantId, kind: "checkpoint", subjectId: tenantId, stage: "send" });
/** The check that compares with what is kept outside. */
export const checkJob = (tenantId: string): NewJob => ({
  tenantId,
  kind: "checkpoint",
  subjectId: tenantId,
  stage: "check",
});

/** Brings each checkpoint to where it is to be kept, in order, and tries again until it has left. */
export async function sendCheckpoints({ checkpointStores }: KeepsCheckpoints, attempt: Attempt): Promise<Outcome> {
  const { tenantId } = attempt.job;
  let waitMs = 0;
  let isRefused = false;
  let isMore = false;
  for (const store of checkpointStores) {
    const waiting = await listWaiting(attempt, store);
    isMore ||= waiting.length === BATCH;
    for (const { checkpoint, attempts } of waiting) {
      attempt.signal.throwIfAborted();
      const failure = await keep(store, toKept(checkpoint), attempt);
      const departure = { tenantId, checkpointId: checkpoint.id, destination: store.name };
      await attempt.checkpoint((tx) => noteDeparture(tx, departure, failure));
      if ("location" in failure) continue;
      attempt.report(failure.error);
      isRefused ||= errorCode(failure.error) === "INTEGRITY_ERROR";
      waitMs = Math.max(waitMs, Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** Math.min(attempts, 20)));
      // The ones behind it build on it.
      break;
    }
  }
  const write: Outcome["write"] = async (tx) => (isRefused ? enqueue(tx, [checkJob(tenantId)]) : []);
  if (waitMs > 0) return { state: "more", delayMs: waitMs, write };
  return isMore ? { state: "more", write } : nothingLeft;
}

type Kept = { readonly location: string } | { readonly error: unknown };

async function keep(store: CheckpointStore, checkpoint: KeptCheckpoint, attempt: Attempt): Promise<Kept> {
  const scope = { db: attempt.db, tenantId: attempt.job.tenantId };
  try {
    const proof = proofOf(scope, checkpoint.statement.sequence);
    return await store.keep(checkpoint, { proof, signal: attempt.signal });
  } catch (error) {
    if (error instanceof AssayError) return { error };
    throw error;
  }
}

function proofOf(scope: { readonly db: Database; readonly tenantId: string }, upTo: number): ChainProof {
  return async function* (after) {
    for (let at = after; at < upTo; ) {
      const rows = await listAfter(scope, at, upTo);
      if (rows.length === 0) return;
      yield rows.map(toAuditEntry);
      at = rows.at(-1)!.sequence;
    }
  };
}

function toKept(row: typeof auditCheckpoints.$inferSelect): KeptCheckpoint {
  return { statement: toStatement(row), keyId: row.keyId, signature: row.signature };
}

function listWaiting({ db, job: { tenantId } }: Attempt, { name }: CheckpointStore) {
  return inTenant({ db, tenantId }, (tx) =>
    tx
      .select({
        checkpoint: auditCheckpoints,
        attempts: sql<number>`coalesce(${checkpointDepartures.attempts}, 0)`.mapWith(Number),
      })
      .from(auditCheckpoints)
      .leftJoin(
        checkpointDepartures,
        and(
          eq(checkpointDepartures.tenantId, tenantId),
          eq(checkpointDepartures.checkpointId, auditCheckpoints.id),
          eq(checkpointDepartures.destination, name),
        ),
      )
      .where(and(eq(auditCheckpoints.tenantId, tenantId), isNull(checkpointDepartures.leftAt)))
      .orderBy(asc(auditCheckpoints.createdAt), asc(auditCheckpoints.id))
      .limit(BATCH),
  );
}

interface Departure {
  readonly tenantId: string;
  readonly checkpointId: string;
  readonly destination: string;
}

/** Says where a checkpoint is kept, or why it is not there yet. */
export async function noteDeparture(tx: Transaction, departure: Departure, kept: Kept): Promise<void> {
  const set =
    "location" in kept
      ? { leftAt: sql`clock_timestamp()`, location: kept.location, errorCode: null }
      : { errorCode: errorCode(kept.error) };
  await tx
    .insert(checkpointDepartures)
    .values({ ...departure, ...set, attempts: 1 })
    .onConflictDoUpdate({
      target: [checkpointDepartures.tenantId, checkpointDepartures.checkpointId, checkpointDepartures.destination],
      set: { ...set, attempts: sql`${checkpointDepartures.attempts} + 1` },
    });
}
