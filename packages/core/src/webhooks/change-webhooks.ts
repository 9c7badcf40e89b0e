import { type CreateWebhookBody, type PatchWebhookBody, WEBHOOKS_MAX, type Webhook } from "@assay/contract";
import { lockUntilCommit, newId, oneRow, type Transaction, webhooks } from "@assay/db";
import { and, count, eq } from "drizzle-orm";
import { type AuditEvent, recordAudit } from "../audit/record-audit.ts";
import { databaseTimeIn } from "../database-clock.ts";
import { sha256Hex } from "../digest.ts";
import type { SecretBox } from "../ports/secret-box.ts";
import type { WebhookSender } from "../ports/webhook-sender.ts";
import type { Context } from "../tenancy/context.ts";
import { requirePerson } from "../tenancy/require-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { requireRoom } from "../tenancy/require-room.ts";
import { inTenant } from "../tenancy/transact.ts";
import { endOpenDeliveries } from "./end-deliveries.ts";
import { readNow, withWebhook } from "./read-webhooks.ts";
import { contextOf, newSecret, requireBox } from "./secrets.ts";
import { toWebhook, type WebhookRow } from "./to-webhook.ts";

/** What the verbs work with. */
export interface WebhookParts {
  readonly webhookSender: Pick<WebhookSender, "check">;
  /** Undefined where the deployment has no key to keep secrets with. */
  readonly secretBox: SecretBox | undefined;
}

/** How long the secret before a rotation also signs. */
const OVERLAP_MS = 24 * 3_600_000;

export interface WebhookWithSecret {
  readonly webhook: Webhook;
  /** Nowhere but in this answer. */
  readonly secret: string;
}

/** Throws UNSAFE_URL by what the URL alone tells, INVALID_STATE where the tenant has as many as it may. */
export async function createWebhook(
  ctx: Context,
  { webhookSender, secretBox }: WebhookParts,
  body: CreateWebhookBody,
): Promise<WebhookWithSecret> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, "create a webhook");
  const { tenantId, actor } = ctx;
  const url = webhookSender.check(body.url);
  const id = newId();
  const secret = newSecret();
  const sealed = await requireBox(secretBox).seal(secret, contextOf({ tenantId, id }));
  return inTenant(ctx, async (tx) => {
    await takePlace(tx, tenantId);
    const row = oneRow(
      await tx
        .insert(webhooks)
        .values({
          id,
          tenantId,
          url,
          events: body.events,
          secret: sealed.bytes,
          secretKeyId: sealed.keyId,
          createdBy: actor.id,
        })
        .returning(),
    );
    await recordAudit(tx, ctx, {
      ...eventOf("created", id),
      details: { urlHash: await sha256Hex(url), events: body.events },
    });
    return { webhook: toWebhook(row, row.createdAt), secret };
  });
}

/** Changes what is named. Disabling ends what is not delivered yet; it can be sent again later. */
export async function changeWebhook(
  ctx: Context,
  { webhookSender }: Pick<WebhookParts, "webhookSender">,
  id: string,
  body: PatchWebhookBody,
): Promise<Webhook> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, "change a webhook");
  const url = body.url === undefined ? undefined : webhookSender.check(body.url);
  return withWebhook(ctx, id, async (tx, before) => {
    const now = await readNow(tx, ctx.tenantId);
    const events: AuditEvent[] = [];
    const set: Partial<WebhookRow> = {};
    if (url !== undefined && url !== before.url) set.url = url;
    if (body.events && !isSameSet(body.events, before.events)) set.events = body.events;
    if (set.url !== undefined || set.events)
      events.push({
        ...eventOf("changed", id),
        details: {
          ...(set.url === undefined ? {} : { urlHash: await sha256Hex(set.url) }),
          ...(set.events ? { events: set.events } : {}),
        },
      });
    if (body.enabled !== undefined && body.enabled !== before.enabled) {
      Object.assign(
        set,
        body.enabled
          ? { enabled: true, disabledReason: null, disabledAt: null, failingSince: null }
          : { enabled: false, disabledReason: "BY_PERSON", disabledAt: now },
      );
      events.push(eventOf(body.enabled ? "enabled" : "disabled", id));
    }
    if (events.length === 0) return toWebhook(before, now);
    if (set.events || set.enabled) set.listeningSince = now;
    const after = oneRow(await tx.update(webhooks).set(set).where(keyOf(before)).returning());
    if (!after.enabled && before.enabled) await endOpenDeliveries(tx, after);
    await recordAudit(tx, ctx, ...events);
    return toWebhook(after, now);
  });
}

/** Removes the webhook with its secrets and deliveries. */
export async function removeWebhook(ctx: Context, id: string): Promise<void> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, "remove a webhook");
  await withWebhook(ctx, id, async (tx, row) => {
    await endOpenDeliveries(tx, row);
    await tx.delete(webhooks).where(keyOf(row));
    await recordAudit(tx, ctx, eventOf("removed", id));
    return {};
  });
}

/** Activates a new secret; the one before signs too for 24 hours, so that receivers can change over. */
export async function rotateWebhookSecret(
  ctx: Context,
  { secretBox }: Pick<WebhookParts, "secretBox">,
  id: string,
): Promise<WebhookWithSecret> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, "rotate the secret of a webhook");
  const box = requireBox(secretBox);
  const secret = newSecret();
  return withWebhook(ctx, id, async (tx, before) => {
    const sealed = await box.seal(secret, contextOf(before));
    const after = oneRow(
      await tx
        .update(webhooks)
        .set({
          secret: sealed.bytes,
          secretKeyId: sealed.keyId,
          previousSecret: before.secret,
          previousKeyId: before.secretKeyId,
          previousUntil: databaseTimeIn(OVERLAP_MS),
        })
        .where(keyOf(before))
        .returning(),
    );
    const now = await readNow(tx, ctx.tenantId);
    await recordAudit(tx, ctx, eventOf("secret_rotated", id));
    return { webhook: toWebhook(after, now), secret };
  });
}

/** Creations of a tenant wait for each other from here to their commit, so that no two take the last place. */
async function takePlace(tx: Transaction, tenantId: string): Promise<void> {
  await lockUntilCommit(tx, `webhooks:${tenantId}`);
  const { held } = oneRow(await tx.select({ held: count() }).from(webhooks).where(eq(webhooks.tenantId, tenantId)));
  requireRoom({ held, max: WEBHOOKS_MAX, act: "create the webhook", code: "INVALID_STATE" });
}

type Verb = "created" | "changed" | "enabled" | "disabled" | "removed" | "secret_rotated";

function eventOf(verb: Verb, objectId: string): AuditEvent {
  return { action: `webhook.${verb}`, objectType: "webhook", objectId };
}

function keyOf({ tenantId, id }: Pick<WebhookRow, "tenantId" | "id">) {
  return and(eq(webhooks.tenantId, tenantId), eq(webhooks.id, id));
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}
