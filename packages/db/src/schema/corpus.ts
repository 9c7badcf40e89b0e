import {
  type EngineMetrics,
  type EvidenceRules,
  FILE_TYPES,
  INGESTION_FAILURE_CODES,
  INGESTION_STATUSES,
  type MeaningCheck,
} from "@assay/contract";
import {
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, primaryId, vectorColumns } from "./columns.ts";
import { ownerTenantId, packs } from "./packs.ts";

/** The active guidance for a pack; the newest one is pinned by new runs. */
export const corpusActivations = pgTable(
  "corpus_activations",
  {
    id: primaryId(),
    packId: uuid("pack_id")
      .notNull()
      .references(() => packs.id, { onDelete: "cascade" }),
    activatedAt: instant("activated_at").notNull().defaultNow(),
    ownerTenantId: ownerTenantId(),
  },
  (table) => [unique().on(table.packId, table.id)],
);

/** A piece of regulatory guidance on its way into the corpus. It belongs to a pack, and to the owner of the pack. */
export const corpusIngestions = pgTable(
  "corpus_ingestions",
  {
    id: primaryId(),
    packId: uuid("pack_id")
      .notNull()
      .references(() => packs.id),
    /** Whose engine work and audit entries it makes. */
    requestedByTenantId: uuid("requested_by_tenant_id").notNull(),
    sourceKind: text("source_kind", { enum: ["URL", "FILE"] }).notNull(),
    url: text("url"),
    filename: text("filename").notNull(),
    fileType: text("file_type", { enum: FILE_TYPES }),
    status: text("status", { enum: INGESTION_STATUSES }).notNull().default("PENDING"),
    failureCode: text("failure_code", { enum: INGESTION_FAILURE_CODES }),
    failureMessage: text("failure_message"),
    sha256Hash: text("sha256_hash"),
    sizeBytes: bigint("size_bytes", { mode: "number" }),
    createdAt: instant("created_at").notNull().defaultNow(),
    fetchingAt: instant("fetching_at"),
    parsingAt: instant("parsing_at"),
    /** Spent by the attempts that are over; waiting between them does not count. */
    extractionMs: integer("extraction_ms").notNull().default(0),
    indexingAt: instant("indexing_at"),
    completedAt: instant("completed_at"),
    failedAt: instant("failed_at"),
    /** How far the extraction has come: segments whose chunks are stored, and their length. */
    segmentsRead: integer("segments_read").notNull().default(0),
    charactersRead: integer("characters_read").notNull().default(0),
    /** Pages of which all segments are stored, and how many segments these have. */
    pagesRead: integer("pages_read").notNull().default(0),
    segmentsOfPages: integer("segments_of_pages").notNull().default(0),
    /** Pages that are images, or broken: no guidance is taken from them. */
    pagesNotRead: integer("pages_not_read").notNull().default(0),
    chunkCount: integer("chunk_count"),
    ownerTenantId: ownerTenantId(),
  },
  (table) => [
    unique("corpus_ingestions_pack_id_id").on(table.packId, table.id),
    index().on(table.packId, table.createdAt),
  ],
);

/** Passages of guidance: they help to judge and are never cited. */
export const guidanceChunks = pgTable(
  "guidance_chunks",
  {
    id: primaryId(),
    ingestionId: uuid("ingestion_id")
      .notNull()
      .references(() => corpusIngestions.id),
    chunkIndex: integer("chunk_index").notNull(),
    content: text("content").notNull(),
    pageNumber: integer("page_number"),
    location: text("location"),
    context: text("context"),
    ownerTenantId: ownerTenantId(),
  },
  (table) => [unique().on(table.ingestionId, table.chunkIndex)],
);

export const guidanceVectors = pgTable(
  "guidance_vectors",
  {
    chunkId: uuid("chunk_id")
      .notNull()
      .references(() => guidanceChunks.id, { onDelete: "cascade" }),
    embedder: text("embedder").notNull(),
    /** In the column of its embedder's dimensions; null in all for a text without a usable word: it is never found. */
    ...vectorColumns(),
    ownerTenantId: ownerTenantId(),
  },
  (table) => [primaryKey({ columns: [table.chunkId, table.embedder] })],
);

/** What an activation holds, written with it and never changed. */
export const corpusActivationItems = pgTable(
  "corpus_activation_items",
  {
    packId: uuid("pack_id").notNull(),
    activationId: uuid("activation_id").notNull(),
    ingestionId: uuid("ingestion_id").notNull(),
    ownerTenantId: ownerTenantId(),
  },
  (table) => [
    primaryKey({ columns: [table.activationId, table.ingestionId] }),
    foreignKey({
      name: "corpus_activation_items_activation",
      columns: [table.packId, table.activationId],
      foreignColumns: [corpusActivations.packId, corpusActivations.id],
    }),
    foreignKey({
      name: "corpus_activation_items_ingestion",
      columns: [table.packId, table.ingestionId],
      foreignColumns: [corpusIngestions.packId, corpusIngestions.id],
    }),
  ],
);

/** The whole engine configuration that a run pins; the one activated last is active. */
export const retrievalVersions = pgTable("retrieval_versions", {
  id: primaryId(),
  embedderModel: text("embedder_model").notNull(),
  embedderDimensions: integer("embedder_dimensions").notNull(),
  similarityThreshold: doublePrecision("similarity_threshold").notNull(),
  chunksPerRequirement: integer("chunks_per_requirement").notNull(),
  assessorModel: text("assessor_model").notNull(),
  promptVersion: text("prompt_version").notNull(),
  confidenceComplete: doublePrecision("confidence_complete").notNull(),
  confidencePartial: doublePrecision("confidence_partial").notNull(),
  /** Null in versions from before the rules, which continue as they were: see EVIDENCE_RULES_BEFORE. */
  evidenceRules: jsonb("evidence_rules").$type<EvidenceRules>(),
  /** The model that checks citations for their meaning; null: none does. */
  meaning: jsonb("meaning").$type<MeaningCheck>(),
  /** How much the lexical leg counts next to the vectors; null in versions made before it: they search as they did. */
  lexicalWeight: doublePrecision("lexical_weight"),
  /** How words are read; see `Lexicon` in core. */
  lexicon: smallint("lexicon").notNull().default(1),
  /** Which deterministic rules hold citations back; see `GUARD_VERSION` in contract. */
  guardVersion: smallint("guard_version").notNull().default(1),
  /** How requirements and passages are split; see `SPLITTER_VERSION` in contract. */
  splitterVersion: smallint("splitter_version").notNull().default(1),
  /** Where its values come from: the deployment's settings, an administrator, or a release that proposes it. */
  origin: text("origin", { enum: ["settings", "admin", "release"] })
    .notNull()
    .default("settings"),
  /** Made by new settings and waiting for its vectors: the sweep activates it when all are there. */
  activateWhenReady: boolean("activate_when_ready").notNull().default(false),
  createdAt: instant("created_at").notNull().defaultNow(),
  activatedAt: instant("activated_at"),
  /** When a person activated it last; null where the service did: releases may move on from it. */
  chosenAt: instant("chosen_at"),
  /** Next to `activateWhenReady`: it takes the place of one that still runs, as nobody has chosen that. */
  isMove: boolean("is_move").notNull().default(false),
  /** Since when its metrics allow to recommend it, and somebody or a release does. */
  recommendedAt: instant("recommended_at"),
});

/** What engine versions were measured with, and what came out; the newest of a version counts. Global, as versions are. */
export const engineMetrics = pgTable(
  "engine_metrics",
  {
    id: primaryId(),
    retrievalVersionId: uuid("retrieval_version_id")
      .notNull()
      .references(() => retrievalVersions.id),
    metrics: jsonb("metrics").$type<EngineMetrics>().notNull(),
    origin: text("origin", { enum: ["release", "admin"] }).notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [index().on(table.retrievalVersionId, table.id)],
);
