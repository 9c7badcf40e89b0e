import {
  DOCUMENT_STATES,
  type DocumentPlace,
  EVIDENCE_KINDS,
  FILE_TYPES,
  type PageStates,
  type PinnedManifest,
  type ReadingWarning,
  RUN_STATUSES,
  RUN_STEP_STATUSES,
  RUN_STEPS,
  type RunDocumentReason,
  type RunEgress,
  SNAPSHOT_STATUSES,
  UNUSABLE_CODES,
} from "@assay/contract";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
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
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, primaryId, sparseVector, tenantId } from "./columns.ts";
import { corpusActivations, retrievalVersions } from "./corpus.ts";
import { LEXICAL_DIMENSIONS } from "./documents.ts";
import { criteriaVersions, requirements } from "./packs.ts";
import { tenants } from "./tenancy.ts";

/** As their indexes have them; a run that is under way comes after all that have ended. */
export const RUN_END_UNKNOWN = "9999-12-31T00:00:00.000Z";
export const RUN_DURATION_UNKNOWN = Number.MAX_SAFE_INTEGER;
export const runEnd = sql`coalesce(completed_at, failed_at, timestamptz '9999-12-31 00:00:00Z')`;
export const runDuration = sql`coalesce(extract(epoch from (coalesce(completed_at, failed_at) - coalesce(started_at, created_at))) * 1000, 9007199254740991)`;
export const runTokens = sql`(tokens_in::bigint + tokens_out)`;

export const runs = pgTable(
  "runs",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    packId: uuid("pack_id").notNull(),
    status: text("status", { enum: RUN_STATUSES }).notNull().default("PENDING"),
    snapshotStatus: text("snapshot_status", { enum: SNAPSHOT_STATUSES }).notNull().default("PENDING"),
    triggerType: text("trigger_type", { enum: ["manual", "import"] }).notNull(),
    reuse: boolean("reuse").notNull().default(false),
    startedBy: text("started_by").notNull(),
    name: text("name"),
    /** The time that the run is about; both are null where it judges the evidence as it is at its start. */
    periodFrom: date("period_from", { mode: "string" }),
    periodTo: date("period_to", { mode: "string" }),
    /** Below it words that OCR read do not count as read; null where no evidence was read from an image. */
    ocrCertaintyMin: doublePrecision("ocr_certainty_min"),
    /** Of each source the last one at its start; null where no source had any. */
    manifests: jsonb("manifests").$type<PinnedManifest[]>(),
    /** Where its text was sent, as of its end; null before it, and in runs that are older than the counts. */
    egress: jsonb("egress").$type<RunEgress>(),
    createdAt: instant("created_at").notNull().defaultNow(),
    startedAt: instant("started_at"),
    completedAt: instant("completed_at"),
    failedAt: instant("failed_at"),
    failureReason: text("failure_reason"),
    /** How many were still being read when the run was created; null in runs of earlier releases. */
    documentsPending: integer("documents_pending"),
    totalRequirements: integer("total_requirements").notNull(),
    assessedCount: integer("assessed_count").notNull().default(0),
    completeCount: integer("complete_count").notNull().default(0),
    partialCount: integer("partial_count").notNull().default(0),
    missingCount: integer("missing_count").notNull().default(0),
    /** Of `missingCount` those that nobody has judged yet: flag NOT_JUDGED. */
    notJudgedCount: integer("not_judged_count").notNull().default(0),
    /** The FAILED run that this one finishes. */
    continuedFromRunId: uuid("continued_from_run_id"),
    criteriaVersionId: uuid("criteria_version_id").notNull(),
    corpusActivationId: uuid("corpus_activation_id").notNull(),
    retrievalVersionId: uuid("retrieval_version_id")
      .notNull()
      .references(() => retrievalVersions.id),
    traceId: text("trace_id").notNull(),
    rootSpanId: text("root_span_id").notNull(),
    tokensIn: integer("tokens_in").notNull().default(0),
    tokensOut: integer("tokens_out").notNull().default(0),
    costUsd: doublePrecision("cost_usd").notNull().default(0),
    /** Counts changes that a watcher can see: the id of a progress event. */
    revision: integer("revision").notNull().default(1),
    /** When an item of this run last finished: what the sweep judges a stalled run by. */
    progressedAt: instant("progressed_at").notNull().defaultNow(),
  },
  (table) => [
    unique("runs_tenant_id_id").on(table.tenantId, table.id),
    uniqueIndex("runs_one_active_per_tenant").on(table.tenantId).where(sql`status in ('PENDING', 'IN_PROGRESS')`),
    index("runs_in_order").on(table.tenantId, table.createdAt, table.id),
    index("runs_of_pack").on(table.tenantId, table.packId, table.createdAt, table.id),
    index("runs_of_starter").on(table.tenantId, table.startedBy, table.createdAt, table.id),
    index("runs_of_status").on(table.tenantId, table.status, table.createdAt, table.id),
    index("runs_by_status").on(table.tenantId, table.status, table.id),
    index("runs_by_end").on(table.tenantId, runEnd, table.id),
    index("runs_by_duration").on(table.tenantId, runDuration, table.id),
    index("runs_by_cost").on(table.tenantId, table.costUsd, table.id),
    index("runs_by_tokens").on(table.tenantId, runTokens, table.id),
    foreignKey({
      columns: [table.packId, table.criteriaVersionId],
      foreignColumns: [criteriaVersions.packId, criteriaVersions.id],
    }),
    foreignKey({
      columns: [table.packId, table.corpusActivationId],
      foreignColumns: [corpusActivations.packId, corpusActivations.id],
    }),
    foreignKey({ columns: [table.tenantId, table.continuedFromRunId], foreignColumns: [table.tenantId, table.id] }),
  ],
);

/** Makes a row part of a run of its own tenant. */
export const runKey = (table: { tenantId: AnyPgColumn; runId: AnyPgColumn }) =>
  foreignKey({ columns: [table.tenantId, table.runId], foreignColumns: [runs.tenantId, runs.id] });

export const runSteps = pgTable(
  "run_steps",
  {
    tenantId: tenantId(),
    runId: uuid("run_id").notNull(),
    stepIndex: integer("step_index").notNull(),
    stepName: text("step_name", { enum: RUN_STEPS }).notNull(),
    status: text("status", { enum: RUN_STEP_STATUSES }).notNull().default("NOT_EXECUTED"),
    startedAt: instant("started_at"),
    completedAt: instant("completed_at"),
    spanId: text("span_id"),
    inputRefs: jsonb("input_refs").$type<Record<string, unknown>>(),
    outputRefs: jsonb("output_refs").$type<Record<string, unknown>>(),
    errorDetails: jsonb("error_details").$type<Record<string, unknown>>(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.stepIndex] }), runKey(table)],
);

/**
 * The documents that a PENDING run waits for. A row goes, with the run locked, when its document has been read or is
 * gone; with the last row the run begins.
 */
export const awaitedDocuments = pgTable(
  "awaited_documents",
  {
    tenantId: tenantId(),
    runId: uuid("run_id").notNull(),
    documentId: uuid("document_id").notNull(),
  },
  (table) => [
    primaryKey({ name: "awaited_documents_pk", columns: [table.tenantId, table.documentId, table.runId] }),
    index("awaited_documents_of_run").on(table.tenantId, table.runId, table.documentId),
    runKey(table),
  ],
);

/** The evidence set, fixed when the run starts. No key to documents: a deletion leaves this record. */
export const runDocuments = pgTable(
  "run_documents",
  {
    tenantId: tenantId(),
    runId: uuid("run_id").notNull(),
    documentId: uuid("document_id").notNull(),
    originalFilename: text("original_filename").notNull(),
    sha256Hash: text("sha256_hash").notNull(),
    expiresAt: text("expires_at"),
    /** Why VERIFICATION left the document out. */
    excludedReason: text("excluded_reason"),
    /** What VERIFICATION found the document to be; null where nothing of it was retrieved. */
    state: text("state", { enum: DOCUMENT_STATES }),
    /** This and what follows is null in runs of earlier releases. */
    fileType: text("file_type", { enum: FILE_TYPES }),
    sizeBytes: bigint("size_bytes", { mode: "number" }),
    category: text("category"),
    effectiveDate: text("effective_date"),
    evidenceKind: text("evidence_kind", { enum: EVIDENCE_KINDS }),
    ...coverageColumns(),
    /** Where the document stood, and as which version; null where at no place. */
    places: jsonb("places").$type<DocumentPlace[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.documentId] }),
    runKey(table),
    // Asked for with each verdict below COMPLETE; most evidence is read.
    index("run_documents_unread")
      .on(table.tenantId, table.runId, table.documentId)
      .where(sql`reading_warnings @> '[{"code":"PAGES_NOT_READ"}]'::jsonb`),
  ],
);

/** The documents that were there when the run started and are no part of its evidence. No key to documents either. */
export const runDocumentsLeftOut = pgTable(
  "run_documents_left_out",
  {
    tenantId: tenantId(),
    runId: uuid("run_id").notNull(),
    documentId: uuid("document_id").notNull(),
    originalFilename: text("original_filename").notNull(),
    sha256Hash: text("sha256_hash").notNull(),
    fileType: text("file_type", { enum: FILE_TYPES }).notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    category: text("category"),
    effectiveDate: text("effective_date"),
    expiresAt: text("expires_at"),
    ...coverageColumns(),
    reason: text("reason").$type<RunDocumentReason>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.documentId] }), runKey(table)],
);

function coverageColumns() {
  return {
    pages: integer("pages"),
    pagesWithText: integer("pages_with_text"),
    characters: integer("characters"),
    chunkCount: integer("chunk_count"),
    readingWarnings: jsonb("reading_warnings").$type<ReadingWarning[]>(),
    pageStates: jsonb("page_states").$type<PageStates>(),
  };
}

export const runRequirements = pgTable(
  "run_requirements",
  {
    id: primaryId(),
    tenantId: tenantId(),
    runId: uuid("run_id").notNull(),
    requirementRecordId: uuid("requirement_record_id")
      .notNull()
      .references(() => requirements.id),
    position: integer("position").notNull(),
    /** IDF weights of the requirement's terms, fixed at INGESTION; null without a usable word. */
    lexicalQuery: sparseVector("lexical_query", { dimensions: LEXICAL_DIMENSIONS }),
    /** What RETRIEVAL found in the pinned activation, best first. No key: guidance is global and final. */
    guidanceChunkIds: uuid("guidance_chunk_ids").array().notNull().default(sql`'{}'::uuid[]`),
    retrievedAt: instant("retrieved_at"),
    verifiedAt: instant("verified_at"),
    /** Why the assessor gave no usable answer: it is not asked again, the fallback is. */
    unusableCode: text("unusable_code", { enum: UNUSABLE_CODES }),
  },
  (table) => [
    unique("run_requirements_tenant_id_id").on(table.tenantId, table.id),
    unique().on(table.runId, table.requirementRecordId),
    runKey(table),
  ],
);

/** What RETRIEVAL found for a requirement, best first. */
export const retrievals = pgTable(
  "retrievals",
  {
    tenantId: tenantId(),
    runRequirementId: uuid("run_requirement_id").notNull(),
    rank: integer("rank").notNull(),
    chunkId: uuid("chunk_id").notNull(),
    documentId: uuid("document_id").notNull(),
    similarity: doublePrecision("similarity").notNull(),
    /** Why VERIFICATION left the passage out. */
    excludedReason: text("excluded_reason"),
  },
  (table) => [
    primaryKey({ columns: [table.runRequirementId, table.rank] }),
    foreignKey({
      columns: [table.tenantId, table.runRequirementId],
      foreignColumns: [runRequirements.tenantId, runRequirements.id],
    }),
  ],
);
