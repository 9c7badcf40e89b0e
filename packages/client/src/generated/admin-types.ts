// Made from packages/contract/src/schemas.ts by `npm run types:client`: change the schemas, not this file.
// oxlint-disable typescript/no-duplicate-type-constituents -- the names of two kinds of strings say what they hold
import type { Open } from "../open.ts";
import type {
  ArchiveSkip,
  Assessment,
  AssessmentStatus,
  CalendarDate,
  Citation,
  Coverage,
  DocumentFailure,
  DocumentFailureCode,
  DocumentStatus,
  ExportRecord,
  FileType,
  Id,
  Role,
  RunConfiguration,
  RunStatus,
  RunStep,
  RunStepName,
  Sha256,
  SnapshotStatus,
  Task,
  TaskStatus,
  Timestamp,
} from "./types.ts";

export type TenantStatus = "ACTIVE" | "INACTIVE";

export interface Tenant {
  id: Id;
  name: string;
  status: TenantStatus;
  createdAt: Timestamp;
}

export interface Member {
  userId: string;
  email: string;
  role: Role;
  createdAt: Timestamp;
}

/** What a user signs in with the first time and must change then. It is told once. */
export interface Invitation {
  password: string;
}

export interface InvitedMember {
  member: Member;
  /** Absent where the account is there already, or people set their passwords by mail. */
  invitation?: Invitation | undefined;
}

/** A key that acts as SUPER_ADMIN does not exist. */
export type ApiKeyRole = "VIEWER" | "MEMBER" | "ADMIN";

export type ApiKeyState = "IN_FORCE" | "EXPIRED" | "REVOKED";

export interface ApiKey {
  id: Id;
  name: string;
  /** The first characters of the key, so that people can tell keys apart. */
  prefix: string;
  role: ApiKeyRole;
  /** A user's id, or `api-key:<id>`. */
  createdBy: string;
  /** The user's e-mail or the key's name; null for somebody who was never a member of the tenant. */
  createdByName: string | null;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  revokedAt: Timestamp | null;
  /** To the minute. */
  lastUsedAt: Timestamp | null;
}

/** `key` is shown here and never again. */
export interface CreatedApiKey {
  apiKey: ApiKey;
  key: string;
}

/** A FAILED document with the archives that it came from, the outermost first. */
export interface FailedDocument {
  id: Id;
  tenantId: Id;
  originalFilename: string;
  /** What people call it; null where it goes by its file name. */
  title: string | null;
  fileType: FileType;
  status: DocumentStatus;
  sha256Hash: Sha256;
  sizeBytes: number;
  parentDocumentId: Id | null;
  category: string | null;
  effectiveDate: CalendarDate | null;
  expiresAt: CalendarDate | null;
  uploadedAt: Timestamp;
  extractedAt: Timestamp | null;
  parsedAt: Timestamp | null;
  indexedAt: Timestamp | null;
  readyAt: Timestamp | null;
  failure: DocumentFailure | null;
  coverage: Coverage | null;
  /** Version of the reader that makes or made the text; `null` for a ZIP and for what was read before versions. */
  readerVersion: number | null;
  /** Of a ZIP only: how many members became documents and which did not. */
  archive: { members: number; skipped: ArchiveSkip[] } | null;
  within: { id: Id; originalFilename: string }[];
}

/** How a tenant's documents stand. */
export interface ReadingCounts {
  /** The most frequent first. */
  failed: { code: DocumentFailureCode; documents: number }[];
  /** READY by an earlier reader: they can be read again. */
  readEarlier: number;
  /** Being read now. */
  underWay: number;
}

export interface Reprocessed {
  accepted: Id[];
  refused: { documentId: string; error: string; message: string }[];
}

/**
 * What an audit entry says beside its subject. Every key stands here, and none takes free text: ids, dates,
 * enumerations, counts and digests only; of a title, a comment or a reason its SHA-256.
 */
export interface AuditDetails {
  /** SHA-256 of the snapshot's bytes and of the replay's. */
  snapshotHash?: Sha256 | undefined;
  replayHash?: Sha256 | undefined;
  /** What was recorded of stored bytes, and what they have now; absent where they are gone. */
  recordedHash?: Sha256 | undefined;
  foundHash?: Sha256 | undefined;
  /** Why an act failed. */
  errorCode?: string | undefined;
  /** What was corrected of a document: dates as they were and are; of other fields the SHA-256 of both. */
  corrections?:
    | {
        field: "title" | "category" | "effectiveDate" | "expiresAt";
        before: CalendarDate | Sha256 | null;
        after: CalendarDate | Sha256 | null;
      }[]
    | undefined;
}

export interface AuditEntry {
  id: Id;
  tenantId: Id;
  runId: Id | null;
  /** `noun.verbed`, such as `document.uploaded`. */
  action: string;
  object_type: string;
  object_id: string;
  /** A user's id, `api-key:<id>` or `system`. */
  actor: string;
  created_at: Timestamp;
  /** From 1, without gaps within a tenant. */
  sequence: number;
  previousHash: Sha256;
  /** How `hash` is made: that of version 1 covers neither `version` nor `details`. */
  version: 1 | 2;
  /** Null in version 1 alone. */
  details: AuditDetails | null;
  hash: Sha256;
}

export interface AuditPage {
  entries: AuditEntry[];
  /** How many entries the filters match in all. */
  total: number;
  /**
   * What people call the actors, and the members and keys acted on: by a user's id the e-mail, by `api-key:<id>`
   * the key's name. Nobody else is named. Beside the entries, whose hashes cover what was recorded and no more.
   */
  names: Record<string, string>;
  nextCursor: string | null;
}

/** What a checkpoint says: where a tenant's chain stood. Its RFC 8785 form is what is signed. */
export interface CheckpointStatement {
  origin: "assay/audit-checkpoint/v1";
  tenantId: Id;
  sequence: number;
  hash: Sha256;
  createdAt: Timestamp;
}

/** Where a tenant's chain stood at a time, signed, to be kept outside of the service. */
export interface AuditCheckpoint {
  id: Id;
  /** The run that it was made after; null for a daily one. */
  runId: Id | null;
  statement: CheckpointStatement;
  keyId: string;
  /** Ed25519 over the RFC 8785 form of the statement, base64. */
  signature: string;
}

/** An Ed25519 key whose checkpoints count, as a JWK. */
export interface CheckpointKey {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  kid: string;
  alg: "EdDSA";
  use: "sig";
  /** From when the key signed. */
  createdAt: Timestamp;
}

/** What can be wrong with an entry, as seen from the entries before it. */
export type ChainProblem = "SEQUENCE_GAP" | "PREVIOUS_HASH_DIFFERS" | "HASH_DIFFERS" | "HEAD_DIFFERS";

/** What can be wrong with a checkpoint. */
export type CheckpointProblem =
  | "BEYOND_END_OF_CHAIN"
  | "HASH_DIFFERS"
  | "SIGNATURE_INVALID"
  | "KEY_UNKNOWN"
  | "OTHER_TENANT";

export interface AuditVerification {
  /** The chain is whole, and holds every checkpoint, the kept one included. */
  valid: boolean;
  /** How many entries were recomputed. */
  entries: number;
  head: { sequence: number; hash: Sha256 };
  firstBroken?: { sequence: number; problem: ChainProblem } | undefined;
  checkpoints: {
    checked: number;
    /** The first 100. */
    problems: { id: Id; sequence: number; problem: CheckpointProblem }[];
  };
  kept?: { sequence: number; hash: Sha256; contained: boolean; problem: CheckpointProblem | null } | undefined;
}

export type PackFormat = "assay-json" | "csv" | "oscal" | "ciso-assistant";

export interface Pack {
  id: Id;
  name: string;
  description: string;
  createdAt: Timestamp;
}

export interface CriteriaVersion {
  id: Id;
  packId: Id;
  /** From 1, in the order of import. */
  version: number;
  /** A PUBLISHED one is final, and tenants can be bound to it. */
  status: "DRAFT" | "PUBLISHED";
  criteriaCount: number;
  requirementCount: number;
  createdAt: Timestamp;
  publishedAt: Timestamp | null;
}

export type DerivedField = "criterionId" | "criterionTitle" | "requirementId" | "title" | "subcheckLabel";

/** What a value was made of that is not in the file as it is. */
export type Derivation = "ASSIGNED" | "LABEL" | "ID" | "GROUP" | "CATALOGUE" | "STATEMENT" | "PARTS";

export type DerivedValues = Partial<Record<DerivedField, Derivation>>;

/** What an import made, or of a dry run would make, of a file. */
export interface PackImport {
  dryRun: boolean;
  /** Null in a dry run. */
  version: CriteriaVersion | null;
  criteria: { criterionId: number; criterionTitle: string; requirementCount: number; derived: DerivedValues }[];
  requirementCount: number;
  /** The first 200, in pack order. */
  requirements: {
    requirementId: string;
    criterionId: number;
    title: string;
    subcheckLabel: string | null;
    derived: DerivedValues;
  }[];
  /** How many values of the whole version were derived, and of what. */
  derived: { field: DerivedField; from: Derivation; count: number }[];
  /** What the file holds and the version does not, such as withdrawn controls. */
  skipped: { id: string; reason: string }[];
}

/**
 * One thing that is wrong with a pack file: an entry of `details.issues` of the refusal, which tells all of
 * them, up to 200.
 */
export interface PackIssue {
  /** Place and name in one: `row 5: requirementId`, `criteria.0.requirements.1.title`, `ac-1: title`. */
  field: string;
  issue: string;
  /** Of a CSV file, as a spreadsheet counts; the header is row 1. */
  row: number | null;
  /** Of a file that cannot be read at all. */
  line: number | null;
  /** The id of the group, control or node, or the path in the file. */
  item: string | null;
  /** The column or property. */
  name: string | null;
  /** As it is in the file; null where there is none. */
  value: string | null;
  mend: string;
}

export interface RequirementSide {
  requirementId: string;
  criterionId: number;
  criterionTitle: string;
  title: string;
  subcheckLabel: string | null;
}

/** From version `against` to version `versionId`, requirements matched by `requirementId`, in pack order. */
export interface CriteriaDiff {
  versionId: Id;
  against: Id;
  added: RequirementSide[];
  removed: RequirementSide[];
  changed: {
    requirementId: string;
    title?: { before: string; after: string } | undefined;
    criterionId?: { before: number; after: number } | undefined;
    criterionTitle?: { before: string; after: string } | undefined;
    subcheckLabel?: { before: string | null; after: string | null } | undefined;
  }[];
}

/** A tenant uses a pack at one version. */
export interface PackBinding {
  tenantId: Id;
  packId: Id;
  criteriaVersionId: Id;
  version: number;
  boundAt: Timestamp;
}

/** In the order of progress. */
export type IngestionStatus = "PENDING" | "FETCHING" | "PARSING" | "INDEXING" | "COMPLETED" | "FAILED";

export type IngestionFailureCode = Open<
  | "UNSAFE_URL"
  | "FETCH_REFUSED"
  | "FETCH_FAILED"
  | "FETCH_TIMEOUT"
  | "FETCH_TOO_LARGE"
  | "UNSUPPORTED_FILE_TYPE"
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

/** A piece of guidance on its way into the corpus of a pack. */
export interface CorpusIngestion {
  id: Id;
  packId: Id;
  /** Whose audit trail holds its entries; guidance itself is shared by all tenants. */
  requestedByTenantId: Id;
  sourceKind: "URL" | "FILE";
  url: string | null;
  filename: string;
  /** Known once the bytes are. */
  fileType: FileType | null;
  status: IngestionStatus;
  failure: { code: IngestionFailureCode; message: string } | null;
  sha256Hash: Sha256 | null;
  sizeBytes: number | null;
  /** Of a COMPLETED one. */
  chunkCount: number | null;
  createdAt: Timestamp;
  fetchingAt: Timestamp | null;
  parsingAt: Timestamp | null;
  indexingAt: Timestamp | null;
  completedAt: Timestamp | null;
  failedAt: Timestamp | null;
}

export interface GuidancePassage {
  id: Id;
  /** From 0, in the order of the text. */
  passageIndex: number;
  content: string;
  /** Of a PDF. */
  pageNumber: number | null;
  /** Elsewhere: rows of a sheet, a slide, headings. */
  location: string | null;
}

/** The guidance that runs of a pack take from then on. */
export interface CorpusActivation {
  id: Id;
  packId: Id;
  /** Empty: runs that pin it get no guidance. */
  ingestionIds: Id[];
  /** New runs of the pack pin it. */
  inForce: boolean;
  activatedAt: Timestamp;
}

export interface ConfidenceThresholds {
  /** From this confidence on a verdict is COMPLETE. */
  complete: number;
  /** From this one on it is PARTIAL, else MISSING. */
  partial: number;
}

/** The whole engine configuration that a run pins. */
export interface RetrievalVersion {
  id: Id;
  embedder: { model: string; dimensions: number };
  assessor: { model: string; promptVersion: string };
  similarityThreshold: number;
  chunksPerRequirement: number;
  confidenceThresholds: ConfidenceThresholds;
  /** Whether the deployment's settings or an administrator made it. */
  origin: "settings" | "admin";
  /** New runs pin it. */
  inForce: boolean;
  /** How many passages have a vector of its embedder: all of them, before it can be activated. */
  vectors: { ready: number; total: number };
  createdAt: Timestamp;
  activatedAt: Timestamp | null;
}

export interface StatusCounts {
  COMPLETE: number;
  PARTIAL: number;
  MISSING: number;
  FAILED: number;
}

/** Which verdicts of a run would read differently under other thresholds. Nothing is stored. */
export interface ThresholdPreview {
  runId: Id;
  pinned: ConfidenceThresholds;
  tried: ConfidenceThresholds;
  before: StatusCounts;
  after: StatusCounts;
  /** How many verdicts have a confidence from 0, 0.05, … on; the last bar includes 1. FAILED ones are left out. */
  confidences: number[];
  changedCount: number;
  /** A page of them, in pack order. */
  changed: {
    requirementId: string;
    title: string;
    confidence: number;
    citationCount: number;
    before: AssessmentStatus;
    after: AssessmentStatus;
  }[];
  nextCursor: string | null;
}

/** A run that is under way has no end and no duration yet: it comes after all that have. */
export type RunSort = "createdAt" | "finishedAt" | "duration" | "status" | "cost" | "tokens";

/** A run with what it cost, and what people know its parts by. */
export interface AdminRun {
  id: Id;
  tenantId: Id;
  packId: Id;
  /** What its starter called it. */
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
  snapshotCriteriaVersionId: Id;
  snapshotCorpusActivationId: Id;
  snapshotRetrievalVersionId: Id;
  traceId: string;
  rootSpanId: string;
  packName: string;
  /** The number of the pinned criteria version. */
  criteriaVersion: number;
  triggerType: "manual" | "import";
  reuse: boolean;
  /** Requirements that could not be assessed. */
  failedCount: number;
  /** From its start to its end; null while it is under way. */
  durationMs: number | null;
  /** When a part of it last finished. */
  progressedAt: Timestamp;
  usage: { tokensIn: number; tokensOut: number; costUsd: number };
}

/** What the run pinned beside what is in force now. */
export interface RunPins {
  criteria: {
    pinned: { id: Id; version: number };
    /** What a run started now would pin; null where it could not start. */
    inForce: { id: Id; version: number } | null;
  };
  guidance: {
    pinned: { id: Id; activatedAt: Timestamp; ingestionCount: number };
    /** What a run started now would pin; null where it could not start. */
    inForce: { id: Id; activatedAt: Timestamp; ingestionCount: number } | null;
  };
  retrieval: {
    pinned: { id: Id; embedderModel: string; assessorModel: string; activatedAt: Timestamp | null };
    /** What a run started now would pin; null where it could not start. */
    inForce: { id: Id; embedderModel: string; assessorModel: string; activatedAt: Timestamp | null } | null;
  };
}

/** The engine's work of a step, for as long as the engine keeps it. */
export interface RunStepWork {
  stepName: RunStepName | "finish";
  items: number;
  openItems: number;
  /** Attempts that failed, and those that were lost with a process. */
  failedAttempts: number;
  lostAttempts: number;
  /** The code of an error, of an item that is still to succeed or failed for good. */
  lastError: string | null;
  /** A part that cannot be used, such as `files` or `model:<name>`, and since when the work waits for it. */
  waitingFor: string | null;
  waitingSince: Timestamp | null;
}

export interface AdminRunDetails {
  run: AdminRun;
  configuration: RunConfiguration;
  pins: RunPins;
  steps: RunStep[];
  work: RunStepWork[];
  counts: {
    documents: number;
    assessments: Record<AssessmentStatus, number>;
    tasks: Record<TaskStatus, number>;
    exports: number;
  };
  snapshot: { snapshotHash: Sha256; sizeBytes: number; capturedAt: Timestamp } | null;
  /** When the stored results were last hashed again, and what was not as recorded. */
  resultCheck: { checkedAt: Timestamp; damaged: string[] } | null;
  /** Evidence that VERIFICATION left out. */
  excludedDocuments: { documentId: Id; originalFilename: string; reason: string }[];
  failedRequirements: { requirementId: string; reasoning: string }[];
}

export interface ReplayData {
  assessments: Assessment[];
  tasks: Task[];
  exports: ExportRecord[];
}

/** Stored results, never a model's: frozen, or with a warning live ones. */
export type Replay = { source: "snapshot"; data: ReplayData } | { source: "live"; warning: string; data: ReplayData };

export interface TraceSpan {
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Null for the root. The parent may be missing while the run is active: a span is stored when it ends. */
  parentSpanId: string | null;
  name: string;
  /** OpenTelemetry's words. */
  kind: "INTERNAL" | "SERVER" | "CLIENT" | "PRODUCER" | "CONSUMER";
  status: "UNSET" | "OK" | "ERROR";
  startedAt: Timestamp;
  endedAt: Timestamp;
  /** Scrubbed: never with evidence. */
  attributes: Record<string, string | number | boolean | string[]>;
}

/** The first line of a trace in lines; each further one is a span. */
export interface TraceHeader {
  traceId: string;
  rootSpanId: string;
  /** How many spans are stored; a run that is under way may add some. */
  total: number;
}

export interface Trace {
  traceId: string;
  rootSpanId: string;
  spans: TraceSpan[];
}

export type JobKind = "document" | "run" | "assessment" | "file" | "checkpoint" | "reembedding" | "ingestion";

export interface OverviewDay {
  /** A UTC day. */
  day: CalendarDate;
  /** Runs that were created on this day, by how they stand now. */
  runs: { completed: number; failed: number; active: number };
  /** Model calls that failed. */
  modelErrors: number;
  /** Of the runs that were created on this day. */
  tokensIn: number;
  tokensOut: number;
  costUsd: number;
}

/** How a tenant stands: what needs attention, what the engine has to do, and what is in force. */
export interface Overview {
  /** By the database's clock. */
  at: Timestamp;
  runs: {
    /** Of the days that are shown, the newest first. */
    failed: { count: number; items: AdminRun[] };
    /** Runs that completed and whose results could not be frozen; of the days that are shown. */
    withoutSnapshot: { count: number; items: AdminRun[] };
    /** Active, and nothing of them has finished for `quietAfterMs`; `waitingFor` names a part that cannot be used. */
    stalled: { run: AdminRun; waitingFor: string | null }[];
    /** Whose stored results are not those that were recorded. */
    damaged: { count: number; items: { runId: Id; checkedAt: Timestamp; damaged: string[] }[] };
  };
  quietAfterMs: number;
  failedDocuments: { code: DocumentFailureCode; count: number }[];
  queue: {
    /** Kinds with open work only. `later` is not due yet. */
    kinds: { kind: JobKind; due: number; later: number; running: number }[];
    /** Since when the oldest job could have been done. */
    oldestDueAt: Timestamp | null;
    /** Jobs that need a part that cannot be used. */
    waiting: { part: string; jobs: number; since: Timestamp }[];
  };
  /** 30, the current one last. */
  days: OverviewDay[];
  /** Why model calls failed on the days that are shown, the most frequent first. */
  modelErrors: { code: string; count: number }[];
  /** Not revoked, and expired or about to be within 30 days; the earliest first. */
  apiKeys: { count: number; items: { id: Id; name: string; prefix: string; expiresAt: Timestamp }[] };
  audit: {
    head: { sequence: number; hash: string };
    /** The newest one. */
    checkpoint: { sequence: number; hash: Sha256; keyId: string; createdAt: Timestamp } | null;
  };
  retrievalVersion: { id: Id; embedderModel: string; assessorModel: string; activatedAt: Timestamp } | null;
  packs: {
    packId: Id;
    name: string;
    criteriaVersionId: Id;
    version: number;
    /** The newest published version of the pack. */
    newestVersion: number;
    guidance: { id: Id; activatedAt: Timestamp; ingestionCount: number } | null;
  }[];
}

/**
 * What a deployment runs with, each with the environment variables that set it, none for what comes with the
 * release. Only kinds, names of models, numbers and switches: no key, no address and no folder.
 */
export interface Settings {
  service: {
    version: { value: string; setBy: string[] };
    /** What is READY by an older one can be read again. */
    readerVersion: { value: number; setBy: string[] };
    /** Whether a SUPER_ADMIN may act in another tenant. */
    superAdminMode: { value: boolean; setBy: string[] };
  };
  parts: {
    database: { value: "EMBEDDED" | "POSTGRES" | "NEON"; setBy: string[] };
    storage: { value: "DATA_FOLDER" | "SUPABASE"; setBy: string[] };
    queue: { value: "IN_PROCESS" | "QSTASH"; setBy: string[] };
    identity: { value: "BUILT_IN" | "SUPABASE"; setBy: string[] };
    signingKey: { value: "DATA_FOLDER" | "SETTING"; setBy: string[] };
  };
  /** What is configured; the retrieval version in force says what runs take. */
  models: {
    provider: { value: "gemini" | "openai-compatible" | "offline"; setBy: string[] };
    embedder: { value: { model: string; dimensions: number }; setBy: string[] };
    assessor: { value: { model: string; promptVersion: string }; setBy: string[] };
    confidenceComplete: { value: number; setBy: string[] };
    confidencePartial: { value: number; setBy: string[] };
    similarityThreshold: { value: number; setBy: string[] };
    chunksPerRequirement: { value: number; setBy: string[] };
  };
  limits: {
    maxUploadBytes: { value: number; setBy: string[] };
    archiveDepthMax: { value: number; setBy: string[] };
    archiveFilesMax: { value: number; setBy: string[] };
    archiveBytesMax: { value: number; setBy: string[] };
    /** Characters of one document. */
    textLengthMax: { value: number; setBy: string[] };
    extractionLimitMs: { value: number; setBy: string[] };
    requirementLimitMs: { value: number; setBy: string[] };
    runStalledMs: { value: number; setBy: string[] };
    attemptsMax: { value: number; setBy: string[] };
    documentsPerTenantMax: { value: number; setBy: string[] };
    bytesPerTenantMax: { value: number; setBy: string[] };
    requestsPerMinute: { value: number; setBy: string[] };
    uploadsPerMinute: { value: number; setBy: string[] };
  };
  schedule: {
    rehashEveryMs: { value: number; setBy: string[] };
    checkpointEveryMs: { value: number; setBy: string[] };
    spansKeepMs: { value: number; setBy: string[] };
  };
  telemetry: {
    /** Whether spans are sent to a collector. */
    exporter: { value: boolean; setBy: string[] };
  };
}

export interface NewTenant {
  name: string;
}

export interface TenantChange {
  name?: string | undefined;
  status?: TenantStatus | undefined;
}

export interface NewMember {
  email: string;
  role: Role;
}

export interface MemberChange {
  role: Role;
}

export interface NewApiKey {
  name: string;
  role: ApiKeyRole;
  /** At most a year away. */
  expiresAt: Timestamp;
}

/** What to read again; with nothing, every FAILED document of the tenant. At most one of the three. */
export interface ReprocessChoice {
  documentIds?: readonly string[] | undefined;
  failureCode?: DocumentFailureCode | undefined;
  /** READY ones that an earlier reader read. Refused while a run is active. */
  olderThanReader?: true | undefined;
}

/** What of a checkpoint takes part in the proof: one as the list gave it, whose `id` and `runId` may be left out. */
export interface KeptCheckpoint {
  statement: { origin: string; tenantId: string; sequence: number; hash: string; createdAt: string };
  keyId: string;
  signature: string;
}

export interface NewPack {
  name: string;
  description?: string | undefined;
}

export interface NewBinding {
  criteriaVersionId: string;
}

export interface UrlIngestion {
  packId: string;
  url: string;
}

export interface NewActivation {
  packId: string;
  ingestionIds: readonly string[];
}

/** What is left out is taken from the version in force. */
export interface NewRetrievalVersion {
  embedderModel?: string | undefined;
  assessorModel?: string | undefined;
  similarityThreshold?: number | undefined;
  chunksPerRequirement?: number | undefined;
  confidenceThresholds?:
    | {
        /** From this confidence on a verdict is COMPLETE. */
        complete: number;
        /** From this one on it is PARTIAL, else MISSING. */
        partial: number;
      }
    | undefined;
}

/** A finished run of an earlier system; the service makes all ids of its own. */
export interface ImportRun {
  packId?: string | undefined;
  startedAt: Timestamp;
  completedAt: Timestamp;
  assessments: readonly {
    requirementId: string;
    /** Left out, it follows from the confidence. */
    status?: AssessmentStatus | undefined;
    confidence: number;
    citations?: readonly Citation[] | undefined;
    reasoning: string;
  }[];
  tasks?:
    | readonly { requirementId: string; title: string; description: string; status?: TaskStatus | undefined }[]
    | undefined;
}
