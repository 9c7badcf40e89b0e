/** An ISO 8601 UTC time with milliseconds. */
export type Timestamp = string;

export type Role = "VIEWER" | "MEMBER" | "ADMIN" | "SUPER_ADMIN";

export interface Session {
  /** A user's id, or `api-key:<id>`. */
  actorId: string;
  role: Role;
  tenant: { id: string; name: string };
  /** The packs that the tenant uses, each at the version that new runs take. */
  packs: { id: string; name: string; criteriaVersionId: string; version: number }[];
  /** Whether every other route is refused until the first password is changed. */
  mustChangePassword: boolean;
}

export type DocumentStatus = "UPLOADED" | "EXTRACTED" | "PARSED" | "INDEXED" | "READY" | "FAILED";
export type FileType = "pdf" | "docx" | "xlsx" | "pptx" | "odt" | "csv" | "txt" | "md" | "html" | "eml" | "zip";
export type DocumentFailureCode =
  | "ENCRYPTED_FILE"
  | "UNREADABLE_FILE"
  | "NO_TEXT"
  | "FILE_TYPE_MISMATCH"
  | "ARCHIVE_LIMIT_EXCEEDED"
  | "EXTRACTION_TIMEOUT"
  | "EXTRACTION_LIMIT_EXCEEDED"
  | "HASH_MISMATCH"
  | "OBJECT_MISSING"
  | "EMBEDDING_FAILED";
export type ReadingWarningCode = "ATTACHMENT_NOT_READ" | "STYLE_SHEET_ABSENT" | "STYLES_NOT_JUDGED";
export type ArchiveSkipReason =
  | "DUPLICATE"
  | "UNSUPPORTED_FILE_TYPE"
  | "ENCRYPTED"
  | "CORRUPT"
  | "SPECIAL_FILE"
  | "EMPTY";

export interface Document {
  id: string;
  tenantId: string;
  originalFilename: string;
  /** What people call it; null where it goes by its file name. */
  title: string | null;
  fileType: FileType;
  status: DocumentStatus;
  sha256Hash: string;
  sizeBytes: number;
  parentDocumentId: string | null;
  category: string | null;
  /** A day such as 2026-01-31. */
  effectiveDate: string | null;
  expiresAt: string | null;
  uploadedAt: Timestamp;
  extractedAt: Timestamp | null;
  parsedAt: Timestamp | null;
  indexedAt: Timestamp | null;
  readyAt: Timestamp | null;
  failure: {
    stage: "extract" | "chunk" | "embed" | "finish";
    code: DocumentFailureCode;
    message: string;
  } | null;
  coverage: {
    pages: number;
    pagesWithText: number;
    characters: number;
    chunks: number;
    /** What was not read, or could not be judged. */
    warnings: { code: ReadingWarningCode; message: string }[];
  } | null;
  /** Version of the reader that makes or made the text; `null` for a ZIP and for what was read before versions. */
  readerVersion: number | null;
  /** Of a ZIP only. */
  archive: {
    members: number;
    skipped: { name: string; reason: ArchiveSkipReason; documentId?: string | undefined }[];
  } | null;
}

/** What is left out stays as it is; null takes it away. */
export type DocumentCorrection = Partial<Pick<Document, "title" | "category" | "effectiveDate" | "expiresAt">>;

export interface Chunk {
  id: string;
  documentId: string;
  chunkIndex: number;
  content: string;
  /** The page of a PDF; null for other formats, whose `location` says where. */
  pageNumber: number | null;
  location: string | null;
  /** An estimate. */
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
  chunks: { id: string; startOffset: number; endOffset: number }[];
}

/** What deleting a document would remove. */
export interface DeletionPreview {
  documents: { id: string; originalFilename: string }[];
  /** Archives that held the same bytes and skipped them as known. */
  alsoHeldBy: { id: string; originalFilename: string; documentId: string }[];
}

export interface Requirement {
  id: string;
  /** A dotted label such as 2.1.a. */
  requirementId: string;
  criterionId: number;
  criterionTitle: string;
  title: string;
  subcheckLabel: string | null;
}

export type RunStatus = "PENDING" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
export type SnapshotStatus = "PENDING" | "CAPTURED" | "FAILED" | "LEGACY";

export interface Run {
  id: string;
  tenantId: string;
  packId: string;
  name: string | null;
  /** A user's id, `api-key:<id>` or `system`. */
  startedBy: string;
  /** The user's e-mail or the key's name; null for somebody who is no member of the tenant. */
  startedByName: string | null;
  status: RunStatus;
  snapshotStatus: SnapshotStatus;
  totalRequirements: number;
  assessedCount: number;
  completeCount: number;
  partialCount: number;
  missingCount: number;
  createdAt: Timestamp;
  startedAt: Timestamp | null;
  completedAt: Timestamp | null;
  failedAt: Timestamp | null;
  failureReason: string | null;
  snapshotCriteriaVersionId: string;
  snapshotCorpusActivationId: string;
  snapshotRetrievalVersionId: string;
  traceId: string;
  rootSpanId: string;
}

export type StartedRun = Pick<Run, "id" | "tenantId" | "packId" | "status" | "snapshotStatus" | "createdAt">;

export interface StartRun {
  /** May be left out where the tenant uses one pack. */
  packId?: string | undefined;
  /** The three pins of an earlier run, to reproduce it. */
  criteriaVersionId?: string | undefined;
  corpusActivationId?: string | undefined;
  retrievalVersionId?: string | undefined;
  /** Takes an earlier verdict where nothing that it rests on has changed. */
  reuse?: boolean | undefined;
  name?: string | undefined;
}

/** Why a document is no evidence of a run: still being read, a container of its members, or how it failed. */
export type RunDocumentReason = "NOT_READY" | "ARCHIVE" | DocumentFailureCode;

/** A document as it was when the run started. What earlier releases did not keep is null. */
export interface RunDocument {
  documentId: string;
  originalFilename: string;
  fileType: FileType | null;
  sha256Hash: string;
  sizeBytes: number | null;
  category: string | null;
  effectiveDate: string | null;
  expiresAt: string | null;
  coverage: Document["coverage"];
  /** Whether it was part of the evidence; `reason` says why not. */
  judged: boolean;
  reason: RunDocumentReason | null;
  /** Whether it has been deleted since. */
  deleted: boolean;
}

export interface RunDocumentPage {
  documents: RunDocument[];
  /** Of the whole run, as is `leftOutCount`. */
  judgedCount: number;
  leftOutCount: number;
  nextCursor: string | null;
}

export type RunStepName = "INGESTION" | "RETRIEVAL" | "VERIFICATION" | "ASSESSMENT" | "TASK_GENERATION" | "EXPORT";
export type RunStepStatus = "NOT_EXECUTED" | "IN_PROGRESS" | "COMPLETED" | "FAILED";

export interface RunStep {
  runId: string;
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

export interface RunProgress {
  run: Run;
  steps: Pick<RunStep, "stepName" | "stepIndex" | "status">[];
}

export interface Citation {
  documentId: string;
  chunkId: string;
  /** The words of the document, as they stand in the chunk. */
  text: string;
  pageNumber: number | null;
}

export type AssessmentStatus = "COMPLETE" | "PARTIAL" | "MISSING" | "FAILED";
export type AssessmentFlag =
  | "INSTRUCTION_LIKE_EVIDENCE"
  | "HIDDEN_TEXT_EVIDENCE"
  | "EXPIRED_EVIDENCE"
  | "UNVERIFIED_QUOTES_DROPPED";

export interface Assessment {
  id: string;
  runId: string;
  requirementId: string;
  status: AssessmentStatus;
  /** From 0 to 1. */
  confidence: number;
  citations: Citation[];
  reasoning: string;
  flags?: AssessmentFlag[] | undefined;
  reusedFromRunId?: string | undefined;
}

export type TaskStatus = "PENDING" | "IN_PROGRESS" | "COMPLETED";

export interface Task {
  id: string;
  runId: string;
  requirementId: string;
  title: string;
  description: string;
  status: TaskStatus;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export type ExportFormat = "json" | "csv" | "xlsx";

export interface ExportRecord {
  id: string;
  runId: string;
  format: ExportFormat;
  filename: string;
  sizeBytes: number;
  sha256Hash: string;
  createdAt: Timestamp;
}

export interface RunConfiguration {
  snapshotCriteriaVersionId: string;
  snapshotCorpusActivationId: string;
  snapshotRetrievalVersionId: string;
  embedder: { model: string; dimensions: number };
  assessor: { model: string; promptVersion: string };
  similarityThreshold: number;
  chunksPerRequirement: number;
  confidenceThresholds: { complete: number; partial: number };
}

type Verdict = { status: AssessmentStatus; confidence: number } | null;

export interface RunDiff {
  runId: string;
  against: string;
  pins: { pin: "criteria" | "corpus" | "retrieval"; before: string; after: string }[];
  documents: {
    added: { id: string; originalFilename: string }[];
    removed: { id: string; originalFilename: string }[];
  };
  requirements: {
    requirementId: string;
    change: "ADDED" | "REMOVED" | "STATUS" | "CONFIDENCE";
    before: Verdict;
    after: Verdict;
    /** Documents cited on one side only. */
    citedOnlyBefore: string[];
    citedOnlyAfter: string[];
  }[];
}
