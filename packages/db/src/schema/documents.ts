import {
  type ArchiveSkipReason,
  type CaptureFact,
  DOCUMENT_FAILURE_CODES,
  DOCUMENT_STAGES,
  DOCUMENT_STATUSES,
  type DocumentSignature,
  ENCODING_SOURCES,
  EVIDENCE_KIND_SOURCES,
  EVIDENCE_KINDS,
  FILE_TYPES,
  PAGE_STATES,
  type PageStates,
  type Picture,
  type ReadingWarning,
  SEGMENT_KINDS,
  TEXT_SOURCES,
} from "@assay/contract";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, primaryId, sparseVector, tenantId, vectorColumns } from "./columns.ts";
import { tenants } from "./tenancy.ts";

export interface SkippedMember {
  name: string;
  reason: ArchiveSkipReason;
  documentId?: string;
  /** Kept so that a deletion can name the archives that also held the bytes. */
  sha256?: string;
}

export const documents = pgTable(
  "documents",
  {
    id: primaryId(),
    tenantId: tenantId().references(() => tenants.id),
    /** Of where it is held now: the same for the same places, whatever came before. */
    originalFilename: text("original_filename").notNull(),
    /** Under which it came: by an upload without a place, or in its archive or mail. Null where that is the name. */
    givenFilename: text("given_filename"),
    /** The name under which it was read, where that is another: its kind and what it is searched by are to be made again. */
    readAs: text("read_as"),
    title: text("title"),
    fileType: text("file_type", { enum: FILE_TYPES }).notNull(),
    status: text("status", { enum: DOCUMENT_STATUSES }).notNull().default("UPLOADED"),
    sha256Hash: text("sha256_hash").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    parentDocumentId: uuid("parent_document_id"),
    /** The document of which it was uploaded as a new version. */
    replacesDocumentId: uuid("replaces_document_id"),
    /** Set, as `retiredAt`, while nothing holds the document: later runs do not judge it. */
    supersededById: uuid("superseded_by_id"),
    retiredAt: instant("retired_at"),
    /** Whether an upload without a place holds it. Null for those from before places, which their first place takes over. */
    heldByUpload: boolean("held_by_upload"),
    category: text("category"),
    effectiveDate: date("effective_date", { mode: "string" }),
    expiresAt: date("expires_at", { mode: "string" }),
    /** Who answers for it, and the day by which they look at it again. */
    ownerId: uuid("owner_id"),
    reviewBy: date("review_by", { mode: "string" }),
    evidenceKind: text("evidence_kind", { enum: EVIDENCE_KINDS }).notNull().default("UNKNOWN"),
    evidenceKindSource: text("evidence_kind_source", { enum: EVIDENCE_KIND_SOURCES }).notNull().default("DERIVED"),
    /** Version of what found its dated facts and its kind; null for what was read before it. */
    factsVersion: integer("facts_version"),
    uploadedAt: instant("uploaded_at").notNull().defaultNow(),
    /** When a malware scanner found nothing in it; null where none has looked. */
    scannedAt: instant("scanned_at"),
    extractedAt: instant("extracted_at"),
    parsedAt: instant("parsed_at"),
    indexedAt: instant("indexed_at"),
    readyAt: instant("ready_at"),
    failureStage: text("failure_stage", { enum: DOCUMENT_STAGES }),
    failureCode: text("failure_code", { enum: DOCUMENT_FAILURE_CODES }),
    failureMessage: text("failure_message"),
    /** When the first extraction of this attempt began: its 10 minutes run over all attempts. */
    extractionStartedAt: instant("extraction_started_at"),
    /** Spent by the attempts that are over; waiting between them does not count. */
    extractionMs: integer("extraction_ms").notNull().default(0),
    pages: integer("pages"),
    pagesWithText: integer("pages_with_text"),
    characters: integer("characters"),
    chunkCount: integer("chunk_count"),
    /** Version of the reader that makes or made the text; null for what was read before versions. */
    readerVersion: integer("reader_version"),
    readingWarnings: jsonb("reading_warnings").$type<ReadingWarning[]>(),
    /** How many pages are in each state; null for what was read before states. */
    pageStates: jsonb("page_states").$type<PageStates>(),
    textEncoding: text("text_encoding"),
    encodingCertainty: real("encoding_certainty"),
    encodingSource: text("encoding_source", { enum: ENCODING_SOURCES }),
    /** What a person said when they had it read again. */
    requestedEncoding: text("requested_encoding"),
    signatures: jsonb("signatures").$type<DocumentSignature[]>(),
    /** Spent by OCR in all attempts. */
    ocrMs: integer("ocr_ms").notNull().default(0),
    /** Of a ZIP or a mail with attachments: members that are documents, those of them that a ZIP waits for, and those omitted. */
    memberCount: integer("member_count"),
    membersPending: integer("members_pending"),
    membersSkipped: jsonb("members_skipped").$type<SkippedMember[]>(),
    /** When the stored bytes were last hashed again. */
    rehashedAt: instant("rehashed_at"),
  },
  (table) => [
    unique("documents_tenant_id_id").on(table.tenantId, table.id),
    unique("documents_tenant_sha256").on(table.tenantId, table.sha256Hash),
    foreignKey({
      name: "documents_parent",
      columns: [table.tenantId, table.parentDocumentId],
      foreignColumns: [table.tenantId, table.id],
    }).onDelete("cascade"),
    // The list, newest first, as it is and by each of its filters.
    index("documents_in_order").on(table.tenantId, table.uploadedAt, table.id),
    index("documents_at_top").on(table.tenantId, table.uploadedAt, table.id).where(sql`parent_document_id IS NULL`),
    index("documents_by_status").on(table.tenantId, table.status, table.uploadedAt, table.id),
    index("documents_by_parent")
      .on(table.tenantId, table.parentDocumentId, table.uploadedAt, table.id)
      .where(sql`parent_document_id IS NOT NULL`),
    index("documents_by_category")
      .on(table.tenantId, table.category, table.uploadedAt, table.id)
      .where(sql`category IS NOT NULL`),
    index("documents_with_warnings")
      .on(table.tenantId)
      .where(sql`status = 'READY' AND reading_warnings IS NOT NULL AND reading_warnings <> '[]'::jsonb`),
    index("documents_with_skipped").on(table.tenantId).where(sql`members_skipped IS NOT NULL`),
    index("documents_to_rehash")
      .on(table.tenantId, sql`coalesce(rehashed_at, ready_at)`, table.id)
      .where(sql`status = 'READY'`),
    index("documents_failed_by_code")
      .on(table.tenantId, table.failureCode, table.uploadedAt, table.id)
      .where(sql`status = 'FAILED'`),
    index("documents_renamed").on(table.tenantId).where(sql`read_as IS NOT NULL`),
    index("documents_to_describe").on(table.tenantId, table.id).where(sql`status = 'READY' AND facts_version IS NULL`),
    index("documents_expiring")
      .on(table.tenantId, table.expiresAt)
      .where(sql`status = 'READY' AND expires_at IS NOT NULL`),
    index("documents_by_reader")
      .on(table.tenantId, table.readerVersion)
      .where(sql`status = 'READY' AND file_type <> 'zip'`),
    index("documents_live")
      .on(table.tenantId, table.uploadedAt, table.id)
      .where(sql`superseded_by_id IS NULL AND retired_at IS NULL`),
    index("documents_by_expiry").on(table.tenantId, table.expiresAt, table.id).where(sql`expires_at IS NOT NULL`),
    index("documents_by_review").on(table.tenantId, table.reviewBy, table.id).where(sql`review_by IS NOT NULL`),
    index("documents_by_owner")
      .on(table.tenantId, table.ownerId, table.uploadedAt, table.id)
      .where(sql`owner_id IS NOT NULL`),
    index("documents_by_kind").on(table.tenantId, table.evidenceKind, table.uploadedAt, table.id),
    index("documents_superseded_by").on(table.tenantId, table.supersededById).where(sql`superseded_by_id IS NOT NULL`),
    index("documents_replacing")
      .on(table.tenantId, table.replacesDocumentId)
      .where(sql`replaces_document_id IS NOT NULL`),
  ],
);

/**
 * What has stood at each place, a row for each time that a document did. A place without a source is the line of versions
 * that a person made, and its path the id of the first one.
 */
export const documentPlaces = pgTable(
  "document_places",
  {
    id: primaryId(),
    tenantId: tenantId(),
    source: text("source").notNull(),
    path: text("path").notNull(),
    /** SHA-256 of the path, which may be too long for an index. */
    pathHash: text("path_hash").notNull(),
    documentId: uuid("document_id").notNull(),
    /** Null for the last part of the path. */
    filename: text("filename"),
    /** From 1, by place. */
    version: integer("version").notNull(),
    heldFrom: instant("held_from").notNull().defaultNow(),
    /** When something else came to the place, or nothing; null for what stands there. */
    heldUntil: instant("held_until"),
    /** From when the place no longer keeps the document live: a READY one stays until the next is READY. */
    leftAt: instant("left_at"),
  },
  (table) => [
    foreignKey({
      name: "document_places_document",
      columns: [table.tenantId, table.documentId],
      foreignColumns: [documents.tenantId, documents.id],
    }).onDelete("cascade"),
    uniqueIndex("document_places_held").on(table.tenantId, table.source, table.pathHash).where(sql`held_until IS NULL`),
    unique("document_places_versions").on(table.tenantId, table.source, table.pathHash, table.version),
    index("document_places_of_document").on(table.tenantId, table.documentId),
  ],
);

/** SHA-256 of each part of 1 MB of a stored file, taken with that of the whole; a file of one part has no row. */
export const fileParts = pgTable(
  "file_parts",
  {
    documentId: uuid("document_id").primaryKey(),
    tenantId: tenantId(),
    sha256Hash: text("sha256_hash").notNull(),
    digests: text("digests").array().notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.tenantId, table.documentId],
      foreignColumns: [documents.tenantId, documents.id],
    }).onDelete("cascade"),
  ],
);

/** The text of a document, in pieces that a chunk never crosses; joined by `SEGMENT_SEPARATOR`. */
export const segments = pgTable(
  "segments",
  {
    tenantId: tenantId(),
    documentId: uuid("document_id").notNull(),
    segmentIndex: integer("segment_index").notNull(),
    kind: text("kind", { enum: SEGMENT_KINDS }).notNull().default("TEXT"),
    pageNumber: integer("page_number"),
    location: text("location"),
    context: text("context"),
    text: text("text").notNull(),
    startOffset: integer("start_offset").notNull(),
    /** [start, end) pairs within `text`. */
    hidden: jsonb("hidden").$type<[number, number][]>().notNull(),
    struck: jsonb("struck").$type<[number, number][]>().notNull().default([]),
    quoted: jsonb("quoted").$type<[number, number][]>().notNull().default([]),
    textSource: text("text_source", { enum: TEXT_SOURCES }).notNull().default("TEXT"),
    /** Of words that OCR read, 0 to 1. */
    certainty: real("certainty"),
    /** Set when the segment has been split into chunks. */
    chunkedAt: instant("chunked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.segmentIndex] }),
    foreignKey({
      columns: [table.tenantId, table.documentId],
      foreignColumns: [documents.tenantId, documents.id],
    }).onDelete("cascade"),
  ],
);

/** A word that OCR read: a range of the segment's text, its box in the picture's pixels, and its certainty. */
export type StoredWord = [
  start: number,
  end: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  certainty: number,
];

/** What was read of each page, sheet, slide, mail part and picture. */
export const documentPages = pgTable(
  "document_pages",
  {
    tenantId: tenantId(),
    documentId: uuid("document_id").notNull(),
    pageIndex: integer("page_index").notNull(),
    /** The real page of a PDF, from 1. */
    pageNumber: integer("page_number"),
    label: text("label"),
    state: text("state", { enum: PAGE_STATES }).notNull(),
    reason: text("reason"),
    /** The segment that holds, or is to hold, the words read from its picture. */
    pictureSegment: integer("picture_segment"),
    picture: jsonb("picture").$type<Picture>(),
    certainty: real("certainty"),
    words: jsonb("words").$type<StoredWord[]>(),
    captureFacts: jsonb("capture_facts").$type<CaptureFact[]>(),
    /** When OCR has read the image, or given it up; null while it waits and where there is none to read. */
    recognisedAt: instant("recognised_at"),
  },
  (table) => [
    primaryKey({ name: "document_pages_pk", columns: [table.documentId, table.pageIndex] }),
    foreignKey({
      name: "document_pages_document",
      columns: [table.tenantId, table.documentId],
      foreignColumns: [documents.tenantId, documents.id],
    }).onDelete("cascade"),
    index("document_pages_in_order").on(table.tenantId, table.documentId, table.pageIndex),
    index("document_pages_to_recognise")
      .on(table.tenantId, table.documentId, table.pageIndex)
      .where(sql`picture_segment IS NOT NULL AND recognised_at IS NULL`),
  ],
);

/** A range of a chunk's content that never counts as evidence. */
export interface FlaggedRange {
  start: number;
  end: number;
  reason: "HIDDEN" | "STRUCK" | "QUOTED" | "INSTRUCTION";
}

export const chunks = pgTable(
  "chunks",
  {
    id: primaryId(),
    tenantId: tenantId(),
    documentId: uuid("document_id").notNull(),
    chunkIndex: integer("chunk_index").notNull(),
    segmentIndex: integer("segment_index").notNull(),
    content: text("content").notNull(),
    pageNumber: integer("page_number"),
    location: text("location"),
    tokenCount: integer("token_count").notNull(),
    startOffset: integer("start_offset").notNull(),
    endOffset: integer("end_offset").notNull(),
    flaggedRanges: jsonb("flagged_ranges").$type<FlaggedRange[]>().notNull(),
    textSource: text("text_source", { enum: TEXT_SOURCES }).notNull().default("TEXT"),
    certainty: real("certainty"),
  },
  (table) => [
    unique("chunks_tenant_id_id").on(table.tenantId, table.id),
    unique().on(table.documentId, table.chunkIndex),
    foreignKey({
      columns: [table.tenantId, table.documentId],
      foreignColumns: [documents.tenantId, documents.id],
    }).onDelete("cascade"),
  ],
);

/** What a dated fact speaks for: its own row or sentence, or the whole piece that it is in. */
export const DATED_FACT_SCOPES = ["ROW", "SENTENCE", "PIECE"] as const;
export type DatedFactScope = (typeof DATED_FACT_SCOPES)[number];

/** The days on which something happened, as a chunk has them; found when a document is read, and gone with its chunks. */
export const datedFacts = pgTable(
  "dated_facts",
  {
    tenantId: tenantId(),
    documentId: uuid("document_id").notNull(),
    chunkId: uuid("chunk_id").notNull(),
    factIndex: integer("fact_index").notNull(),
    /** Null where the order of day and month is not clear. */
    date: date("date", { mode: "string" }),
    scope: text("scope", { enum: DATED_FACT_SCOPES }).notNull(),
    /** The words that hold it, as a range of the document's text within the chunk. */
    startOffset: integer("start_offset").notNull(),
    endOffset: integer("end_offset").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chunkId, table.factIndex] }),
    foreignKey({
      columns: [table.tenantId, table.chunkId],
      foreignColumns: [chunks.tenantId, chunks.id],
    }).onDelete("cascade"),
    index().on(table.tenantId, table.documentId),
  ],
);

export const LEXICAL_DIMENSIONS = 1_048_576;

/** Narrow on purpose: this is the table that every retrieval scans. */
export const chunkVectors = pgTable(
  "chunk_vectors",
  {
    tenantId: tenantId(),
    documentId: uuid("document_id").notNull(),
    chunkId: uuid("chunk_id").notNull(),
    embedder: text("embedder").notNull(),
    /** In the column of its embedder's dimensions; null in all for a text without a usable word: it is never found by its vector. */
    ...vectorColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.chunkId, table.embedder] }),
    foreignKey({
      columns: [table.tenantId, table.chunkId],
      foreignColumns: [chunks.tenantId, chunks.id],
    }).onDelete("cascade"),
    index().on(table.tenantId, table.documentId),
  ],
);

/** BM25 weights of a chunk's terms for retrieval versions without a lexical weight. They never change. */
export const chunkTerms = pgTable(
  "chunk_terms",
  {
    tenantId: tenantId(),
    documentId: uuid("document_id").notNull(),
    chunkId: uuid("chunk_id").primaryKey(),
    terms: integer("terms").array().notNull(),
    weights: sparseVector("weights", { dimensions: LEXICAL_DIMENSIONS }).notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.tenantId, table.chunkId],
      foreignColumns: [chunks.tenantId, chunks.id],
    }).onDelete("cascade"),
    index().on(table.tenantId, table.documentId),
  ],
);

/** BM25 weights of a chunk's terms for retrieval versions with a lexical weight. They never change. */
export const chunkWeights = pgTable(
  "chunk_weights",
  {
    tenantId: tenantId(),
    documentId: uuid("document_id").notNull(),
    chunkId: uuid("chunk_id").notNull(),
    /** Empty, with null weights, for a text without a usable word. */
    terms: integer("terms").array().notNull(),
    weights: sparseVector("weights", { dimensions: LEXICAL_DIMENSIONS }),
    /** The ways of reading words that these terms hold for, from the first to the last: a text that all read alike has one row. */
    lexiconFrom: smallint("lexicon_from").notNull().default(1),
    lexiconTo: smallint("lexicon_to").notNull().default(1),
  },
  (table) => [
    primaryKey({ name: "chunk_weights_pk", columns: [table.chunkId, table.lexiconFrom] }),
    foreignKey({
      columns: [table.tenantId, table.chunkId],
      foreignColumns: [chunks.tenantId, chunks.id],
    }).onDelete("cascade"),
    index().on(table.tenantId, table.documentId),
  ],
);
