import {
  DELIVERY_ERRORS,
  DELIVERY_STATES,
  DELIVERY_TYPES,
  WEBHOOK_DISABLED_REASONS,
  WEBHOOK_EVENTS,
  type WebhookEventType,
} from "@assay/contract";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, primaryId, tenantId } from "./columns.ts";
import { documents } from "./documents.ts";
import { tenants } from "./tenancy.ts";

/** Where a tenant wants to be told of what happens. Secrets are encrypted with a key that the database does not hold. */
export const webhooks = pgTable(
  "webhooks",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    url: text("url").notNull(),
    events: text("events").array().$type<WebhookEventType[]>().notNull(),
    enabled: boolean("enabled").notNull().default(true),
    disabledReason: text("disabled_reason", { enum: WEBHOOK_DISABLED_REASONS }),
    disabledAt: instant("disabled_at"),
    /** The first failed attempt after the last one that succeeded. */
    failingSince: instant("failing_since"),
    /** Since when it asks for these events: what expired before is not told. */
    listeningSince: instant("listening_since").notNull().defaultNow(),
    secret: bytes("secret").notNull(),
    secretKeyId: text("secret_key_id").notNull(),
    /** The secret before the last rotation, which signs too until `previousUntil`. */
    previousSecret: bytes("previous_secret"),
    previousKeyId: text("previous_key_id"),
    previousUntil: instant("previous_until"),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique("webhooks_tenant_id_id").on(table.tenantId, table.id),
    index("webhooks_in_order").on(table.tenantId, table.createdAt, table.id),
  ],
);

/** One event for one webhook: born in the transaction of what happened, so that neither is there without the other. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: primaryId(),
    tenantId: tenantId(),
    webhookId: uuid("webhook_id").notNull(),
    /** Shared by the deliveries of one event to several webhooks. */
    eventId: uuid("event_id").notNull(),
    type: text("type", { enum: DELIVERY_TYPES }).notNull(),
    /** The body, to the byte. */
    payload: text("payload").notNull(),
    state: text("state", { enum: DELIVERY_STATES }).notNull().default("PENDING"),
    attempts: integer("attempts").notNull().default(0),
    lastAttemptAt: instant("last_attempt_at"),
    nextAttemptAt: instant("next_attempt_at"),
    responseStatus: smallint("response_status"),
    error: text("error", { enum: DELIVERY_ERRORS }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    foreignKey({
      name: "webhook_deliveries_webhook",
      columns: [table.tenantId, table.webhookId],
      foreignColumns: [webhooks.tenantId, webhooks.id],
    }).onDelete("cascade"),
    index("webhook_deliveries_in_order").on(table.tenantId, table.webhookId, table.createdAt, table.id),
    index("webhook_deliveries_by_state").on(table.tenantId, table.webhookId, table.state, table.createdAt, table.id),
    index("webhook_deliveries_ended").on(sql`coalesce(last_attempt_at, created_at)`).where(sql`state <> 'PENDING'`),
  ],
);

/** Who of a tenant reads the stream of events: while nobody has for a day, no events are kept. */
export const eventReaders = pgTable("event_readers", {
  tenantId: uuid("tenant_id")
    .primaryKey()
    .references(() => tenants.id),
  /** Since when, without a day's pause: what expired before is not told. */
  listeningSince: instant("listening_since").notNull().defaultNow(),
  seenAt: instant("seen_at").notNull().defaultNow(),
  /** Of the newest event. Counted at the commit, so that none is added in front of what was read. */
  position: bigint("position", { mode: "number" }).notNull().default(0),
});

/** What happened, for those who read it as a stream: kept for a day, with the body that webhooks are sent. */
export const tenantEvents = pgTable(
  "tenant_events",
  {
    /** The same as `webhook_deliveries.event_id`. */
    id: primaryId(),
    tenantId: tenantId().references(() => eventReaders.tenantId),
    type: text("type", { enum: WEBHOOK_EVENTS }).notNull(),
    payload: text("payload").notNull(),
    /** Null until the commit, where a trigger counts it. */
    position: bigint("position", { mode: "number" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("tenant_events_in_order").on(table.tenantId, table.position),
    index("tenant_events_by_age").on(table.createdAt),
  ],
);

/** Which notices of a document's expiry were given: each once, for each date that was its expiry. */
export const expiryNotices = pgTable(
  "expiry_notices",
  {
    tenantId: tenantId(),
    documentId: uuid("document_id").notNull(),
    expiresAt: date("expires_at", { mode: "string" }).notNull(),
    days: integer("days").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.expiresAt, table.days] }),
    foreignKey({
      name: "expiry_notices_document",
      columns: [table.tenantId, table.documentId],
      foreignColumns: [documents.tenantId, documents.id],
    }).onDelete("cascade"),
  ],
);
