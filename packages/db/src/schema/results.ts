import {
  ASSESSMENT_STATUSES,
  type AssessmentFlag,
  type Citation,
  type CitationNote,
  EXPORT_FORMATS,
  FORECAST_OBSTACLES,
  type JudgedPart,
  type Occurrences,
  type PartVerdict,
  type SetAsideQuote,
  TASK_STATUSES,
  type UnreadDocument,
} from "@assay/contract";
import { sql } from "drizzle-orm";
import {
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant, primaryId, tenantId } from "./columns.ts";
import { retrievalVersions } from "./corpus.ts";
import { reviews } from "./people.ts";
import { runKey } from "./runs.ts";
import { tenants } from "./tenancy.ts";

/** An assessor's answer as it is kept. */
export interface StoredAnswer {
  readonly confidence: number;
  readonly quotes: readonly { readonly chunkId: string; readonly text: string }[];
  readonly reasoning: string;
  readonly remediation: string | null;
  readonly parts?: readonly StoredPart[];
  readonly documents?: readonly { readonly chunkId: string; readonly kind: string; readonly state: string }[];
  readonly conflicts?: readonly { readonly chunkIds: readonly string[]; readonly about: string }[];
  readonly missing?: readonly string[];
}

export interface StoredPart {
  readonly part: string;
  readonly verdict: PartVerdict;
  readonly why: string;
  readonly chunkId: string;
  readonly quote: string;
}

export const assessments = pgTable(
  "assessments",
  {
    id: primaryId(),
    tenantId: tenantId(),
    runId: uuid("run_id").notNull(),
    requirementRecordId: uuid("requirement_record_id").notNull(),
    requirementId: text("requirement_id").notNull(),
    position: integer("position").notNull(),
    status: text("status", { enum: ASSESSMENT_STATUSES }).notNull(),
    confidence: doublePrecision("confidence").notNull(),
    citations: jsonb("citations").$type<Citation[]>().notNull(),
    reasoning: text("reasoning").notNull(),
    remediation: text("remediation"),
    flags: jsonb("flags").$type<AssessmentFlag[]>().notNull(),
    /** SHA-256 of what was judged: requirement, passages, guidance, retrieval version. */
    inputDigest: text("input_digest").notNull(),
    parts: jsonb("parts").$type<JudgedPart[]>(),
    citationNotes: jsonb("citation_notes").$type<CitationNote[]>().notNull().default([]),
    /** Null in a run that does not check meaning. */
    setAside: jsonb("set_aside").$type<SetAsideQuote[]>(),
    occurrences: jsonb("occurrences").$type<Occurrences>(),
    /** What the assessor answered, before anything was checked: later runs may take it over. Null before release 0.2. */
    answer: jsonb("answer").$type<StoredAnswer>(),
    /** Which assessor answered; null where none was asked, and before release 0.2. */
    assessorModel: text("assessor_model"),
    reusedFromRunId: uuid("reused_from_run_id"),
    /** SHA-256 of all that a review of this verdict rests on; null before release 0.3. */
    reviewDigest: text("review_digest"),
    /** Of a verdict below COMPLETE: what was cited or likely, and not fully read; null before release 0.4. */
    unreadDocuments: jsonb("unread_documents").$type<UnreadDocument[]>(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique().on(table.runId, table.requirementRecordId),
    index().on(table.tenantId, table.inputDigest),
    index("assessments_of_requirement").on(table.runId, table.requirementId),
    // What says that a later run needs an older one.
    index("assessments_reused").on(table.tenantId, table.reusedFromRunId).where(sql`reused_from_run_id is not null`),
    runKey(table),
  ],
);

export const tasks = pgTable(
  "tasks",
  {
    id: primaryId(),
    tenantId: tenantId(),
    runId: uuid("run_id").notNull(),
    requirementId: text("requirement_id").notNull(),
    position: integer("position").notNull(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    status: text("status", { enum: TASK_STATUSES }).notNull().default("PENDING"),
    assigneeId: uuid("assignee_id"),
    dueDate: date("due_date", { mode: "string" }),
    /** The review that sent the requirement back, where its verdict had made no task. */
    reviewId: uuid("review_id"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    unique().on(table.runId, table.requirementId),
    index("tasks_in_order").on(table.tenantId, table.createdAt, table.id),
    index("tasks_by_status").on(table.tenantId, table.status, table.createdAt, table.id),
    index("tasks_open").on(table.tenantId, table.createdAt, table.id).where(sql`status <> 'COMPLETED'`),
    index("tasks_due").on(table.tenantId, table.dueDate).where(sql`status <> 'COMPLETED' and due_date is not null`),
    index("tasks_of_assignee")
      .on(table.tenantId, table.assigneeId, table.createdAt, table.id)
      .where(sql`assignee_id is not null`),
    index("tasks_of_nobody").on(table.tenantId, table.createdAt, table.id).where(sql`assignee_id is null`),
    runKey(table),
    foreignKey({
      name: "tasks_review",
      columns: [table.tenantId, table.reviewId],
      foreignColumns: [reviews.tenantId, reviews.id],
    }),
  ],
);

export const exports = pgTable(
  "exports",
  {
    id: primaryId(),
    tenantId: tenantId(),
    runId: uuid("run_id").notNull(),
    format: text("format", { enum: EXPORT_FORMATS }).notNull(),
    filename: text("filename").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    sha256Hash: text("sha256_hash").notNull(),
    bytes: bytes("bytes").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [unique().on(table.runId, table.format), runKey(table)],
);

export const snapshots = pgTable(
  "snapshots",
  {
    id: primaryId(),
    tenantId: tenantId(),
    runId: uuid("run_id").notNull().unique(),
    snapshotHash: text("snapshot_hash").notNull(),
    /** RFC 8785 canonical bytes: what the hash is of, and what is served. */
    bytes: bytes("bytes").notNull(),
    /** The replay reply, cut from them at capture. */
    replayBytes: bytes("replay_bytes").notNull(),
    capturedAt: instant("captured_at").notNull().defaultNow(),
    /** Null where a process of the release before took the snapshot. */
    replayHash: text("replay_hash"),
  },
  (table) => [runKey(table)],
);

/** The SHA-256 of each row of an ended run's results. The audit entry that ends the run names the SHA-256 of the bytes. */
export const resultDigests = pgTable(
  "result_digests",
  {
    tenantId: tenantId(),
    runId: uuid("run_id").primaryKey(),
    /** RFC 8785 canonical JSON. */
    bytes: bytes("bytes").notNull(),
  },
  (table) => [runKey(table)],
);

/** When the results of a finished run were last hashed again. */
export const resultChecks = pgTable(
  "result_checks",
  {
    tenantId: tenantId(),
    runId: uuid("run_id").primaryKey(),
    /** Null until the first check; the row is there since the run finished. */
    checkedAt: instant("checked_at"),
    /** What is not as recorded: `snapshot/<id>`, `replay/<id>`, `export/<id>`. */
    damaged: text("damaged").array().notNull().default(sql`'{}'::text[]`),
  },
  (table) => [
    index("result_checks_in_turn").on(table.tenantId, table.checkedAt.nullsFirst(), table.runId),
    index("result_checks_damaged").on(table.tenantId, table.runId).where(sql`damaged <> '{}'`),
    runKey(table),
  ],
);

/**
 * What the stored answers of a tenant's newest run of a pack come to under a later engine version. A draft until `finishedAt`;
 * `position` is how far it is.
 */
export const versionForecasts = pgTable(
  "version_forecasts",
  {
    tenantId: tenantId(),
    runId: uuid("run_id").notNull(),
    retrievalVersionId: uuid("retrieval_version_id")
      .notNull()
      .references(() => retrievalVersions.id),
    packId: uuid("pack_id").notNull(),
    /** Why it cannot be foreseen without a run; empty where it can. */
    needsRunFor: text("needs_run_for", { enum: FORECAST_OBSTACLES }).array().notNull(),
    requirements: integer("requirements").notNull(),
    position: integer("position").notNull().default(0),
    complete: integer("complete").notNull().default(0),
    completeFalling: integer("complete_falling").notNull().default(0),
    falling: integer("falling").notNull().default(0),
    rising: integer("rising").notNull().default(0),
    /** Requirements whose answer is not stored or whose passages are not there any more. */
    unforeseen: integer("unforeseen").notNull().default(0),
    /** What a run would need, about, where one is needed. */
    tokensIn: integer("tokens_in"),
    tokensOut: integer("tokens_out"),
    finishedAt: instant("finished_at"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.runId, table.retrievalVersionId] }), runKey(table)],
);

/** For which engine version a tenant's runs were looked at last, and when. */
export const forecastMarks = pgTable("forecast_marks", {
  tenantId: uuid("tenant_id")
    .primaryKey()
    .references(() => tenants.id),
  retrievalVersionId: uuid("retrieval_version_id")
    .notNull()
    .references(() => retrievalVersions.id),
  lookedAt: instant("looked_at").notNull(),
});
