import { AssayError, type DeliveryError, type FetchError, type WebhookEventOf } from "@assay/contract";
import {
  checkpointDepartures,
  type Database,
  oneRow,
  sweeps,
  type Transaction,
  tenants,
  webhookDeliveries,
  webhooks,
} from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { Job } from "../jobs/job.ts";
import { type Attempt, nothingLeft, type Outcome } from "../jobs/stage.ts";
import { resumedAt } from "../jobs/take-late-sweep.ts";
import type { SecretBox } from "../ports/secret-box.ts";
import type { WebhookSender } from "../ports/webhook-sender.ts";
import { type Posted, postMessage } from "../post-message.ts";
import { systemActor } from "../tenancy/context.ts";
import { inSystem, inTenant } from "../tenancy/transact.ts";
import { endOpenDeliveries } from "./end-deliveries.ts";
import { lockWebhook, readNow } from "./read-webhooks.ts";
import { DISABLED_AFTER_MS, waitAfter } from "./retry-schedule.ts";
import { openSecrets } from "./secrets.ts";
import { type DeliveryRow, messageId, type WebhookRow } from "./to-webhook.ts";

export interface DeliveryServices {
  readonly webhookSender: WebhookSender;
  readonly secretBox: SecretBox | undefined;
}

/** How long a delivery waits for the operator to bring back the key of its secret. */
const KEY_WAIT_MS = 5 * 60_000;

/** How one attempt ended. */
type Ending =
  | { readonly kind: "delivered"; readonly status: number }
  | {
      readonly kind: "failed";
      readonly error: DeliveryError;
      readonly status: number | null;
      readonly retryAfterSeconds?: number | undefined;
    }
  | { readonly kind: "unreadable" };

interface Due {
  readonly delivery: DeliveryRow;
  readonly webhook: WebhookRow;
  readonly now: Date;
}

/**
 * Makes one attempt at a delivery. A crash between the receiver's answer and the commit sends the message again, under
 * the same id.
 */
export async function deliverMessage(services: DeliveryServices, attempt: Attempt): Promise<Outcome> {
  const due = await loadDue(attempt);
  if (!due) return nothingLeft;
  const ending = await send(services, due, attempt);
  if (ending.kind === "unreadable") {
    attempt.report(unreadable(due));
    return { state: "more", delayMs: KEY_WAIT_MS, write: (tx) => postpone(tx, due) };
  }
  if (ending.kind === "delivered") return { state: "done", write: (tx) => settle(tx, due, ending, undefined) };
  const { retryAfterSeconds } = ending;
  const attempts = due.delivery.attempts + 1;
  const isTest = due.delivery.type === "webhook.test";
  const delayMs =
    isTest || ending.status === GONE ? undefined : waitAfter(attempts, { retryAfterSeconds, random: Math.random() });
  const resumed = await readResumedAt(attempt.db, due.delivery.tenantId);
  return {
    state: delayMs === undefined ? "done" : "more",
    ...(delayMs === undefined ? {} : { delayMs }),
    write: (tx) => settle(tx, due, ending, delayMs, resumed),
  };
}

const GONE = 410;

/** The job failed permanently, not by the receiver's answer: a crash too often, or an error of our own. */
export async function failDelivery(tx: Transaction, { tenantId, subjectId }: Job): Promise<[]> {
  await tx
    .update(webhookDeliveries)
    .set({ state: "FAILED", error: "INTERNAL_ERROR", nextAttemptAt: null })
    .where(openDelivery(tenantId, subjectId));
  return [];
}

/** Undefined where there is nothing to send any more. */
function loadDue({ db, job }: Pick<Attempt, "db" | "job">): Promise<Due | undefined> {
  const { tenantId, subjectId } = job;
  return inTenant({ db, tenantId }, async (tx) => {
    const [row] = await tx
      .select({ delivery: webhookDeliveries, webhook: webhooks })
      .from(webhookDeliveries)
      .innerJoin(webhooks, and(eq(webhooks.tenantId, tenantId), eq(webhooks.id, webhookDeliveries.webhookId)))
      .where(openDelivery(tenantId, subjectId));
    if (!row || !mayBeSent(row)) return undefined;
    return { ...row, now: await readNow(tx, tenantId) };
  });
}

/** A webhook may be tried before it is enabled. */
function mayBeSent({ delivery, webhook }: Pick<Due, "delivery" | "webhook">): boolean {
  return webhook.enabled || delivery.type === "webhook.test";
}

async function send(
  { webhookSender, secretBox }: DeliveryServices,
  { delivery, webhook, now }: Due,
  { signal }: Attempt,
): Promise<Ending> {
  const secrets = await openSecrets(secretBox, webhook, now);
  if (!secrets) return { kind: "unreadable" };
  const message = { url: webhook.url, id: messageId(delivery), at: now, body: delivery.payload, secrets };
  return endingOf(await postMessage(webhookSender, message, { signal }));
}

function endingOf(posted: Posted): Ending {
  switch (posted.kind) {
    case "taken":
      return { kind: "delivered", status: posted.status };
    case "refused":
      return { ...posted, kind: "failed", error: "REFUSED" };
    case "unreachable":
      return { kind: "failed", error: errorOf(posted.error), status: null };
    default:
      return posted satisfies never;
  }
}

function errorOf({ code }: FetchError): DeliveryError {
  switch (code) {
    case "FETCH_TIMEOUT":
      return "TIMEOUT";
    case "UNSAFE_URL":
      return "UNSAFE_URL";
    default:
      return "UNREACHABLE";
  }
}

async function settle(
  tx: Transaction,
  due: Due,
  ending: Exclude<Ending, { kind: "unreadable" }>,
  delayMs: number | undefined,
  resumed?: Date,
): Promise<[]> {
  const { tenantId } = due.delivery;
  const webhook = await lockWebhook(tx, tenantId, due.webhook.id);
  if (!webhook) return [];
  const now = await readNow(tx, tenantId);
  const delivered = ending.kind === "delivered";
  const isTest = due.delivery.type === "webhook.test";
  const isOver = delayMs === undefined || !webhook.enabled;
  await tx
    .update(webhookDeliveries)
    .set({
      state: delivered ? "DELIVERED" : isOver ? "FAILED" : "PENDING",
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      lastAttemptAt: now,
      nextAttemptAt: delivered || isOver ? null : new Date(now.getTime() + delayMs),
      responseStatus: ending.status,
      error: delivered ? null : ending.error,
    })
    .where(and(eq(webhookDeliveries.tenantId, tenantId), eq(webhookDeliveries.id, due.delivery.id)));
  if (delivered) {
    if (due.delivery.type === "checkpoint.signed") await noteCheckpoint(tx, due.delivery, now);
    if (webhook.failingSince) await setWebhook(tx, webhook, { failingSince: null });
    return [];
  }
  if (webhook.enabled && !isTest) await noteFailure(tx, webhook, ending, { now, resumed });
  return [];
}

/** A checkpoint that a receiver took has left the service. */
async function noteCheckpoint(
  tx: Transaction,
  { tenantId, webhookId, payload }: DeliveryRow,
  now: Date,
): Promise<void> {
  const { data } = JSON.parse(payload) as WebhookEventOf<"checkpoint.signed">;
  await tx
    .insert(checkpointDepartures)
    .values({ tenantId, checkpointId: data.id, destination: `webhook:${webhookId}`, leftAt: now, attempts: 1 })
    .onConflictDoNothing();
}

/** Notes since when nothing succeeds, and disables a webhook whose receiver is gone or has failed for days. */
async function noteFailure(
  tx: Transaction,
  webhook: WebhookRow,
  { status }: { readonly status: number | null },
  { now, resumed }: { readonly now: Date; readonly resumed: Date | undefined },
): Promise<void> {
  const failingSince = webhook.failingSince ?? now;
  // While the service itself stood still nobody tried: that time says nothing of the receiver.
  const tried = Math.max(failingSince.getTime(), resumed?.getTime() ?? 0);
  const reason = status === GONE ? "GONE" : now.getTime() - tried >= DISABLED_AFTER_MS ? "FAILING" : undefined;
  if (!reason) {
    if (!webhook.failingSince) await setWebhook(tx, webhook, { failingSince });
    return;
  }
  await setWebhook(tx, webhook, { enabled: false, disabledReason: reason, disabledAt: now, failingSince });
  await endOpenDeliveries(tx, webhook);
  await recordAudit(tx, systemActor(webhook.tenantId), {
    action: "webhook.disabled",
    objectType: "webhook",
    objectId: webhook.id,
    details: { errorCode: reason },
  });
}

/** The key is the operator's to bring back: no attempt is counted, and the receiver is not at fault. */
async function postpone(tx: Transaction, { delivery, now }: Due): Promise<[]> {
  await tx
    .update(webhookDeliveries)
    .set({ error: "SECRET_UNREADABLE", nextAttemptAt: new Date(now.getTime() + KEY_WAIT_MS) })
    .where(openDelivery(delivery.tenantId, delivery.id));
  return [];
}

function unreadable({ webhook }: Due): AssayError {
  return new AssayError(
    "INVALID_STATE",
    `Cannot sign for webhook '${webhook.id}' because its secret is sealed with key '${webhook.secretKeyId}', which is not configured`,
  );
}

function openDelivery(tenantId: string, id: string) {
  return and(
    eq(webhookDeliveries.tenantId, tenantId),
    eq(webhookDeliveries.id, id),
    eq(webhookDeliveries.state, "PENDING"),
  );
}

async function setWebhook(tx: Transaction, { tenantId, id }: WebhookRow, set: Partial<WebhookRow>): Promise<void> {
  oneRow(
    await tx
      .update(webhooks)
      .set(set)
      .where(and(eq(webhooks.tenantId, tenantId), eq(webhooks.id, id)))
      .returning({ id: webhooks.id }),
  );
}

/** Since when the service works, or the tenant is active again, if either stood still before. */
async function readResumedAt(db: Database, tenantId: string): Promise<Date | undefined> {
  const ofTenant = sql`(select ${tenants.resumedAt} from ${tenants} where ${tenants.id} = ${tenantId})`;
  const at = sql<Date | null>`greatest((select ${resumedAt} from ${sweeps}), ${ofTenant})`;
  const [row] = await inSystem(db, (tx) => tx.select({ at }).from(tenants).where(eq(tenants.id, tenantId)));
  return row?.at ? new Date(row.at) : undefined;
}
