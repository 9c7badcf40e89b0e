import {
  ADDRESS_PROOFS,
  OCR_LANGUAGES,
  PROVIDERS,
  ROLES,
  type Role,
  SECOND_FACTOR_RULES,
  TENANT_STATUSES,
} from "@assay/contract";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
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
import { instant, primaryId, tenantId } from "./columns.ts";

export const tenants = pgTable(
  "tenants",
  {
    id: primaryId(),
    name: text("name").notNull(),
    status: text("status", { enum: TENANT_STATUSES }).notNull().default("ACTIVE"),
    /** Who of its people needs a second factor. */
    secondFactor: text("second_factor", { enum: SECOND_FACTOR_RULES }).notNull().default("NOBODY"),
    /** Who gets checkpoints by mail. */
    checkpointRecipients: text("checkpoint_recipients").array().notNull().default(sql`'{}'::text[]`),
    /** Languages that OCR looks for; none: all that the service reads. */
    ocrLanguages: text("ocr_languages", { enum: OCR_LANGUAGES }).array().notNull().default(sql`'{}'::text[]`),
    /** Limits of its own; null: those of the settings. */
    documentsMax: bigint("documents_max", { mode: "number" }),
    bytesMax: bigint("bytes_max", { mode: "number" }),
    /** By UTC day. */
    runsPerDay: integer("runs_per_day"),
    /** By UTC calendar month. */
    tokensPerMonth: bigint("tokens_per_month", { mode: "number" }),
    /** Who may be given its text; null: everybody whom the deployment uses. */
    allowedProviders: text("allowed_providers", { enum: PROVIDERS }).array(),
    /** The engine version that it is bound to, a foreign key; null: the active one. */
    retrievalVersionId: uuid("retrieval_version_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** What was sent of documents that are older, and for older runs, was not counted for each. */
    egressKnownSince: instant("egress_known_since").notNull().defaultNow(),
    /** Since when it is ACTIVE again: what it waited for before does not count as standing still. */
    resumedAt: instant("resumed_at"),
    /** ROWS within the transaction that reads its archive; then FILES until each original is there. */
    importing: text("importing", { enum: ["ROWS", "FILES"] }),
  },
  // Each look for jobs asks which tenants are suspended, however many there are.
  (table) => [index("tenants_suspended").on(table.id).where(sql`status = 'INACTIVE'`)],
);

export const memberships = pgTable(
  "memberships",
  {
    tenantId: tenantId().references(() => tenants.id),
    userId: uuid("user_id").notNull(),
    email: text("email").notNull(),
    role: text("role", { enum: ROLES }).$type<Role>().notNull(),
    /** Lets a VIEWER review verdicts. */
    mayReview: boolean("may_review").notNull().default(false),
    /** A user's id, or `system` for an operator's command; null for a membership of an earlier release. */
    invitedBy: text("invited_by"),
    /** Null for a membership of an earlier release. */
    addressProof: text("address_proof", { enum: ADDRESS_PROOFS }),
    /** Of the digests of the name in what the person signs; destroyed when the name is erased. */
    nameSalt: text("name_salt").default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
    /** Since when the person has no name here: the e-mail is a token made of the user's id. */
    erasedAt: instant("erased_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.userId] }),
    index("memberships_of_user").on(table.userId),
    index("memberships_in_order").on(table.tenantId, table.createdAt, table.userId),
    index("memberships_by_email").on(table.tenantId, sql`lower(email)`),
    check("memberships_salted", sql`(erased_at is null) = (name_salt is not null)`),
    check(
      "memberships_erased",
      sql`erased_at is null or (email = 'erased-' || right(user_id::text, 12) and revoked_at is not null)`,
    ),
  ],
);

/** Which tenant a person's session acts in, where it chose one: a tenant that they are, or were, a member of. */
export const sessionTenants = pgTable(
  "session_tenants",
  {
    userId: uuid("user_id").notNull(),
    /** The issuer's. */
    sessionId: uuid("session_id").notNull(),
    tenantId: tenantId(),
    chosenAt: instant("chosen_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.sessionId] }),
    foreignKey({
      name: "session_tenants_membership",
      columns: [table.tenantId, table.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
    }),
  ],
);

/** Access for machines: the key itself is shown once and kept as its SHA-256. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    name: text("name").notNull(),
    /** The first characters, so that people can distinguish keys. */
    prefix: text("prefix").notNull(),
    keyHash: text("key_hash").notNull().unique(),
    role: text("role", { enum: ROLES }).$type<Role>().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [
    unique("api_keys_tenant_id_id").on(table.tenantId, table.id),
    index("api_keys_in_order").on(table.tenantId, table.createdAt, table.id),
    index("api_keys_unrevoked").on(table.tenantId, table.expiresAt).where(sql`revoked_at is null`),
  ],
);

/** Replies kept so that a repeated request with the same Idempotency-Key gets the first one again. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    tenantId: tenantId().references(() => tenants.id),
    key: text("key").notNull(),
    /** Names the claim, so that a request whose claim was taken over cannot complete it. */
    claimId: uuid("claim_id").notNull(),
    state: text("state", { enum: ["UNDER_WAY", "DONE"] }).notNull(),
    requestDigest: text("request_digest"),
    responseStatus: smallint("response_status"),
    responseBody: text("response_body"),
    /** A claim whose owner died may be taken over after this. */
    claimedUntil: instant("claimed_until").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.key] }),
    index("idempotency_keys_expired").on(table.expiresAt),
  ],
);

/** What each tenant holds, counted by the database itself with each document that comes or goes. */
export const tenantUsage = pgTable("tenant_usage", {
  tenantId: uuid("tenant_id")
    .primaryKey()
    .references(() => tenants.id),
  documents: bigint("documents", { mode: "number" }).notNull(),
  bytes: bigint("bytes", { mode: "number" }).notNull(),
});

/** The last check of a tenant's stored files: when it began, and how much more it may read. */
export const integrityChecks = pgTable("integrity_checks", {
  tenantId: uuid("tenant_id")
    .primaryKey()
    .references(() => tenants.id),
  beganAt: instant("began_at").notNull(),
  /** What was checked since then is left alone. */
  dueBefore: instant("due_before").notNull(),
  bytesLeft: bigint("bytes_left", { mode: "number" }).notNull(),
});

/** When what is no run's was last compared with the audit log: exceptions, members, published requirements, guidance. */
export const recordChecks = pgTable("record_checks", {
  tenantId: uuid("tenant_id")
    .primaryKey()
    .references(() => tenants.id),
  checkedAt: instant("checked_at").notNull(),
  /** What is not as recorded: `exception/<id>`, `member/<id>`, `criteria_version/<id>`, `corpus_activation/<id>`. */
  damaged: text("damaged").array().notNull().default(sql`'{}'::text[]`),
});

/** One row: when the sweep ran last, no matter who ran it. */
export const sweeps = pgTable(
  "sweeps",
  {
    id: integer("id").primaryKey().default(1),
    sweptAt: instant("swept_at").notNull(),
    /** When sweeps continued after a long gap, in which nothing could be done. */
    resumedAt: instant("resumed_at"),
  },
  (table) => [check("sweeps_one_row", sql`${table.id} = 1`)],
);

/** One row: what this deployment is called in the marker of its file store. */
export const deployment = pgTable(
  "deployment",
  {
    oneRow: boolean("one_row").primaryKey().default(true),
    id: uuid("id").notNull().defaultRandom(),
    /** When the marker was written; it is never written again by itself. */
    filesMarkedAt: instant("files_marked_at"),
    /** Since when nothing is changed; null: everything is served. */
    maintenanceSince: instant("maintenance_since"),
    /** What people are told of it. */
    maintenanceReason: text("maintenance_reason"),
  },
  (table) => [
    check("deployment_one_row", sql`${table.oneRow}`),
    check("deployment_maintenance", sql`(${table.maintenanceSince} is null) = (${table.maintenanceReason} is null)`),
  ],
);

/** Backups that were completed, as the deployment itself recorded them: of no tenant. */
export const backups = pgTable(
  "backups",
  {
    id: primaryId(),
    /** Of the snapshot of the database that it holds. */
    takenAt: instant("taken_at").notNull(),
    recordedAt: instant("recorded_at").notNull().defaultNow(),
    /** Original files in it, and the bytes of all of it. */
    originals: integer("originals").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    /** SHA-256 of its manifest. */
    manifestHash: text("manifest_hash").notNull(),
    /** When it was last restored as a trial, and found whole. */
    verifiedAt: instant("verified_at"),
  },
  (table) => [index("backups_in_order").on(table.takenAt)],
);

/** The state of the built-in identity (users, sessions), where several processes share it; each row is written whole. */
export const identityStates = pgTable("identity_states", {
  name: text("name").primaryKey(),
  /** Counts the writes: one that began with an older state is refused. */
  version: integer("version").notNull(),
  /** JSON. */
  state: text("state").notNull(),
});
