import { type Transaction, tenantRetention } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import { isWorkWaiting } from "../jobs/is-work-waiting.ts";
import { type Attempt, nothingLeft, type Outcome } from "../jobs/stage.ts";
import { asSystem, inSystem } from "../tenancy/transact.ts";
import { findLate } from "./find-late.ts";
import { removeOldRows } from "./remove-old-rows.ts";
import { removeOldRun } from "./remove-old-run.ts";
import { RETENTION_SOURCES } from "./retention-sources.ts";

/** How long one attempt continues, and how soon it looks again where other work waits. */
const ATTEMPT_MS = 10_000;
const BUSY_MS = 30_000;
/** A job is made a day after the last one was done, and has waited for a day then. */
const LATE_DAYS = 2;

type Removal = (tx: Transaction, tenantId: string) => Promise<number | undefined>;
const REMOVALS: readonly Removal[] = [
  ...RETENTION_SOURCES.map(
    (source): Removal =>
      (tx, tenantId) =>
        removeOldRows(tx, tenantId, source),
  ),
  removeOldRun,
];

/**
 * Removes what is due by a tenant's rules, in steps that are each whole. It gives way to all other work, and what is left is a
 * query, so that it may stop anywhere. What has waited for a day goes on all the same, a step at a time.
 */
export async function applyRetention(attempt: Attempt): Promise<Outcome> {
  const { db, job } = attempt;
  const { tenantId } = job;
  const isBusy = await isWorkWaiting(db);
  const later: Outcome = { state: "more", delayMs: isBusy ? BUSY_MS : 0, write: async () => [] };
  if (isBusy && (await inSystem(db, (tx) => findLate(tx, LATE_DAYS, tenantId))).length === 0) return later;
  const endsAt = performance.now() + (isBusy ? 0 : ATTEMPT_MS);
  for (const remove of REMOVALS)
    for (;;) {
      attempt.signal.throwIfAborted();
      const removed = await attempt.checkpoint((tx) => remove(tx, tenantId));
      if (removed === undefined) return nothingLeft;
      if (removed === 0) break;
      if (performance.now() >= endsAt) return later;
    }
  return {
    state: "done",
    write: async (tx) => {
      const set = { appliedAt: sql`now()` };
      await asSystem(tx, () =>
        tx.update(tenantRetention).set(set).where(eq(tenantRetention.tenantId, tenantId)).returning(),
      );
      return [];
    },
  };
}
