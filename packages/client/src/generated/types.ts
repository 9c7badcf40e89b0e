// Made from packages/contract/src/schemas.ts by `npm run types:client`: change the schemas, not this file.
// oxlint-disable typescript/no-duplicate-type-constituents -- the names of two kinds of strings say what they hold
import type { Open } from "../open.ts";

/** Lowercase UUIDv7. */
export type Id = string;

/** An ISO 8601 UTC time with milliseconds. */
export type Timestamp = string;

/** A day such as 2026-01-31. */
export type CalendarDate = string;

/** 64 lowercase hexadecimal digits. */
export type Sha256 = string;

export type Role = "VIEWER" | "MEMBER" | "ADMIN" | "SUPER_ADMIN";

/** The user or key of a token, and the packs. */
export interface Session {
  /** A user's id, or `api-key:<id>`. */
  actorId: string;
  role: Role;
  tenant: { id: Id; name: string };
  /** The packs that the tenant uses, each with the version that a new run uses. */
  packs: { id: Id; name: string; criteriaVersionId: Id; version: number }[];
  /** Whether every other route is refused until the first password is changed. */
  mustChangePassword: boolean;
}

/** What is shown without a token. */
export interface Deployment {
  /** Whether there is no tenant to sign in to. */
  empty: boolean;
}

export type DocumentStatus = "UPLOADED" | "EXTRACTED" | "PARSED" | "INDEXED" | "READY" | "FAILED";

export type DocumentStage = "extract" | "chunk" | "embed" | "finish";

export type FileType = Open<"pdf" | "docx" | "xlsx" | "pptx" | "odt" | "csv" | "txt" | "md" | "html" | "eml" | "zip">;

export type DocumentFailureCode = Open<
  | "ENCRYPTED_FILE"
  | "UNREADABLE_FILE"
  | "NO_TEXT"
  | "FILE_TYPE_MISMATCH"
  | "ARCHIVE_LIMIT_EXCEEDED"
  | "EXTRACTION_TIMEOUT"
  | "EXTRACTION_LIMIT_EXCEEDED"
  | "HASH_MISMATCH"
  | "OBJECT_MISSING"
  | "EMBEDDING_FAILED"
>;

export interface DocumentFailure {
  stage: DocumentStage;
  code: DocumentFailureCode;
  message: string;
}

export type ReadingWarningCode = Open<
  "ATTACHMENT_NOT_READ" | "STYLE_SHEET_ABSENT" | "STYLES_NOT_JUDGED" | "DATES_UNCLEAR" | "DATED_FACTS_LIMIT"
>;

/** A part of a document that was not read or could not be judged. */
export interface ReadingWarning {
  code: ReadingWarningCode;
  message: string;
}

export type ArchiveSkipReason = Open<
  "DUPLICATE" | "UNSUPPORTED_FILE_TYPE" | "ENCRYPTED" | "CORRUPT" | "SPECIAL_FILE" | "EMPTY"
>;

export interface ArchiveSkip {
  name: string;
  reason: ArchiveSkipReason;
  documentId?: Id | undefined;
}

export interface Coverage {
  /** Pages of a PDF, slides, sheets; 1 for formats without pages. */
  pages: number;
  pagesWithText: number;
  /** UTF-16 code units of the extracted text. */
  characters: number;
  chunks: number;
  /** What was not read, or could not be judged. */
  warnings: ReadingWarning[];
}

export interface Document {
  id: Id;
  tenantId: Id;
  originalFilename: string;
  /** The title that people gave it; null if there is none. */
  title: string | null;
  fileType: FileType;
  status: DocumentStatus;
  sha256Hash: Sha256;
  sizeBytes: number;
  parentDocumentId: Id | null;
  category: string | null;
  effectiveDate: CalendarDate | null;
  expiresAt: CalendarDate | null;
  /** Whether it lays down a rule or records what was done. */
  evidenceKind: EvidenceKind;
  /** Whether a person said so or it was derived from the document. */
  evidenceKindSource: EvidenceKindSource;
  uploadedAt: Timestamp;
  extractedAt: Timestamp | null;
  parsedAt: Timestamp | null;
  indexedAt: Timestamp | null;
  readyAt: Timestamp | null;
  failure: DocumentFailure | null;
  coverage: Coverage | null;
  /**
   * Version of the reader that extracts or extracted the text; `null` for a ZIP and for documents from before
   * versions.
   */
  readerVersion: number | null;
  /** Of a ZIP only: how many members became documents and which did not. */
  archive: { members: number; skipped: ArchiveSkip[] } | null;
}

export interface DocumentProgress {
  id: Id;
  status: DocumentStatus;
  uploadedAt: Timestamp;
  extractedAt: Timestamp | null;
  parsedAt: Timestamp | null;
  indexedAt: Timestamp | null;
  readyAt: Timestamp | null;
  failure: DocumentFailure | null;
}

export interface Chunk {
  id: Id;
  documentId: Id;
  chunkIndex: number;
  content: string;
  /** The page of a PDF; null for other formats, which have `location`. */
  pageNumber: number | null;
  location: string | null;
  /** An estimate: characters / 4, rounded up. */
  tokenCount: number;
  /** UTF-16 code units of the document's text. */
  startOffset: number;
  endOffset: number;
}

/** A piece of a document's text that no chunk crosses: a PDF page, rows of a sheet, a slide, a heading section. */
export interface Segment {
  /** From 0, without gaps. */
  segmentIndex: number;
  pageNumber: number | null;
  location: string | null;
  /** What is embedded with the text and never cited, such as a sheet's column headings. */
  context: string | null;
  text: string;
  /** Where `text` begins in the document's text, in UTF-16 code units. */
  startOffset: number;
  /** Ranges of `text` that a reader of the original would not see: [start, end). */
  hidden: [number, number][];
  /** The chunks cut from `text`, as ranges of the document's text. */
  chunks: { id: Id; startOffset: number; endOffset: number }[];
}

export interface SegmentPage {
  segments: Segment[];
  /** How many segments the document has. */
  total: number;
  nextCursor: string | null;
}

/** What deleting a document would remove. */
export interface DeletionPreview {
  /** The document and, for a ZIP, everything extracted from it. */
  documents: { id: Id; originalFilename: string }[];
  /** Other archives that contain the same bytes as one of these and skipped them as duplicates. */
  alsoHeldBy: { id: Id; originalFilename: string; documentId: Id }[];
}

/** VECTOR: nearness of meaning. LEXICAL: shared words. */
export type SearchLeg = "VECTOR" | "LEXICAL";

/**
 * EMBEDDER_UNAVAILABLE: the embedding model does not answer now. EMBEDDER_NOT_RUN: this deployment does not use
 * the one in force.
 */
export type SearchDegradation = Open<"EMBEDDER_UNAVAILABLE" | "EMBEDDER_NOT_RUN">;

/** The sentence of a passage that is nearest to the words searched for, with what follows if it is short. */
export interface SearchQuote {
  /** The document's own text from `startOffset` to `endOffset`. */
  text: string;
  /** UTF-16 code units of the document's text. */
  startOffset: number;
  endOffset: number;
  /** Words of `text` that were searched for: [start, end), in order. Empty where only the meaning is near. */
  matches: [number, number][];
}

export interface SearchResult {
  documentId: Id;
  chunkId: Id;
  originalFilename: string;
  title: string | null;
  fileType: FileType;
  category: string | null;
  /** The page of a PDF; null for other formats. */
  pageNumber: number | null;
  /** Of other formats: section, sheet and cells, slide. */
  location: string | null;
  quote: SearchQuote;
  /** Cosine to the query; null where the vectors were not searched. */
  similarity: number | null;
  /** Orders the results of one search; compares with no other. */
  score: number;
}

export interface SearchResults {
  /** Best first. */
  results: SearchResult[];
  /** What was searched by. */
  legs: SearchLeg[];
  /** Why only words were searched; null where nothing was left out. */
  degraded: SearchDegradation | null;
  retrievalVersionId: Id;
}

export interface Requirement {
  id: Id;
  /** A dotted label such as 2.1.a. */
  requirementId: string;
  criterionId: number;
  criterionTitle: string;
  title: string;
  subcheckLabel: string | null;
  /** What evidence it asks for, and how often; null where neither the pack nor its wording says so. */
  expectation: Expectation | null;
}

export type RunStatus = "PENDING" | "IN_PROGRESS" | "COMPLETED" | "FAILED";

export type SnapshotStatus = "PENDING" | "CAPTURED" | "FAILED" | "LEGACY";

export interface Run {
  id: Id;
  tenantId: Id;
  packId: Id;
  /** The name that its starter gave it. */
  name: string | null;
  /** The time that the run is about; null for one that judges as of its start. */
  period: Period | null;
  /** A user's id, `api-key:<id>` or `system`. */
  startedBy: string;
  /** The user's e-mail or the key's name; null for a person who is not a member of the tenant. */
  startedByName: string | null;
  status: RunStatus;
  snapshotStatus: SnapshotStatus;
  totalRequirements: number;
  assessedCount: number;
  completeCount: number;
  partialCount: number;
  /** By status, with those that were not judged. */
  missingCount: number;
  /** Of `missingCount` the requirements for which no model gave a usable answer: a person judges them. */
  notJudgedCount: number;
  createdAt: Timestamp;
  startedAt: Timestamp | null;
  completedAt: Timestamp | null;
  failedAt: Timestamp | null;
  failureReason: string | null;
  /** The FAILED run that this one finishes. */
  continuedFromRunId: Id | null;
  snapshotCriteriaVersionId: Id;
  snapshotCorpusActivationId: Id;
  snapshotRetrievalVersionId: Id;
  traceId: string;
  rootSpanId: string;
}

/** QUOTA: the model takes no more calls for now. UNAVAILABLE: the part cannot be used. */
export type WaitingReason = Open<"QUOTA" | "UNAVAILABLE">;

/** What the run waits for; null while a part of it is under way. */
export type RunWaiting = {
  /** `files`, `disk`, `database`, or `model:<name>`. */
  part: string;
  reason: WaitingReason;
  /** When the run asks again. */
  until: Timestamp;
} | null;

export interface RunDetails {
  id: Id;
  tenantId: Id;
  packId: Id;
  /** The name that its starter gave it. */
  name: string | null;
  /** The time that the run is about; null for one that judges as of its start. */
  period: Period | null;
  /** A user's id, `api-key:<id>` or `system`. */
  startedBy: string;
  /** The user's e-mail or the key's name; null for a person who is not a member of the tenant. */
  startedByName: string | null;
  status: RunStatus;
  snapshotStatus: SnapshotStatus;
  totalRequirements: number;
  assessedCount: number;
  completeCount: number;
  partialCount: number;
  /** By status, with those that were not judged. */
  missingCount: number;
  /** Of `missingCount` the requirements for which no model gave a usable answer: a person judges them. */
  notJudgedCount: number;
  createdAt: Timestamp;
  startedAt: Timestamp | null;
  completedAt: Timestamp | null;
  failedAt: Timestamp | null;
  failureReason: string | null;
  /** The FAILED run that this one finishes. */
  continuedFromRunId: Id | null;
  snapshotCriteriaVersionId: Id;
  snapshotCorpusActivationId: Id;
  snapshotRetrievalVersionId: Id;
  traceId: string;
  rootSpanId: string;
  waiting: RunWaiting;
}

export interface StartedRun {
  id: Id;
  tenantId: Id;
  packId: Id;
  status: RunStatus;
  snapshotStatus: SnapshotStatus;
  createdAt: Timestamp;
}

/** Why a run does not use a document: still being read, an archive, or its failure code. */
export type RunDocumentReason = Open<
  | "NOT_READY"
  | "ARCHIVE"
  | "ENCRYPTED_FILE"
  | "UNREADABLE_FILE"
  | "NO_TEXT"
  | "FILE_TYPE_MISMATCH"
  | "ARCHIVE_LIMIT_EXCEEDED"
  | "EXTRACTION_TIMEOUT"
  | "EXTRACTION_LIMIT_EXCEEDED"
  | "HASH_MISMATCH"
  | "OBJECT_MISSING"
  | "EMBEDDING_FAILED"
>;

/** A document as it was when the run started. Values that earlier releases did not keep are null. */
export interface RunDocument {
  documentId: Id;
  originalFilename: string;
  fileType: FileType | null;
  sha256Hash: Sha256;
  sizeBytes: number | null;
  category: string | null;
  effectiveDate: CalendarDate | null;
  expiresAt: CalendarDate | null;
  evidenceKind: EvidenceKind | null;
  coverage: Coverage | null;
  /** Whether it was part of the evidence; `reason` says why not. */
  judged: boolean;
  reason: RunDocumentReason | null;
  /** Whether it has been deleted since then. */
  deleted: boolean;
}

export interface RunDocumentPage {
  documents: RunDocument[];
  /** Of the whole run, like `leftOutCount`. */
  judgedCount: number;
  leftOutCount: number;
  nextCursor: string | null;
}

export type RunStepName = "INGESTION" | "RETRIEVAL" | "VERIFICATION" | "ASSESSMENT" | "TASK_GENERATION" | "EXPORT";

export type RunStepStatus = "NOT_EXECUTED" | "IN_PROGRESS" | "COMPLETED" | "FAILED";

export interface RunStep {
  runId: Id;
  stepName: RunStepName;
  stepIndex: number;
  status: RunStepStatus;
  startedAt: Timestamp | null;
  completedAt: Timestamp | null;
  spanId: string | null;
  inputRefs: Record<string, unknown> | null;
  outputRefs: Record<string, unknown> | null;
  errorDetails: Record<string, unknown> | null;
}

/** `data:` of each server-sent event; `event:` is `progress`, then once `end`. */
export interface RunProgress {
  run: RunDetails;
  steps: { stepName: RunStepName; stepIndex: number; status: RunStepStatus }[];
}

export interface RunConfiguration {
  snapshotCriteriaVersionId: Id;
  snapshotCorpusActivationId: Id;
  snapshotRetrievalVersionId: Id;
  embedder: { model: string; dimensions: number };
  assessor: { model: string; promptVersion: string };
  similarityThreshold: number;
  lexicalWeight?: number | undefined;
  chunksPerRequirement: number;
  confidenceThresholds: { complete: number; partial: number };
  evidenceRules: EvidenceRules;
  period: Period | null;
}

export interface RunDiff {
  runId: Id;
  against: Id;
  pins: { pin: "criteria" | "corpus" | "retrieval"; before: Id; after: Id }[];
  documents: { added: { id: Id; originalFilename: string }[]; removed: { id: Id; originalFilename: string }[] };
  requirements: {
    requirementId: string;
    change: "ADDED" | "REMOVED" | "STATUS" | "CONFIDENCE";
    before: { status: AssessmentStatus; confidence: number; flags?: AssessmentFlag[] | undefined } | null;
    after: { status: AssessmentStatus; confidence: number; flags?: AssessmentFlag[] | undefined } | null;
    /** Documents cited on one side only. */
    citedOnlyBefore: Id[];
    citedOnlyAfter: Id[];
  }[];
}

export interface Citation {
  documentId: Id;
  chunkId: Id;
  /** The words of the document, as they are in the chunk. */
  text: string;
  pageNumber: number | null;
}

export type AssessmentStatus = "COMPLETE" | "PARTIAL" | "MISSING" | "FAILED";

export type AssessmentFlag = Open<
  | "INSTRUCTION_LIKE_EVIDENCE"
  | "HIDDEN_TEXT_EVIDENCE"
  | "EXPIRED_EVIDENCE"
  | "UNVERIFIED_QUOTES_DROPPED"
  | "OUT_OF_PERIOD"
  | "DESIGN_ONLY"
  | "CADENCE_GAP"
  | "CONTRADICTED"
  | "WEAK_SUPPORT"
  | "COVERED_BY_EXCEPTION"
  | "NOT_JUDGED"
>;

export type EvidenceKind = "DESIGN" | "RECORD" | "UNKNOWN";

export type EvidenceKindSource = "USER" | "DERIVED";

export type ExpectationKind = "DESIGN" | "OPERATION" | "BOTH";

/** Whether a requirement asks for a rule that is laid down, or for proof that it is followed. */
export interface Expectation {
  kind: ExpectationKind;
  /** How often it has to happen, or EVENT for after each event; null where the requirement does not say. */
  every: string | null;
}

/** The time that a run is about; both days belong to it. */
export interface Period {
  from: CalendarDate;
  to: CalendarDate;
}

/** What records say of something that has to happen again and again. */
export interface Occurrences {
  /** How often it had to happen in the period. */
  expected: number;
  /** On how many days of the period records say that it happened. */
  found: number;
  /** The stretches of the period in which it should have happened and no record says so. */
  gaps: Period[];
  /** The dates that count, oldest first, with the words that hold them. */
  facts: { date: CalendarDate; documentId: Id; chunkId: Id; text: string }[];
}

export type RuleEffect = "OFF" | "NOTE" | "CAP";

/** OFF: not looked at. NOTE: said. CAP: said, and the verdict is kept below COMPLETE. */
export interface EvidenceRules {
  /** A cited document had expired when the run started. */
  expired: RuleEffect;
  /** What is cited lies outside the period of the run. */
  outOfPeriod: RuleEffect;
  /** Rules alone are cited where the requirement asks for proof of practice. */
  designOnly: RuleEffect;
  /** It did not happen as often as it had to. */
  cadenceGap: RuleEffect;
  /** Passages of the evidence say different things. */
  contradicted: RuleEffect;
  /** No citation passes the support guard. */
  weakSupport: RuleEffect;
}

export type WeakReason = Open<
  | "NEGATED"
  | "PLANNED"
  | "PAST"
  | "OTHER_PARTY"
  | "EXCLUSION"
  | "FIGURE"
  | "DATE"
  | "TEMPLATE"
  | "QUESTION"
  | "DRAFT"
  | "SUPERSEDED"
  | "STANDARD"
  | "REQUIREMENT_TEXT"
  | "UNRELATED"
>;

/** What has to be said of a citation. */
export interface CitationNote {
  /** Of the citation, from 0. */
  index: number;
  /** Why it does not prove what the requirement asks for. */
  weak?: WeakReason | undefined;
}

export type PartVerdict = "MET" | "PARTLY" | "NOT_MET" | "CONTRADICTED";

/** One part of a requirement, as the assessor judged it. */
export interface JudgedPart {
  /** What the requirement asks for, in its own words. */
  part: string;
  verdict: PartVerdict;
  why: string;
  /** The citations of the assessment that speak of it, by their index. */
  citations: number[];
}

export interface Assessment {
  id: Id;
  runId: Id;
  requirementId: string;
  status: AssessmentStatus;
  /** From 0 to 1. */
  confidence: number;
  citations: Citation[];
  reasoning: string;
  flags?: AssessmentFlag[] | undefined;
  parts?: JudgedPart[] | undefined;
  citationNotes?: CitationNote[] | undefined;
  occurrences?: Occurrences | undefined;
  reusedFromRunId?: Id | undefined;
}

export type TaskStatus = "PENDING" | "IN_PROGRESS" | "COMPLETED";

export interface Task {
  id: Id;
  runId: Id;
  requirementId: string;
  title: string;
  description: string;
  status: TaskStatus;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export type ExportFormat = "json" | "csv" | "xlsx";

export interface ExportRecord {
  id: Id;
  runId: Id;
  format: ExportFormat;
  filename: string;
  sizeBytes: number;
  sha256Hash: Sha256;
  createdAt: Timestamp;
}

export type WebhookEventType = Open<
  "run.completed" | "run.failed" | "document.ready" | "document.failed" | "evidence.expiring"
>;

export interface RunCompletedEvent {
  type: "run.completed";
  /** When it happened. */
  timestamp: Timestamp;
  data: {
    tenantId: Id;
    runId: Id;
    packId: Id;
    snapshotStatus: SnapshotStatus;
    totalRequirements: number;
    assessedCount: number;
    completeCount: number;
    partialCount: number;
    /** Includes those that are not judged. */
    missingCount: number;
    notJudgedCount: number;
  };
}

export interface RunFailedEvent {
  type: "run.failed";
  /** When it happened. */
  timestamp: Timestamp;
  data: {
    tenantId: Id;
    runId: Id;
    packId: Id;
    snapshotStatus: SnapshotStatus;
    totalRequirements: number;
    assessedCount: number;
    completeCount: number;
    partialCount: number;
    /** Includes those that are not judged. */
    missingCount: number;
    notJudgedCount: number;
  };
}

export interface DocumentReadyEvent {
  type: "document.ready";
  /** When it happened. */
  timestamp: Timestamp;
  data: { tenantId: Id; documentId: Id; parentDocumentId: Id | null; pages: number | null; chunks: number | null };
}

export interface DocumentFailedEvent {
  type: "document.failed";
  /** When it happened. */
  timestamp: Timestamp;
  data: {
    tenantId: Id;
    documentId: Id;
    parentDocumentId: Id | null;
    stage: DocumentStage | null;
    code: DocumentFailureCode | null;
  };
}

export interface EvidenceExpiringEvent {
  type: "evidence.expiring";
  /** When it happened. */
  timestamp: Timestamp;
  data: {
    tenantId: Id;
    documentId: Id;
    parentDocumentId: Id | null;
    expiresAt: CalendarDate;
    /** 30, 7 or 1: which of the notices this is. */
    noticeDays: number;
    /** Until `expiresAt`; negative where the notice comes after it. */
    daysLeft: number;
  };
}

export interface WebhookTestEvent {
  type: "webhook.test";
  /** When it happened. */
  timestamp: Timestamp;
  data: { tenantId: Id; webhookId: Id };
}

/** The body of a delivery: ids and counts, never evidence. */
export type WebhookEvent =
  | RunCompletedEvent
  | RunFailedEvent
  | DocumentReadyEvent
  | DocumentFailedEvent
  | EvidenceExpiringEvent
  | WebhookTestEvent;

export interface PasswordChange {
  current: string;
  new: string;
}

/**
 * Fields that are left out do not change; null removes a value. Both dates are checked together with the stored
 * ones.
 */
export interface DocumentCorrection {
  title?: string | null | undefined;
  category?: string | null | undefined;
  effectiveDate?: CalendarDate | null | undefined;
  expiresAt?: CalendarDate | null | undefined;
  evidenceKind?: EvidenceKind | undefined;
}

export interface StartRun {
  /** May be left out if the tenant uses one pack. */
  packId?: string | undefined;
  /** The three pins of an earlier run, to reproduce it. */
  criteriaVersionId?: string | undefined;
  corpusActivationId?: string | undefined;
  retrievalVersionId?: string | undefined;
  /** Reuses an earlier verdict if nothing that it depends on has changed. */
  reuse?: boolean | undefined;
  name?: string | undefined;
  /** The time that the run is about, at most 36 months; without it evidence is judged as of the start. */
  period?: Period | null | undefined;
  /** A FAILED run to finish: with its pins and period, what was assessed is taken over and the rest asked for. */
  continueRunId?: string | undefined;
}

export interface CancelRun {
  reason: string;
}

export interface TaskChange {
  status: TaskStatus;
}
