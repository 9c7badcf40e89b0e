import type { Overview } from "@assay/contract";
import { auditHeads, type Transaction } from "@assay/db";
import { eq } from "drizzle-orm";
import { databaseMillis } from "../database-clock.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { readAuditEnd } from "./audit-end.ts";
import { findDamagedRecords } from "./damaged-records.ts";
import { byCode, countModelErrors, countRunsByDay, toDays } from "./days.ts";
import { findDisabledWebhooks } from "./disabled-webhooks.ts";
import { findExpiringKeys } from "./expiring-keys.ts";
import { countFailedDocuments } from "./failed-documents.ts";
import { findPacks, findRetrievalVersion } from "./in-force.ts";
import { lastDays, startOf } from "./last-days.ts";
import { readQueue } from "./queue.ts";
import { findDamagedRuns, findFailedRuns, findRunsWithoutSnapshot, findStalledRuns } from "./runs-at-fault.ts";
import { findSoundRuns } from "./sound-runs.ts";

/**
 * How the tenant is. Each part is bounded: by the days that are shown, by what is open, or by a first few with
 * their number. `quietAfterMs`: an active run of which nothing finished for longer counts as stalled.
 */
export function getOverview(ctx: Context, { quietAfterMs }: { quietAfterMs: number }): Promise<Overview> {
  requireRole(ctx, "ADMIN");
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    const now = await readTime(tx, tenantId);
    const days = lastDays(now);
    const since = startOf(days[0]!);
    const errors = await countModelErrors(tx, tenantId, since);
    const sound = await findSoundRuns(tx, tenantId, since);
    const failed = await findFailedRuns(tx, tenantId, sound);
    const withoutSnapshot = await findRunsWithoutSnapshot(tx, tenantId, sound);
    const stalled = await findStalledRuns(tx, tenantId, quietAfterMs);
    const found = [sound, failed, withoutSnapshot, stalled].flatMap(({ damaged }) => damaged);
    return {
      at: now.toISOString(),
      runs: {
        failed: { count: failed.count, items: failed.items },
        withoutSnapshot: { count: withoutSnapshot.count, items: withoutSnapshot.items },
        stalled: stalled.items,
        damaged: await findDamagedRuns(tx, tenantId, { now, found }),
      },
      records: await findDamagedRecords(tx, tenantId),
      quietAfterMs,
      failedDocuments: await countFailedDocuments(tx, tenantId),
      queue: await readQueue(tx, tenantId),
      days: toDays(days, await countRunsByDay(tx, tenantId, sound), errors),
      modelErrors: byCode(errors),
      apiKeys: await findExpiringKeys(tx, tenantId),
      webhooks: await findDisabledWebhooks(tx, tenantId),
      audit: await readAuditEnd(tx, tenantId),
      retrievalVersion: await findRetrievalVersion(tx),
      packs: await findPacks(tx, tenantId),
    };
  });
}

async function readTime(tx: Transaction, tenantId: string): Promise<Date> {
  const [row] = await tx.select({ ms: databaseMillis }).from(auditHeads).where(eq(auditHeads.tenantId, tenantId));
  if (!row) throw new Error(`Cannot read the overview because tenant '${tenantId}' has no audit chain`);
  return new Date(row.ms);
}
