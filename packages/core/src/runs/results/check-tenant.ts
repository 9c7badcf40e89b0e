import { AssayError } from "@assay/contract";
import { type Database, recordChecks, type Transaction } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import { listCheckpointKeys } from "../../audit/checkpoint-keys.ts";
import type { Signs } from "../../checkpoints/make-checkpoint.ts";
import type { JobRef } from "../../jobs/job.ts";
import type { Attempt } from "../../jobs/stage.ts";
import { checkManifests } from "../../sources/check-manifests.ts";
import { inSystem, inTenant } from "../../tenancy/transact.ts";
import { type Damage, nameOfDamage, recordDamage } from "../../webhooks/record-damage.ts";
import { checkPinned } from "./check-pinned.ts";
import { checkRecords, KINDS_OF_TENANT, recordFirstSeen } from "./check-records.ts";

/**
 * Compares what is no run's with the digests in the audit log: exceptions, members, manifests, and the requirements and
 * guidance that the tenant uses. What is damaged is reported as INTEGRITY_ERROR each time, and recorded in the audit log once.
 */
export async function checkTenant(attempt: Attempt, { signer }: Signs): Promise<readonly JobRef[]> {
  const { db, job } = attempt;
  const { tenantId } = job;
  // What cannot be compared is tried again when its turn comes.
  attempt.onFailure(async (tx) => {
    await tx.update(recordChecks).set({ checkedAt: sql`now()` }).where(eq(recordChecks.tenantId, tenantId));
  });
  const keys = await listCheckpointKeys(db, signer);
  const { before, records, pinned } = await inTenant({ db, tenantId }, async (tx) => {
    const [last] = await tx.select().from(recordChecks).where(eq(recordChecks.tenantId, tenantId));
    return {
      before: last?.damaged ?? [],
      records: await checkRecords(tx, { tenantId }, { kinds: KINDS_OF_TENANT, isFirst: last === undefined }),
      pinned: await checkPinned(tx, tenantId),
    };
  });
  const manifests = await checkManifests({ db, tenantId }, keys, attempt.signal);
  const damages = [...records.damages, ...pinned.damages, ...manifests];
  const jobs = await attempt.checkpoint(async (tx) => {
    await recordFirstSeen(tx, { tenantId }, [...records.unseen, ...pinned.unseen]);
    await noteCheck(tx, tenantId, damages.map(nameOfDamage));
    return recordDamage(
      tx,
      { tenantId },
      damages.filter((damage) => !before.includes(nameOfDamage(damage))),
    );
  });
  if (damages.length > 0) attempt.report(damagedRecords(tenantId, damages));
  return jobs;
}

async function noteCheck(tx: Transaction, tenantId: string, damaged: string[]): Promise<void> {
  const check = { checkedAt: sql`now()`, damaged };
  await tx
    .insert(recordChecks)
    .values({ tenantId, ...check })
    .onConflictDoUpdate({ target: recordChecks.tenantId, set: check });
}

function damagedRecords(tenantId: string, damages: readonly Damage[]): AssayError {
  return new AssayError(
    "INTEGRITY_ERROR",
    `Stored records of tenant '${tenantId}' are damaged: restore the database from a backup`,
    { details: { tenantId, damages } },
  );
}

/** How many tenants have exceptions, members, requirements or guidance that are not what was recorded. */
export function countDamagedTenants(db: Database): Promise<number> {
  return inSystem(db, (tx) => tx.$count(recordChecks, sql`cardinality(${recordChecks.damaged}) > 0`));
}
