import type { AuditDetails, ChainBreak, ResumptionStatement } from "@assay/contract";
import { sql } from "drizzle-orm";
import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, primaryId, tenantId } from "./columns.ts";
import { tenants } from "./tenancy.ts";

export const auditEntries = pgTable(
  "audit_entries",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    runId: uuid("run_id"),
    action: text("action").notNull(),
    objectType: text("object_type").notNull(),
    objectId: text("object_id").notNull(),
    actor: text("actor").notNull(),
    createdAt: instant("created_at").notNull(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    previousHash: text("previous_hash").notNull(),
    hash: text("hash").notNull(),
    /** How the hash is made. What writes none knows version 1 alone. */
    version: integer("version").$type<1 | 2>().notNull().default(1),
    details: jsonb("details").$type<AuditDetails>(),
  },
  (table) => [
    unique().on(table.tenantId, table.sequence),
    index("audit_entries_of_run").on(table.tenantId, table.runId, table.sequence).where(sql`run_id is not null`),
    index("audit_entries_by_type").on(table.tenantId, table.objectType, table.sequence),
    index("audit_entries_by_action").on(table.tenantId, table.action, table.sequence),
    index("audit_entries_by_object").on(table.tenantId, table.objectId, table.sequence),
    index("audit_entries_by_actor").on(table.tenantId, table.actor, table.sequence),
    index("audit_entries_by_time").on(table.tenantId, table.createdAt),
  ],
);

/** The end of each tenant's chain; locked while an entry is added, so that sequences have no gaps. */
export const auditHeads = pgTable("audit_heads", {
  tenantId: uuid("tenant_id")
    .primaryKey()
    .references(() => tenants.id),
  sequence: bigint("sequence", { mode: "number" }).notNull(),
  hash: text("hash").notNull(),
});

/** A signed statement of where a tenant's chain stood, for an auditor to keep. */
export const auditCheckpoints = pgTable(
  "audit_checkpoints",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    /** The run that it was made after; null for the daily one. */
    runId: uuid("run_id"),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    hash: text("hash").notNull(),
    createdAt: instant("created_at").notNull(),
    keyId: text("key_id").notNull(),
    /** Ed25519 over the checkpoint's canonical JSON, base64. */
    signature: text("signature").notNull(),
    /** How many checkpoints the tenant has with this one. Null where a process of the release before made it. */
    counter: integer("counter"),
  },
  (table) => [
    index().on(table.tenantId, table.createdAt),
    unique("audit_checkpoints_of_tenant_key").on(table.tenantId, table.id),
    uniqueIndex("audit_checkpoints_counted").on(table.tenantId, table.counter).where(sql`counter is not null`),
  ],
);

/** Where each checkpoint is to be kept outside of the service, and since when it is there. */
export const checkpointDepartures = pgTable(
  "checkpoint_departures",
  {
    tenantId: tenantId(),
    checkpointId: uuid("checkpoint_id").notNull(),
    destination: text("destination").notNull(),
    /** Null until it has left. */
    leftAt: instant("left_at"),
    /** Where the destination keeps it. */
    location: text("location"),
    attempts: integer("attempts").notNull().default(0),
    errorCode: text("error_code"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.checkpointId, table.destination] }),
    index("checkpoint_departures_left").on(table.tenantId, table.leftAt),
    foreignKey({
      columns: [table.tenantId, table.checkpointId],
      foreignColumns: [auditCheckpoints.tenantId, auditCheckpoints.id],
    }),
  ],
);

/** What the last check of a tenant's chain found. */
export const chainChecks = pgTable("chain_checks", {
  tenantId: uuid("tenant_id")
    .primaryKey()
    .references(() => tenants.id),
  checkedAt: instant("checked_at").notNull(),
  /** Null where the chain is intact as far as was checked. */
  broken: jsonb("broken").$type<ChainBreak>(),
  /** Up to where the entries before the last checkpoint that left were recomputed in turn. */
  historySequence: bigint("history_sequence", { mode: "number" }).notNull().default(0),
});

/** How a chain continues behind a break, in the words of an operator and signed. Rows are final. */
export const auditResumptions = pgTable(
  "audit_resumptions",
  {
    tenantId: tenantId().references(() => tenants.id),
    /** Of the entry that begins the new segment. */
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    statement: jsonb("statement").$type<ResumptionStatement>().notNull(),
    reason: text("reason").notNull(),
    keyId: text("key_id").notNull(),
    /** Ed25519 over the statement's canonical JSON, base64. */
    signature: text("signature").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.sequence] })],
);

/** A public key of checkpoints, of no tenant, with the word of a key for it. Rows are final. */
export const checkpointKeys = pgTable(
  "checkpoint_keys",
  {
    keyId: text("key_id").notNull(),
    /** The key that signed `signature`; its own for a key that was active. */
    vouchedBy: text("vouched_by").notNull(),
    x: text("x").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Ed25519 over the key's canonical JSON, base64. */
    signature: text("signature").notNull(),
    keptAt: instant("kept_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.vouchedBy] })],
);

/** How far a tenant's entries were given to a destination outside of the service. */
export const auditPositions = pgTable(
  "audit_positions",
  {
    destination: text("destination").notNull(),
    tenantId: tenantId().references(() => tenants.id),
    /** Of the last entry that it took; 0 before the first. */
    sequence: bigint("sequence", { mode: "number" }).notNull().default(0),
    /** Who sends now, and until when nobody else does. */
    holder: uuid("holder"),
    heldUntil: instant("held_until").notNull().defaultNow(),
    /** Since it took one last; 0 while all is well. */
    failures: integer("failures").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.destination, table.tenantId] })],
);
