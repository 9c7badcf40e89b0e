import type { Webhook, WebhookDelivery } from "@assay/contract";
import type { webhookDeliveries, webhooks } from "@assay/db";

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** What administrators see of a webhook: all but its secrets. */
export function toWebhook(row: WebhookRow, now: Date): Webhook {
  const { previousUntil } = row;
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    enabled: row.enabled,
    disabledReason: row.disabledReason,
    disabledAt: row.disabledAt?.toISOString() ?? null,
    failingSince: row.failingSince?.toISOString() ?? null,
    previousSecretUntil: previousUntil && previousUntil > now ? previousUntil.toISOString() : null,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
  };
}

export function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    webhookId: row.webhookId,
    messageId: messageId(row),
    type: row.type,
    state: row.state,
    attempts: row.attempts,
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: row.state === "PENDING" ? (row.nextAttemptAt?.toISOString() ?? null) : null,
    responseStatus: row.responseStatus,
    error: row.error,
    payload: JSON.parse(row.payload),
    createdAt: row.createdAt.toISOString(),
  };
}

/** The header `webhook-id`. Has no full stop, which separates what is signed. */
export function messageId({ eventId }: Pick<DeliveryRow, "eventId">): string {
  return `msg_${eventId}`;
}
