import { type Transaction, tenantRetention } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import { giveWay } from "../jobs/give-way.ts";
import { type Attempt, nothingLeft, type Outcome } from "../jobs/stage.ts";
import { asSystem, inSystem } from "../tenancy/transact.ts";
import { findLate } from "./find-late.ts";
import { removeOldRows } from "./remove-old-rows.ts";
import { removeOldRun } from "./remove-old-run.ts";
import { RETENTION_SOURCES } from "./retention-sources.ts";

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
  const isLate = async () => (await inSystem(db, (tx) => findLate(tx, LATE_DAYS, tenantId))).length > 0;
  const { endsAt, delayMs } = await giveWay(db, isLate);
  const later: Outcome = { state: "more", delayMs, write: async () => [] };
  if (endsAt === undefined) return later;
  for (const remove of REMOVALS)
    for (;;) {
      attempt.signal.throwIfAborted();
      const removed = await attempt.checkpoint((tx) => remove(tx, tenantId));
      if (removed === undefined) return nothingLeft;
      if (removed === 0) break;
      if (performance.now() >= endsAt) return later;
    }
  const set = { appliedAt: sql`now()` };
  const ofTenant = eq(tenantRetention.tenantId, tenantId);
  return {
    state: "done",
    write: (tx) => asSystem(tx, async () => void (await tx.update(tenantRetention).set(set).where(ofTenant))),
  };
}
