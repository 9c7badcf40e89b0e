import type { DeliveryType, WebhookEvent, WebhookEventType } from "@assay/contract";
import { insertInBatches, newId, oneRow, type Transaction, tenants, webhookDeliveries, webhooks } from "@assay/db";
import { and, asc, eq, sql } from "drizzle-orm";
import { type AuditEvent, recordAudit } from "../audit/record-audit.ts";
import { databaseMillis } from "../database-clock.ts";
import { enqueue, type JobRef, type NewJob } from "../jobs/job.ts";
import type { Context } from "../tenancy/context.ts";
import { isAnnounced, readEventData } from "./event-data.ts";

/**
 * Records a change of state in the audit chain and, for the webhooks that ask for it, as deliveries: both are there when
 * the transaction commits, or neither. Call it last in a transaction. Returns the jobs that deliver.
 */
export async function recordAndAnnounce(
  tx: Transaction,
  ctx: Pick<Context, "tenantId" | "actor">,
  ...events: AuditEvent[]
): Promise<JobRef[]> {
  const jobs: JobRef[] = [];
  for (const { action, objectId } of events) {
    if (!isAnnounced(action)) continue;
    const listeners = await lockListeners(tx, ctx.tenantId, action);
    if (listeners.length === 0) continue;
    const data = await readEventData(tx, action, { tenantId: ctx.tenantId, id: objectId });
    if (data) jobs.push(...(await addDeliveries(tx, ctx.tenantId, listeners, { type: action, data } as Announced)));
  }
  await recordAudit(tx, ctx, ...events);
  return jobs;
}

/** What happened, without its time. */
export type Announced = { [T in DeliveryType]: Omit<Extract<WebhookEvent, { type: T }>, "timestamp"> }[DeliveryType];

/** Adds a delivery for each webhook that asks for the event, in the transaction of what happened. */
export async function announce(
  tx: Transaction,
  tenantId: string,
  event: Announced & { readonly type: WebhookEventType },
): Promise<JobRef[]> {
  const listeners = await lockListeners(tx, tenantId, event.type);
  return listeners.length === 0 ? [] : addDeliveries(tx, tenantId, listeners, event);
}

/** A webhook that is being removed is waited for, so that no delivery is added for one that is gone. */
async function lockListeners(tx: Transaction, tenantId: string, type: WebhookEventType): Promise<string[]> {
  const rows = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.tenantId, tenantId),
        eq(webhooks.enabled, true),
        sql`${webhooks.events} @> array[${type}]::text[]`,
      ),
    )
    .orderBy(asc(webhooks.id))
    .for("key share");
  return rows.map(({ id }) => id);
}

/** Adds the same event for each of the webhooks, under one message id. */
export async function addDeliveries(
  tx: Transaction,
  tenantId: string,
  webhookIds: readonly string[],
  event: Announced,
): Promise<JobRef[]> {
  const clock = oneRow(await tx.select({ now: databaseMillis }).from(tenants).where(eq(tenants.id, tenantId)));
  const now = new Date(clock.now);
  const payload = JSON.stringify({ type: event.type, timestamp: now.toISOString(), data: event.data });
  const eventId = newId();
  const rows = webhookIds.map((webhookId) => ({
    id: newId(),
    tenantId,
    webhookId,
    eventId,
    type: event.type,
    payload,
    nextAttemptAt: now,
    createdAt: now,
  }));
  await insertInBatches(tx, webhookDeliveries, rows);
  return enqueue(
    tx,
    rows.map(({ id }) => deliveryJob({ tenantId, id })),
  );
}

/** The job that makes the next attempt at a delivery. */
export function deliveryJob({ tenantId, id }: { readonly tenantId: string; readonly id: string }): NewJob {
  return { tenantId, kind: "webhook", subjectId: id, stage: "deliver" };
}
