import {
  ASSESSMENT_STATUSES,
  COMMENT_KINDS,
  EXCEPTION_KINDS,
  type FixedException,
  type LinkCapability,
  REVIEW_DECISIONS,
  REVIEW_REASON_CODES,
  ROLES,
  SIGN_OFF_ACTS,
  SIGN_OFF_ROLES,
} from "@assay/contract";
import { sql } from "drizzle-orm";
import {
  date,
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
import { packs } from "./packs.ts";
import { runs } from "./runs.ts";
import { tenants } from "./tenancy.ts";

const clock = sql`clock_timestamp()`;

/** What a person decided of a verdict. Rows are final, but for one redaction; the highest `sequence` of a requirement counts. */
export const reviews = pgTable(
  "reviews",
  {
    id: primaryId(),
    tenantId: tenantId(),
    runId: uuid("run_id").notNull(),
    packId: uuid("pack_id").notNull(),
    requirementId: text("requirement_id").notNull(),
    /** From 1 within the run, given while its row is locked. */
    sequence: integer("sequence").notNull(),
    decision: text("decision", { enum: REVIEW_DECISIONS }).notNull(),
    status: text("status", { enum: ASSESSMENT_STATUSES }),
    reasonCode: text("reason_code", { enum: REVIEW_REASON_CODES }),
    reason: text("reason"),
    /** SHA-256 of the reason, which stays when the reason is redacted. */
    reasonHash: text("reason_hash"),
    redactedAt: instant("redacted_at"),
    redactedBy: uuid("redacted_by"),
    reviewerId: uuid("reviewer_id").notNull(),
    /** E-mail and role at the time. */
    reviewerName: text("reviewer_name").notNull(),
    reviewerRole: text("reviewer_role", { enum: ROLES }).notNull(),
    openedChunkIds: uuid("opened_chunk_ids").array().notNull(),
    /** Passages that the verdict cites, and those of them that were opened. */
    citedCount: integer("cited_count").notNull(),
    openedCount: integer("opened_count").notNull(),
    /** Positions in the verdict's citations, ascending. */
    rejectedCitations: integer("rejected_citations").array().notNull().default([]),
    durationMs: integer("duration_ms"),
    /** Of the verdict that was reviewed. */
    reviewDigest: text("review_digest"),
    /** The review of a previous run that was confirmed, as nothing had changed. */
    confirmsReviewId: uuid("confirms_review_id"),
    createdAt: instant("created_at").notNull().default(clock),
  },
  (table) => [
    unique("reviews_run_id_sequence").on(table.runId, table.sequence),
    unique("reviews_tenant_id_id").on(table.tenantId, table.id),
    index("reviews_in_order").on(table.tenantId, table.runId, table.sequence),
    index("reviews_of_requirement").on(table.tenantId, table.packId, table.requirementId, table.createdAt),
    index("reviews_by_reviewer").on(table.tenantId, table.createdAt, table.reviewerId),
    foreignKey({
      name: "reviews_run",
      columns: [table.tenantId, table.runId],
      foreignColumns: [runs.tenantId, runs.id],
    }),
  ],
);

/** Plain text about a run or one of its requirements. Rows are final, but for one redaction. */
export const comments = pgTable(
  "comments",
  {
    id: primaryId(),
    tenantId: tenantId(),
    runId: uuid("run_id").notNull(),
    requirementId: text("requirement_id"),
    sequence: integer("sequence").notNull(),
    kind: text("kind", { enum: COMMENT_KINDS }).notNull().default("COMMENT"),
    text: text("text"),
    textHash: text("text_hash").notNull(),
    /** A user's id, or `link:<id>`. */
    authorId: text("author_id").notNull(),
    authorName: text("author_name").notNull(),
    mentions: uuid("mentions").array().notNull().default(sql`'{}'::uuid[]`),
    /** The evidence request that this comment answers. */
    answersId: uuid("answers_id"),
    redactedAt: instant("redacted_at"),
    redactedBy: uuid("redacted_by"),
    createdAt: instant("created_at").notNull().default(clock),
  },
  (table) => [
    unique("comments_run_id_sequence").on(table.runId, table.sequence),
    unique("comments_tenant_id_id").on(table.tenantId, table.id),
    index("comments_in_order").on(table.tenantId, table.runId, table.sequence),
    index("comments_with_mentions").on(table.tenantId, table.createdAt, table.id).where(sql`cardinality(mentions) > 0`),
    index("comments_open_requests").on(table.tenantId, table.runId).where(sql`kind = 'REQUEST'`),
    uniqueIndex("comments_answer_once").on(table.tenantId, table.answersId).where(sql`answers_id is not null`),
    foreignKey({
      name: "comments_run",
      columns: [table.tenantId, table.runId],
      foreignColumns: [runs.tenantId, runs.id],
    }),
    foreignKey({
      name: "comments_answers",
      columns: [table.tenantId, table.answersId],
      foreignColumns: [table.tenantId, table.id],
    }),
  ],
);

/** How far each member has read. */
export const commentReads = pgTable(
  "comment_reads",
  {
    tenantId: tenantId(),
    userId: uuid("user_id").notNull(),
    runId: uuid("run_id").notNull(),
    /** "" for what is said of the whole run. */
    requirementId: text("requirement_id").notNull(),
    /** The `sequence` of the last comment that was read. */
    readTo: integer("read_to").notNull(),
  },
  (table) => [
    primaryKey({
      name: "comment_reads_pk",
      columns: [table.tenantId, table.userId, table.runId, table.requirementId],
    }),
    foreignKey({
      name: "comment_reads_run",
      columns: [table.tenantId, table.runId],
      foreignColumns: [runs.tenantId, runs.id],
    }),
  ],
);

/** That a requirement does not apply, or its risk is accepted, for a time. APPROVED ones change only by being revoked. */
export const exceptions = pgTable(
  "exceptions",
  {
    id: primaryId(),
    tenantId: tenantId(),
    packId: uuid("pack_id").notNull(),
    requirementId: text("requirement_id").notNull(),
    kind: text("kind", { enum: EXCEPTION_KINDS }).notNull(),
    scope: text("scope"),
    reason: text("reason").notNull(),
    compensatingControl: text("compensating_control"),
    ownerId: uuid("owner_id").notNull(),
    /** A user's id, or `api-key:<id>`. */
    proposedBy: text("proposed_by").notNull(),
    /** The person behind it: the proposer, or who made the key. */
    proposedByPerson: uuid("proposed_by_person"),
    approvedBy: uuid("approved_by"),
    approvedAt: instant("approved_at"),
    validFrom: date("valid_from", { mode: "string" }).notNull(),
    validUntil: date("valid_until", { mode: "string" }).notNull(),
    /** EXPIRED is never stored: it follows from `validUntil`. */
    status: text("status", { enum: ["PROPOSED", "APPROVED", "REVOKED"] })
      .notNull()
      .default("PROPOSED"),
    documentId: uuid("document_id"),
    revokedBy: uuid("revoked_by"),
    revokedAt: instant("revoked_at"),
    revokeReason: text("revoke_reason"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique("exceptions_tenant_id_id").on(table.tenantId, table.id),
    index("exceptions_in_order").on(table.tenantId, table.createdAt, table.id),
    index("exceptions_of_requirement")
      .on(table.tenantId, table.packId, table.requirementId)
      .where(sql`status = 'APPROVED'`),
    index("exceptions_expiring").on(table.tenantId, table.validUntil).where(sql`status = 'APPROVED'`),
    foreignKey({ name: "exceptions_tenant", columns: [table.tenantId], foreignColumns: [tenants.id] }),
    foreignKey({ name: "exceptions_pack", columns: [table.packId], foreignColumns: [packs.id] }),
  ],
);

/** The active exceptions when a run started, as they were then. */
export const runExceptions = pgTable(
  "run_exceptions",
  {
    tenantId: tenantId(),
    runId: uuid("run_id").notNull(),
    exceptionId: uuid("exception_id").notNull(),
    requirementId: text("requirement_id").notNull(),
    exception: jsonb("exception").$type<FixedException>().notNull(),
  },
  (table) => [
    primaryKey({ name: "run_exceptions_pk", columns: [table.runId, table.exceptionId] }),
    foreignKey({
      name: "run_exceptions_run",
      columns: [table.tenantId, table.runId],
      foreignColumns: [runs.tenantId, runs.id],
    }),
  ],
);

/** Which notices of an exception's end were given: each once. */
export const exceptionNotices = pgTable(
  "exception_notices",
  {
    tenantId: tenantId(),
    exceptionId: uuid("exception_id").notNull(),
    days: integer("days").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: "exception_notices_pk", columns: [table.exceptionId, table.days] }),
    foreignKey({
      name: "exception_notices_exception",
      columns: [table.tenantId, table.exceptionId],
      foreignColumns: [exceptions.tenantId, exceptions.id],
    }),
  ],
);

/** Signed acts about a run, in order: signatures, refusals to sign, withdrawals. */
export const signOffs = pgTable(
  "sign_offs",
  {
    id: primaryId(),
    tenantId: tenantId(),
    runId: uuid("run_id").notNull(),
    sequence: integer("sequence").notNull(),
    act: text("act", { enum: SIGN_OFF_ACTS }).notNull(),
    role: text("role", { enum: SIGN_OFF_ROLES }).notNull(),
    statement: text("statement").notNull(),
    signerId: uuid("signer_id").notNull(),
    /** E-mail and role at the time. */
    signerName: text("signer_name").notNull(),
    signerRole: text("signer_role", { enum: ROLES }).notNull(),
    /** The act that ended this signature; null while it is. */
    withdrawnById: uuid("withdrawn_by_id"),
    /** RFC 8785 canonical JSON: what the signature is over. */
    payload: text("payload").notNull(),
    /** Ed25519, base64url. */
    signature: text("signature").notNull(),
    keyId: text("key_id").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    unique("sign_offs_run_id_sequence").on(table.runId, table.sequence),
    unique("sign_offs_tenant_id_id").on(table.tenantId, table.id),
    uniqueIndex("sign_offs_standing")
      .on(table.runId, table.role)
      .where(sql`act = 'SIGNED' and withdrawn_by_id is null`),
    index("sign_offs_in_order").on(table.tenantId, table.runId, table.sequence),
    foreignKey({
      name: "sign_offs_run",
      columns: [table.tenantId, table.runId],
      foreignColumns: [runs.tenantId, runs.id],
    }),
  ],
);

/** What lets an auditor without an account see one run. Secret and session are kept as their SHA-256. */
export const runLinks = pgTable(
  "run_links",
  {
    id: primaryId(),
    tenantId: tenantId(),
    runId: uuid("run_id").notNull(),
    label: text("label").notNull(),
    capabilities: text("capabilities").array().$type<LinkCapability[]>().notNull(),
    secretHash: text("secret_hash").notNull(),
    /** Of the one browser that opened the link; null until then, and after it was issued again. */
    sessionHash: text("session_hash"),
    sessionExpiresAt: instant("session_expires_at"),
    exchangedAt: instant("exchanged_at"),
    lastUsedAt: instant("last_used_at"),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
    revokedBy: text("revoked_by"),
  },
  (table) => [
    unique("run_links_tenant_id_id").on(table.tenantId, table.id),
    unique("run_links_secret_hash").on(table.secretHash),
    unique("run_links_session_hash").on(table.sessionHash),
    index("run_links_in_order").on(table.tenantId, table.runId, table.createdAt, table.id),
    foreignKey({
      name: "run_links_run",
      columns: [table.tenantId, table.runId],
      foreignColumns: [runs.tenantId, runs.id],
    }),
  ],
);
