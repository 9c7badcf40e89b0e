import { AssayError, type TriggerEventBody, type TriggeredEvent, type WebhookEventType } from "@assay/contract";
import { oneRow, tenantEvents, webhookDeliveries } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { JobRef } from "../jobs/job.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { addRows, lockListeners, type Message, makeMessage } from "./announce.ts";
import { withWebhook } from "./read-webhooks.ts";
import { messageId, toDelivery } from "./to-webhook.ts";

interface Triggered extends TriggeredEvent {
  readonly jobs: readonly JobRef[];
}

/**
 * Sends an event of this type as a test: to those who read the stream, or to one webhook as `webhook.test` is sent: once,
 * and what becomes of it changes nothing of the webhook. Throws INVALID_STATE where nobody reads, NOT_FOUND.
 */
export async function triggerEvent(ctx: Context, { type, webhookId }: TriggerEventBody): Promise<Triggered> {
  requireRole(ctx, "ADMIN");
  const { tenantId } = ctx;
  const { sampleData } = await import("./sample-event.ts");
  const event = { type, data: sampleData(type, tenantId), test: true } as const;
  if (webhookId !== undefined)
    return withWebhook(ctx, webhookId, async (tx) => {
      const message = await makeMessage(tx, tenantId, event);
      const jobs = await addRows(tx, tenantId, [webhookId], { ...message, type: "webhook.test" });
      const row = oneRow(
        await tx
          .select()
          .from(webhookDeliveries)
          .where(isOf(tenantId, webhookId, message)),
      );
      await recordAudit(tx, ctx, { action: "webhook.tested", objectType: "webhook", objectId: webhookId });
      return { messageId: messageId(message), delivery: toDelivery(row), jobs };
    });
  return inTenant(ctx, async (tx) => {
    const { isRead } = await lockListeners(tx, tenantId, type);
    if (!isRead)
      throw new AssayError(
        "INVALID_STATE",
        "Cannot send the event because nobody reads the stream: run `assay webhooks listen`, or name a webhook",
      );
    const message = await makeMessage(tx, tenantId, event);
    const { eventId: id, payload, at: createdAt } = message;
    await tx.insert(tenantEvents).values({ id, tenantId, type, payload, createdAt });
    await recordAudit(tx, ctx, { action: "event.tested", objectType: "tenant", objectId: tenantId });
    return { messageId: messageId(message), delivery: null, jobs: [] };
  });
}

/** The webhook and the time are what the index is of: an event's id has none. */
function isOf(tenantId: string, webhookId: string, { eventId, at }: Message<WebhookEventType>) {
  const { tenantId: tenant, webhookId: webhook, createdAt, eventId: event } = webhookDeliveries;
  return and(eq(tenant, tenantId), eq(webhook, webhookId), eq(createdAt, at), eq(event, eventId));
}
