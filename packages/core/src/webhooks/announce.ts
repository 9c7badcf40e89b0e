import type { DeliveryType, WebhookEvent, WebhookEventType } from "@assay/contract";
import {
  insertInBatches,
  newId,
  oneRow,
  rowsOf,
  type Transaction,
  tenantEvents,
  tenants,
  webhookDeliveries,
} from "@assay/db";
import { eq, sql } from "drizzle-orm";
import { type AuditEvent, recordAudit } from "../audit/record-audit.ts";
import { databaseMillis } from "../database-clock.ts";
import { enqueue, type JobRef, type NewJob } from "../jobs/job.ts";
import type { Context } from "../tenancy/context.ts";
import { isAnnounced, readEventData } from "./event-data.ts";
import { isSeen } from "./read-events.ts";

/**
 * Records a change of state in the audit chain and, for the webhooks that ask for it and who reads the
 * stream of events, as deliveries and an event: both are there when
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
    if (!isHeard(listeners)) continue;
    const data = await readEventData(tx, action, { tenantId: ctx.tenantId, id: objectId });
    if (data) jobs.push(...(await tell(tx, ctx.tenantId, listeners, { type: action, data } as Happened)));
  }
  await recordAudit(tx, ctx, ...events);
  return jobs;
}

/** What happened, without its time. */
export type Announced = { [T in DeliveryType]: Omit<Extract<WebhookEvent, { type: T }>, "timestamp"> }[DeliveryType];

type Happened = Announced & { readonly type: WebhookEventType };

/** Adds a delivery for each webhook that asks for the event, and an event for who reads their stream, in the transaction of what happened. */
export async function announce(tx: Transaction, tenantId: string, event: Happened): Promise<JobRef[]> {
  const listeners = await lockListeners(tx, tenantId, event.type);
  return isHeard(listeners) ? tell(tx, tenantId, listeners, event) : [];
}

export interface Listeners {
  readonly webhookIds: readonly string[];
  /** Whether anyone reads the stream of events, or did and may come back. */
  readonly isRead: boolean;
}

function isHeard({ webhookIds, isRead }: Listeners): boolean {
  return isRead || webhookIds.length > 0;
}

/** A webhook that is being removed is waited for, so that no delivery is added for one that is gone. */
export async function lockListeners(tx: Transaction, tenantId: string, type: WebhookEventType): Promise<Listeners> {
  const rows = await rowsOf<{ webhookId: string | null }>(
    tx,
    sql`
    with listening as (
      select id from webhooks where webhooks.tenant_id = ${tenantId} and enabled and events @> array[${type}]::text[]
      order by id for key share)
    select id as "webhookId" from listening
    union all select null from event_readers where event_readers.tenant_id = ${tenantId} and ${isSeen}`,
  );
  const webhookIds = rows.flatMap(({ webhookId }) => webhookId ?? []).toSorted();
  return { webhookIds, isRead: webhookIds.length < rows.length };
}

/** Adds what is told to these, under one message id. */
export async function tell(
  tx: Transaction,
  tenantId: string,
  { webhookIds, isRead }: Listeners,
  event: Happened,
): Promise<JobRef[]> {
  const message = await makeMessage(tx, tenantId, event);
  const { eventId: id, type, payload, at } = message;
  if (isRead) await tx.insert(tenantEvents).values({ id, tenantId, type, payload, createdAt: at });
  return addRows(tx, tenantId, webhookIds, message);
}

/** Adds the same event for each of the webhooks, under one message id. */
export async function addDeliveries(
  tx: Transaction,
  tenantId: string,
  webhookIds: readonly string[],
  event: Announced,
): Promise<JobRef[]> {
  return addRows(tx, tenantId, webhookIds, await makeMessage(tx, tenantId, event));
}

export interface Message<T extends DeliveryType> {
  readonly eventId: string;
  readonly type: T;
  readonly payload: string;
  readonly at: Date;
}

/** With an id of its own, and the time of the database. */
export async function makeMessage<T extends DeliveryType>(
  tx: Transaction,
  tenantId: string,
  event: { readonly type: T; readonly data: object; readonly test?: true },
): Promise<Message<T>> {
  const clock = oneRow(await tx.select({ now: databaseMillis }).from(tenants).where(eq(tenants.id, tenantId)));
  const at = new Date(clock.now);
  const { type, data, test } = event;
  const payload = JSON.stringify({ type, timestamp: at.toISOString(), data, test });
  return { eventId: newId(), type, payload, at };
}

/** Adds a delivery of the message for each of the webhooks. */
export async function addRows(
  tx: Transaction,
  tenantId: string,
  webhookIds: readonly string[],
  { eventId, type, payload, at }: Message<DeliveryType>,
): Promise<JobRef[]> {
  if (webhookIds.length === 0) return [];
  const rows = webhookIds.map((webhookId) => ({
    id: newId(),
    tenantId,
    webhookId,
    eventId,
    type,
    payload,
    nextAttemptAt: at,
    createdAt: at,
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
