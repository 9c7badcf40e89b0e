import { z } from "zod";
import { auditCheckpoint } from "./audit.ts";
import { nextCursor, pageQuery } from "./paging.ts";
import { calendarDate, id, isStorableText, sha256, timestamp } from "./primitives.ts";
import {
  deliveryError,
  deliveryState,
  deliveryType,
  documentFailureCode,
  documentStage,
  signOffRole,
  snapshotStatus,
  webhookDisabledReason,
  webhookEventType,
} from "./sets.ts";
import { TEXT_LIMITS } from "./text-limits.ts";

/** Of one tenant. */
export const WEBHOOKS_MAX = 20;

/** Days before a document's `expiresAt` on which `evidence.expiring` is sent. */
export const EXPIRY_NOTICE_DAYS = [30, 7, 1] as const;

const count = z.int().nonnegative();

const runEventData = z.strictObject({
  tenantId: id,
  runId: id,
  packId: id,
  snapshotStatus,
  totalRequirements: count,
  assessedCount: count,
  completeCount: count,
  partialCount: count,
  missingCount: count.describe("Includes those that are not judged."),
  notJudgedCount: count,
});

const documentRef = { tenantId: id, documentId: id, parentDocumentId: id.nullable() };

const event = <const T extends string, D extends z.ZodType>(type: T, when: string, data: D) =>
  z
    .strictObject({
      type: z.literal(type),
      timestamp: timestamp.describe("When it happened."),
      data,
      test: z.literal(true).optional().describe("Sent on request: its ids name nothing."),
    })
    .describe(when);

export const runCompletedEvent = event("run.completed", "A run has its results.", runEventData);
export const runFailedEvent = event("run.failed", "A run ended without results, or was cancelled.", runEventData);
export const documentReadyEvent = event(
  "document.ready",
  "A document is evidence.",
  z.strictObject({ ...documentRef, pages: count.nullable(), chunks: count.nullable() }),
);
export const documentFailedEvent = event(
  "document.failed",
  "A document could not be read, or its stored file is damaged.",
  z.strictObject({ ...documentRef, stage: documentStage.nullable(), code: documentFailureCode.nullable() }),
);
export const evidenceExpiringEvent = event(
  "evidence.expiring",
  "30, 7 and 1 days before a document that is READY expires.",
  z.strictObject({
    ...documentRef,
    expiresAt: calendarDate,
    noticeDays: count.describe("30, 7 or 1: which of the notices this is."),
    daysLeft: z.int().describe("Until `expiresAt`; negative where the notice comes after it."),
  }),
);
export const exceptionExpiringEvent = event(
  "exception.expiring",
  "30, 7 and 1 days before the last day of an approved exception.",
  z.strictObject({
    tenantId: id,
    exceptionId: id,
    packId: id,
    requirementId: z.string(),
    validUntil: calendarDate,
    noticeDays: count.describe("30, 7 or 1: which of the notices this is."),
    daysLeft: z.int().describe("Until `validUntil`."),
  }),
);
export const reviewSentBackEvent = event(
  "review.sent_back",
  "A reviewer sent a requirement back.",
  z.strictObject({
    tenantId: id,
    runId: id,
    reviewId: id,
    requirementId: z.string(),
    taskId: id,
    reviewerId: z.uuid(),
    assigneeId: z.uuid().nullable(),
    dueDate: calendarDate.nullable(),
  }),
);
export const taskAssignedEvent = event(
  "task.assigned",
  "A task has an assignee, or another one.",
  z.strictObject({
    tenantId: id,
    runId: id,
    taskId: id,
    requirementId: z.string(),
    assigneeId: z.uuid(),
    dueDate: calendarDate.nullable(),
  }),
);
export const runSignedEvent = event(
  "run.signed",
  "A person signed a run.",
  z.strictObject({
    tenantId: id,
    runId: id,
    signOffId: id,
    role: signOffRole,
    signerId: z.uuid(),
    snapshotHash: sha256,
  }),
);
/** Of what is damaged, as many are named as a delivery holds. */
export const DAMAGED_NAMED_MAX = 100;

export const integrityFailedEvent = event(
  "integrity.failed",
  "Stored data was found damaged; sent once.",
  z.strictObject({
    tenantId: id,
    runId: id.nullable().describe("The run whose results are damaged; null for what belongs to no run."),
    count: count.describe("How many were found damaged that were not before."),
    damaged: z
      .array(z.strictObject({ objectType: z.string(), objectId: z.string() }))
      .describe("The first 100, as the audit log names them."),
  }),
);
export const checkpointSignedEvent = event(
  "checkpoint.signed",
  "A checkpoint of the audit log was signed: keep it.",
  auditCheckpoint.omit({ departures: true }),
);
export const webhookTestEvent = event(
  "webhook.test",
  "Somebody asked for a test.",
  z.strictObject({ tenantId: id, webhookId: id }),
);

export const webhookEvent = z
  .discriminatedUnion("type", [
    runCompletedEvent,
    runFailedEvent,
    documentReadyEvent,
    documentFailedEvent,
    evidenceExpiringEvent,
    exceptionExpiringEvent,
    reviewSentBackEvent,
    taskAssignedEvent,
    runSignedEvent,
    integrityFailedEvent,
    checkpointSignedEvent,
    webhookTestEvent,
  ])
  .describe("The body of a delivery: ids and counts, never evidence.");
export type WebhookEvent = z.infer<typeof webhookEvent>;
export type WebhookEventOf<T extends WebhookEvent["type"]> = Extract<WebhookEvent, { type: T }>;

export const webhook = z.strictObject({
  id,
  url: z.string(),
  events: z.array(webhookEventType),
  enabled: z.boolean(),
  disabledReason: webhookDisabledReason.nullable(),
  disabledAt: timestamp.nullable(),
  failingSince: timestamp
    .nullable()
    .describe("Since when no delivery has succeeded; after 3 days the webhook is disabled."),
  previousSecretUntil: timestamp
    .nullable()
    .describe("Until when deliveries are also signed with the secret before the last rotation."),
  createdBy: z.string().describe("A user's id, or `api-key:<id>`."),
  createdAt: timestamp,
});
export type Webhook = z.infer<typeof webhook>;

export const webhookSecret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
  .describe("The secret that signs deliveries: `whsec_` and 32 bytes in base64. It is shown once.");

export const webhookListReply = z.strictObject({ webhooks: z.array(webhook), nextCursor });
export const webhookReply = z.strictObject({ webhook });
export const webhookWithSecretReply = z
  .strictObject({ webhook, secret: webhookSecret })
  .describe("`secret` is shown here and never again.");

const url = z
  .string()
  .trim()
  .max(TEXT_LIMITS.webhookUrl, `must have at most ${TEXT_LIMITS.webhookUrl} characters`)
  .refine((text) => URL.canParse(text) && isStorableText(text), "must be a URL such as https://example.com/hooks");
const events = z
  .array(webhookEventType)
  .min(1, "must name at least one event")
  .max(50, "must name each event once")
  .transform((list) => [...new Set(list)]);

export const createWebhookBody = z.strictObject({ url, events });
export type CreateWebhookBody = z.infer<typeof createWebhookBody>;
export const patchWebhookBody = z.strictObject({
  url: url.optional(),
  events: events.optional(),
  enabled: z.boolean().optional(),
});
export type PatchWebhookBody = z.infer<typeof patchWebhookBody>;

export const webhookDelivery = z.strictObject({
  id,
  webhookId: id,
  messageId: z.string().describe("The header `webhook-id`: the same for each attempt and each webhook."),
  type: deliveryType,
  state: deliveryState,
  attempts: count,
  lastAttemptAt: timestamp.nullable(),
  nextAttemptAt: timestamp.nullable().describe("Null once it is DELIVERED or FAILED."),
  responseStatus: z.int().nullable().describe("The HTTP status of the last reply."),
  error: deliveryError.nullable(),
  payload: webhookEvent,
  createdAt: timestamp,
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhookDeliveryListQuery = pageQuery.extend({ state: deliveryState.optional() });
export type WebhookDeliveryListQuery = z.infer<typeof webhookDeliveryListQuery>;
export const webhookDeliveryListReply = z.strictObject({ deliveries: z.array(webhookDelivery), nextCursor });
export const webhookDeliveryReply = z.strictObject({ delivery: webhookDelivery });

export const triggerEventBody = z.strictObject({
  type: webhookEventType,
  webhookId: id.optional().describe("Sends it to this webhook only, also while that is disabled."),
});
export type TriggerEventBody = z.infer<typeof triggerEventBody>;
export const triggeredEventReply = z.strictObject({
  messageId: z.string().describe("As `webhook-id` names it."),
  delivery: webhookDelivery.nullable().describe("Null where it went into the stream."),
});
export type TriggeredEvent = z.infer<typeof triggeredEventReply>;
