import {
  accessRecords,
  connections,
  type Database,
  idempotencyKeys,
  jobs,
  resets,
  rowsOf,
  spans,
  type Transaction,
  tenantEvents,
  webhookDeliveries,
} from "@assay/db";
import { and, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";

export interface KeepTimes {
  /** How long finished jobs are kept. */
  readonly keepJobsMs: number;
  /** How long the spans of runs are kept for the trace viewer. */
  readonly keepSpansMs: number;
  /** How long ended deliveries of webhooks are kept. */
  readonly keepDeliveriesMs: number;
}

/** Few enough that a batch holds up nobody, on a database of one connection too. */
const BATCH = 500;

/** Events, for readers that come back. */
export const EVENTS_KEPT = sql`interval '24 hours'`;

/** Removes a batch, and returns how many were in it. */
type Removal = (tx: Transaction, times: KeepTimes) => Promise<number>;

const REMOVALS: readonly Removal[] = [
  removeKeys,
  removeJobs,
  removeSpans,
  removeDeliveries,
  removeOlder(tenantEvents, EVENTS_KEPT),
  removeOlder(accessRecords, sql`interval '13 months'`),
  // They end within days; the audit log keeps what they did.
  removeOlder(resets, sql`interval '90 days'`),
  removeOlder(connections, sql`interval '13 months'`),
];

/**
 * Removes what has outlived its use, batch after batch of each kind in turn, until nothing is left of it or `isOver`: what
 * then is left goes with the next call. Safe to run from several processes at once.
 */
export async function removeExpired(db: Database, times: KeepTimes, isOver: () => boolean): Promise<void> {
  let left = REMOVALS;
  while (left.length > 0) {
    const full: Removal[] = [];
    for (const remove of left) if ((await inSystem(db, (tx) => remove(tx, times))) === BATCH) full.push(remove);
    if (isOver()) return;
    left = full;
  }
}

async function removeKeys(tx: Transaction): Promise<number> {
  await tx.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, sql`now()`));
  return 0;
}

// The batches below are arrays: a list that might be long would be joined with the whole table.

async function removeJobs(tx: Transaction, { keepJobsMs }: KeepTimes): Promise<number> {
  const finished = tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(inArray(jobs.state, ["DONE", "FAILED"]), lt(jobs.createdAt, databaseTimeIn(-keepJobsMs))))
    .orderBy(jobs.createdAt)
    .limit(BATCH)
    .for("update", { skipLocked: true });
  const removed = await tx.delete(jobs).where(sql`${jobs.id} = any(array(${finished}))`).returning({ id: jobs.id });
  return removed.length;
}

async function removeSpans(tx: Transaction, { keepSpansMs }: KeepTimes): Promise<number> {
  const old = sql`select ctid from spans where ended_at < ${databaseTimeIn(-keepSpansMs)} order by ended_at
    limit ${BATCH}::int for update skip locked`;
  const removed = await tx.delete(spans).where(sql`ctid = any(array(${old}))`).returning({ id: spans.spanId });
  return removed.length;
}

/** What waits for its receiver stays. */
async function removeDeliveries(tx: Transaction, { keepDeliveriesMs }: KeepTimes): Promise<number> {
  const ended = sql`coalesce(last_attempt_at, created_at)`;
  const old = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(ne(webhookDeliveries.state, "PENDING"), lt(ended, databaseTimeIn(-keepDeliveriesMs))))
    .orderBy(ended)
    .limit(BATCH);
  const removed = await tx
    .delete(webhookDeliveries)
    .where(sql`${webhookDeliveries.id} = any(array(${old}))`)
    .returning({ id: webhookDeliveries.id });
  return removed.length;
}

/** What is kept for a time alone, whatever it says. */
function removeOlder(table: PgTable, age: SQL): Removal {
  return async (tx) => {
    const old = sql`select id from ${table} where created_at < now() - ${age} order by created_at limit ${BATCH}::int`;
    const removed = await rowsOf(tx, sql`delete from ${table} where id = any(array(${old})) returning id`);
    return removed.length;
  };
}
