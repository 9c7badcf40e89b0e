import { isUuid, type Webhook } from "@assay/contract";
import { oneRow, type Transaction, tenants, webhooks } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { databaseMillis } from "../database-clock.ts";
import { mapPage, newestPage, type Page } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { toWebhook, type WebhookRow } from "./to-webhook.ts";

/** Newest first, those that are disabled included. */
export function listWebhooks(
  ctx: Context,
  query: { limit: number; cursor?: string | undefined },
): Promise<Page<Webhook>> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, async (tx) => {
    const where = eq(webhooks.tenantId, ctx.tenantId);
    const page = await newestPage("webhooks", query, { from: tx.select().from(webhooks), columns: webhooks, where });
    const now = await readNow(tx, ctx.tenantId);
    return mapPage(page, (row) => toWebhook(row, now));
  });
}

/** Throws NOT_FOUND, CROSS_TENANT_ACCESS_DENIED. */
export async function getWebhook(ctx: Context, id: string): Promise<Webhook> {
  requireRole(ctx, "ADMIN");
  return withWebhook(ctx, id, async (tx, row) => toWebhook(row, await readNow(tx, ctx.tenantId)));
}

/** Runs `act` with the webhook's row, which it locks. Throws NOT_FOUND, CROSS_TENANT_ACCESS_DENIED. */
export async function withWebhook<T extends object>(
  ctx: Context,
  id: string,
  act: (tx: Transaction, row: WebhookRow) => Promise<T>,
): Promise<T> {
  const result = isUuid(id)
    ? await inTenant(ctx, async (tx) => {
        const row = await lockWebhook(tx, ctx.tenantId, id);
        return row && act(tx, row);
      })
    : undefined;
  return found(ctx, "webhook", id, result);
}

/** Anyone who changes a webhook or a delivery of it locks the webhook first. Adding deliveries does not wait for it. */
export async function lockWebhook(tx: Transaction, tenantId: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.tenantId, tenantId), eq(webhooks.id, id)))
    .for("no key update");
  return row;
}

/** The database's clock. */
export async function readNow(tx: Transaction, tenantId: string): Promise<Date> {
  const { now } = oneRow(await tx.select({ now: databaseMillis }).from(tenants).where(eq(tenants.id, tenantId)));
  return new Date(now);
}
