import { AssayError, isUuid, type WebhookDelivery, type WebhookDeliveryListQuery } from "@assay/contract";
import { jobs, oneRow, type Transaction, webhookDeliveries } from "@assay/db";
import { and, desc, eq, inArray } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { DUE_NOW, enqueue, type JobRef } from "../jobs/job.ts";
import { mapPage, newestPage, type Page } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { addDeliveries, deliveryJob } from "./announce.ts";
import { readNow, withWebhook } from "./read-webhooks.ts";
import { type DeliveryRow, toDelivery } from "./to-webhook.ts";

/** Of one webhook, newest first. Throws NOT_FOUND, CROSS_TENANT_ACCESS_DENIED. */
export async function listWebhookDeliveries(
  ctx: Context,
  webhookId: string,
  query: WebhookDeliveryListQuery,
): Promise<Page<WebhookDelivery>> {
  requireRole(ctx, "ADMIN");
  return withWebhook(ctx, webhookId, async (tx) => {
    const inState = query.state && eq(webhookDeliveries.state, query.state);
    const page = await newestPage("webhook-deliveries", query, {
      from: tx.select().from(webhookDeliveries),
      columns: webhookDeliveries,
      where: and(eq(webhookDeliveries.tenantId, ctx.tenantId), eq(webhookDeliveries.webhookId, webhookId), inState),
    });
    return mapPage(page, toDelivery);
  });
}

interface Requested {
  readonly delivery: WebhookDelivery;
  readonly jobs: readonly JobRef[];
}

/** Sends `webhook.test` once, also to a webhook that is disabled; what becomes of it changes nothing of the webhook. */
export function testWebhook(ctx: Context, webhookId: string): Promise<Requested> {
  requireRole(ctx, "ADMIN");
  const { tenantId } = ctx;
  return withWebhook(ctx, webhookId, async (tx) => {
    const event = { type: "webhook.test", data: { tenantId, webhookId } } as const;
    const added = await addDeliveries(tx, tenantId, [webhookId], event);
    const [row] = await tx
      .select()
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.tenantId, tenantId), eq(webhookDeliveries.webhookId, webhookId)))
      .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
      .limit(1);
    await recordAudit(tx, ctx, { action: "webhook.tested", objectType: "webhook", objectId: webhookId });
    return { delivery: toDelivery(row!), jobs: added };
  });
}

/**
 * Sends a delivery again, with the message id that it had, so that a receiver that knows it can leave it out; one that
 * waits for its next attempt is sent now. Throws NOT_FOUND, and INVALID_STATE while the webhook is disabled.
 */
export async function redeliver(ctx: Context, webhookId: string, deliveryId: string): Promise<Requested> {
  requireRole(ctx, "ADMIN");
  const requested = await withWebhook(ctx, webhookId, async (tx, webhook) => {
    const row = isUuid(deliveryId) ? await findDelivery(tx, webhook, deliveryId) : undefined;
    if (!row) return { missing: true as const };
    if (!webhook.enabled && row.type !== "webhook.test")
      throw new AssayError(
        "INVALID_STATE",
        `Cannot send delivery '${deliveryId}' because its webhook must be enabled: enable it first`,
      );
    const restarted = oneRow(
      await tx
        .update(webhookDeliveries)
        .set({
          state: "PENDING",
          nextAttemptAt: await readNow(tx, ctx.tenantId),
          ...(row.state === "PENDING" ? {} : { attempts: 0, responseStatus: null, error: null }),
        })
        .where(and(eq(webhookDeliveries.tenantId, ctx.tenantId), eq(webhookDeliveries.id, deliveryId)))
        .returning(),
    );
    const added = await sendNow(tx, restarted);
    await recordAudit(tx, ctx, {
      action: "webhook.delivery_requested",
      objectType: "webhook_delivery",
      objectId: deliveryId,
    });
    return { delivery: toDelivery(restarted), jobs: added };
  });
  return found(ctx, "webhook delivery", deliveryId, "missing" in requested ? undefined : requested);
}

async function findDelivery(
  tx: Transaction,
  { tenantId, id }: { tenantId: string; id: string },
  deliveryId: string,
): Promise<DeliveryRow | undefined> {
  const [row] = await tx
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.tenantId, tenantId),
        eq(webhookDeliveries.webhookId, id),
        eq(webhookDeliveries.id, deliveryId),
      ),
    );
  return row;
}

/** The job that waits for its time becomes due; without one there is a new one. */
async function sendNow(tx: Transaction, { tenantId, id }: DeliveryRow): Promise<JobRef[]> {
  const waiting = await tx
    .update(jobs)
    .set({ ...DUE_NOW, publishedAt: null })
    .where(
      and(
        eq(jobs.tenantId, tenantId),
        eq(jobs.kind, "webhook"),
        eq(jobs.subjectId, id),
        inArray(jobs.state, ["PENDING"]),
      ),
    )
    .returning({ jobId: jobs.id, tenantId: jobs.tenantId });
  return waiting.length > 0 ? waiting : enqueue(tx, [deliveryJob({ tenantId, id })]);
}
