// Made from packages/contract/src/schemas.ts by `npm run types:client`: change the schemas, not this file.
// oxlint-disable typescript/no-duplicate-type-constituents -- the names of two kinds of strings say what they hold
import type { Open } from "../open.ts";
import type {
  ArchiveSkip,
  Assessment,
  AssessmentStatus,
  CalendarDate,
  CheckedAgainst,
  CheckpointStatement,
  Citation,
  Coverage,
  DamagedResult,
  DocumentFailure,
  DocumentFailureCode,
  DocumentSignature,
  DocumentStatus,
  EgressPurpose,
  EvidenceKind,
  EvidenceKindSource,
  EvidenceRules,
  Expectation,
  ExpectationKind,
  ExportRecord,
  FileType,
  FrozenTask,
  Id,
  MeaningCheck,
  MeaningThresholds,
  Period,
  Provider,
  ReadEncoding,
  Recognition,
  Role,
  RuleEffect,
  RunConfiguration,
  RunStatus,
  RunStep,
  RunStepName,
  RunWaiting,
  Sha256,
  SignOffRole,
  SnapshotStatus,
  TaskStatus,
  Timestamp,
  WebhookEvent,
  WebhookEventType,
} from "./types.ts";

export type TenantStatus = "ACTIVE" | "INACTIVE";

export interface Tenant {
  id: Id;
  name: string;
  status: TenantStatus;
  limits: TenantLimits;
  createdAt: Timestamp;
}

export interface Member {
  userId: string;
  email: string;
  role: Role;
  /** Whether a VIEWER may review verdicts and comment. MEMBER and above always may. */
  mayReview: boolean;
  createdAt: Timestamp;
}

/** No key acts as SUPER_ADMIN. */
export type ApiKeyRole = "VIEWER" | "MEMBER" | "ADMIN";

export type ApiKeyState = "IN_FORCE" | "EXPIRED" | "REVOKED";

export interface ApiKey {
  id: Id;
  name: string;
  /** The first characters of the key, so that people can distinguish keys. */
  prefix: string;
  role: ApiKeyRole;
  /** A user's id, or `api-key:<id>`. */
  createdBy: string;
  /** The user's e-mail or the key's name; null for a person who was never a member of the tenant. */
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
  /** The title that people gave it; null if there is none. */
  title: string | null;
  /** The first heading in it, once it is read; null if its format or its text has none. */
  heading: string | null;
  fileType: FileType;
  status: DocumentStatus;
  sha256Hash: Sha256;
  sizeBytes: number;
  parentDocumentId: Id | null;
  /** Where it stands now; empty for what was uploaded without a place. */
  places: {
    source: string;
    path: string;
    /** How many documents have stood there, this one included. */
    version: number;
  }[];
  /** The document of which it was uploaded as a new version. */
  replacesDocumentId: Id | null;
  /** The newer version that later runs judge instead; null while this one is evidence. */
  supersededById: Id | null;
  /** Since when later runs leave it out; null while it is evidence. */
  retiredAt: Timestamp | null;
  category: string | null;
  effectiveDate: CalendarDate | null;
  expiresAt: CalendarDate | null;
  /** The member who answers for it. */
  ownerId: string | null;
  /** The day by which its owner looks at it again. */
  reviewBy: CalendarDate | null;
  /** Whether it lays down a rule or records what was done. */
  evidenceKind: EvidenceKind;
  /** Whether a person said so or it was derived from the document. */
  evidenceKindSource: EvidenceKindSource;
  uploadedAt: Timestamp;
  /** When the malware scanner of the deployment found nothing in it; null where none has looked. */
  scannedAt: Timestamp | null;
  extractedAt: Timestamp | null;
  parsedAt: Timestamp | null;
  indexedAt: Timestamp | null;
  readyAt: Timestamp | null;
  failure: DocumentFailure | null;
  coverage: Coverage | null;
  /** While OCR reads its images; else null. */
  recognition: Recognition | null;
  /** While it waits for what its tenant does not allow; else null. */
  waiting: {
    reason: "PROVIDER_NOT_ALLOWED";
    provider: "offline" | "gemini" | "openai-compatible" | "entailment-server" | "clamd";
    message: string;
  } | null;
  /** Of a text file that was read; null for other formats. */
  encoding: ReadEncoding | null;
  /** The digital signatures in it. */
  signatures: DocumentSignature[];
  /**
   * Version of the reader that extracts or extracted the text; `null` for an archive and for documents from before
   * versions.
   */
  readerVersion: number | null;
  /** Of an archive, and of a mail with attachments: how many members became documents and which did not. */
  archive: { members: number; skipped: ArchiveSkip[] } | null;
  within: { id: Id; originalFilename: string }[];
}

/** The state of a tenant's documents. */
export interface ReadingCounts {
  /** The most frequent first. */
  failed: { code: DocumentFailureCode; documents: number }[];
  /** READY, read by a previous reader: they can be reprocessed. */
  readEarlier: number;
  /** The same by format and version of their reader. */
  earlierReadings: { fileType: FileType; readerVersion: number | null; documents: number }[];
  /** READY, with pages or images that were not read. */
  notFullyRead: number;
  /** READY, in an encoding that was guessed and is not certain. */
  encodingUnsure: number;
  /** Being read now. */
  underWay: number;
}

export interface Reprocessed {
  accepted: Id[];
  refused: { documentId: string; error: string; message: string }[];
}

export type AccessKind = Open<"ORIGINAL" | "SNAPSHOT" | "EXPORT" | "REPORT" | "REPLAY" | "PACKAGE">;

/**
 * Who read a stored file, snapshot, export, report or package: one record for each reader and object in ten
 * minutes.
 */
export interface AccessRecord {
  id: Id;
  /** When it was read first within these ten minutes. */
  createdAt: Timestamp;
  /** A user's id, `api-key:<id>` or `link:<id>`. */
  actor: string;
  kind: AccessKind;
  /** The document of an ORIGINAL, the export of an EXPORT, otherwise the run. */
  objectId: Id;
  /** Of an ORIGINAL: the run of the link that read it. */
  runId: Id | null;
}

export interface AccessRecordPage {
  accessRecords: AccessRecord[];
  /** The e-mail by a user's id, the name by `api-key:<id>` and `link:<id>`, the file name by a document's id. */
  names: Record<string, string>;
  nextCursor: string | null;
}

/**
 * What an audit entry records in addition to its subject. The list of keys is complete, and none has free text:
 * only ids, dates, enumerations, counts and digests; of a title, a comment or a reason, the SHA-256.
 */
export interface AuditDetails {
  /** SHA-256 of the snapshot's bytes and of the replay's. */
  snapshotHash?: Sha256 | undefined;
  replayHash?: Sha256 | undefined;
  /** SHA-256 of the row of the run that ended, and of the digests of all rows of its results. */
  runHash?: Sha256 | undefined;
  resultsHash?: Sha256 | undefined;
  /** SHA-256 of the list of where the run's text was sent, with counts. */
  egressHash?: Sha256 | undefined;
  /** How many exceptions were active when the run started. */
  exceptionCount?: number | undefined;
  /** The recorded hash of stored bytes, and the current one; absent if the bytes are missing. */
  recordedHash?: Sha256 | undefined;
  foundHash?: Sha256 | undefined;
  /** SHA-256 of what the entry is about, by which the daily check and reads compare it. */
  rowHash?: Sha256 | undefined;
  /** SHA-256 of the reason that a person gave. */
  reasonHash?: Sha256 | undefined;
  /** SHA-256 of a webhook's address, and the events that it asks for. */
  urlHash?: Sha256 | undefined;
  events?: WebhookEventType[] | undefined;
  /** SHA-256 of a comment. */
  textHash?: Sha256 | undefined;
  /** The requirement that a review, comment or exception is about. */
  requirementId?: string | undefined;
  /** A review's decision, and its status and reason code. */
  decision?: string | undefined;
  status?: string | undefined;
  reasonCode?: string | undefined;
  /** Of the cited passages those that the reviewer opened, reported by the client. */
  openedCount?: number | undefined;
  /** By what the tenant knew that the reviewer reads their address, and for NONE who handed over the link. */
  addressProof?: "MAIL" | "OPERATOR" | "SSO" | "NONE" | undefined;
  invitedBy?: string | undefined;
  citedCount?: number | undefined;
  /** How many citations the reviewer rejects. */
  rejectedCount?: number | undefined;
  /** How many were done at once. */
  count?: number | undefined;
  kind?: string | undefined;
  /** In which a text file is read again. */
  encoding?:
    | "utf-8"
    | "utf-16le"
    | "utf-16be"
    | "utf-32le"
    | "utf-32be"
    | "windows-1250"
    | "windows-1251"
    | "windows-1252"
    | "windows-1253"
    | "windows-1254"
    | "windows-1255"
    | "windows-1256"
    | "windows-1257"
    | "windows-1258"
    | "windows-874"
    | "iso-8859-2"
    | "iso-8859-3"
    | "iso-8859-4"
    | "iso-8859-5"
    | "iso-8859-6"
    | "iso-8859-7"
    | "iso-8859-8"
    | "iso-8859-10"
    | "iso-8859-13"
    | "iso-8859-14"
    | "iso-8859-15"
    | "iso-8859-16"
    | "koi8-r"
    | "koi8-u"
    | "ibm866"
    | "macintosh"
    | "x-mac-cyrillic"
    | "shift_jis"
    | "euc-jp"
    | "iso-2022-jp"
    | "gbk"
    | "gb18030"
    | "big5"
    | "euc-kr"
    | undefined;
  validFrom?: CalendarDate | undefined;
  validUntil?: CalendarDate | undefined;
  /** The languages that OCR looks for. */
  languages?: ("eng" | "deu" | "fra" | "spa" | "ita" | "por" | "nld")[] | undefined;
  /** Who may be given the tenant's text; null: everybody. */
  allowedProviders?: Provider[] | null | undefined;
  /** The engine version that a tenant is bound to; null: the active one. */
  retrievalVersionId?: string | null | undefined;
  /** Documents, members of archives included. */
  documentsMax?: number | null | undefined;
  /** Bytes of documents. */
  bytesMax?: number | null | undefined;
  /** Runs that start in one UTC day, whatever becomes of them. */
  runsPerDay?: number | null | undefined;
  /** Tokens of runs that start in one UTC calendar month. Checked with the estimate when a run starts, never later. */
  tokensPerMonth?: number | null | undefined;
  retention?:
    | {
        /** Trace spans of runs and documents, by their end. */
        spans?: number | null | undefined;
        /** Records of access, and webhook deliveries and mails that have ended. */
        logs?: number | null | undefined;
        /**
         * Runs by their end, with verdicts, snapshot, reviews, comments, sign-offs, tasks and exports. The newest
         * finished run of each pack and those after it stay, and what a link, a later run, a damage or open work needs:
         * a task with an assignee or a due date, an evidence request.
         */
        runs?: number | null | undefined;
      }
    | undefined;
  /** Of what was removed by a tenant's rule: SHA-256 of the ids in ascending order, each followed by a line feed. */
  removedHash?: Sha256 | undefined;
  /** The time of the oldest and the newest of what was removed. */
  removedFrom?: Timestamp | undefined;
  removedTo?: Timestamp | undefined;
  /** Who of the tenant's people needs a second factor. */
  required?: "NOBODY" | "ACTS" | "EVERYBODY" | undefined;
  /** The role of a sign-off or of a member. */
  role?: string | undefined;
  /** SHA-256 of a sign-off's payload. */
  signOffHash?: Sha256 | undefined;
  /** What an auditor's link allows, and until when. */
  capabilities?: string[] | undefined;
  expiresAt?: Timestamp | undefined;
  assigneeId?: string | null | undefined;
  dueDate?: CalendarDate | null | undefined;
  /** Why an act failed. */
  errorCode?: string | undefined;
  /**
   * SHA-256 of the statement by which an operator continued a broken chain; the entries from `brokenSequence` on
   * cannot be relied on, those from `lostFrom` to `lostTo` are gone.
   */
  resumptionHash?: Sha256 | undefined;
  brokenSequence?: number | undefined;
  lostFrom?: number | undefined;
  lostTo?: number | undefined;
  /** The engine version that could no longer run. */
  replacedVersionId?: string | undefined;
  /** SHA-256 of the JSON list of the source and the path at which a document came to stand, and as which version. */
  placeHash?: Sha256 | undefined;
  version?: number | undefined;
  /** The document that stood there before. */
  replacedDocumentId?: string | undefined;
  /** SHA-256 of the payload of a source's manifest. */
  manifestHash?: Sha256 | undefined;
  /** SHA-256 of the name of the source that was synced. */
  sourceHash?: Sha256 | undefined;
  /** The version that later runs judge instead. */
  byDocumentId?: string | undefined;
  /** What changed of a document: dates and the kind of evidence before and after; of other fields, both SHA-256. */
  corrections?:
    | {
        field:
          | "title"
          | "category"
          | "effectiveDate"
          | "expiresAt"
          | "evidenceKind"
          | "ownerId"
          | "reviewBy"
          | "originalFilename";
        before: CalendarDate | string | Sha256 | null;
        after: CalendarDate | string | Sha256 | null;
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
  /** How `hash` is computed: in version 1 it covers neither `version` nor `details`. */
  version: 1 | 2;
  /** Null only in version 1. */
  details: AuditDetails | null;
  hash: Sha256;
}

export interface AuditPage {
  entries: AuditEntry[];
  /** The total number of entries that match the filters; 10,000 where a filter matches that many or more. */
  total: number;
  /** False where more entries than `total` may match. */
  totalIsExact: boolean;
  /**
   * Names of actors, and of members and keys that were changed: the e-mail by a user's id, the key's name by
   * `api-key:<id>`. Nobody else is named. The hashes of the entries do not cover these names.
   */
  names: Record<string, string>;
  nextCursor: string | null;
}

/** The signed end of a tenant's chain at a time, to be kept outside the service. */
export interface AuditCheckpoint {
  id: Id;
  /** The run after which it was created; null for a daily one, and for one that a package needed. */
  runId: Id | null;
  statement: CheckpointStatement;
  keyId: string;
  /** Ed25519 over the RFC 8785 form of the statement, base64. */
  signature: string;
  /** Where it went. */
  departures: CheckpointDeparture[];
}

/** An Ed25519 key whose checkpoints are valid, as a JWK. */
export interface CheckpointKey {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  kid: string;
  alg: "EdDSA";
  use: "sig";
  /** When the key started to sign. */
  createdAt: Timestamp;
}

/** Where a checkpoint is kept outside of the service. */
export interface CheckpointDeparture {
  /** `folder`, `git`, `s3`, `witness`, `mail:<address>` or `webhook:<id>`. */
  destination: string;
  /** Null while it is retried, and for a mail that no server took. */
  leftAt: Timestamp | null;
  location: string | null;
  /** Why the last attempt failed. */
  errorCode: string | null;
}

/** Who gets a checkpoint by mail, at most one a day. */
export interface CheckpointRecipients {
  /** E-mail addresses, such as that of an auditor; none: no checkpoint is sent by mail. */
  addresses: string[];
}

/** Where a tenant's chain is broken. */
export interface ChainBreak {
  /** The first entry that is not as it was recorded or signed. */
  sequence: number;
  problem: ChainProblem;
  /** The last checkpoint before it that the chain still contains. */
  lastGood: { sequence: number; hash: Sha256 } | null;
  /** The last entry that a checkpoint covered. */
  signedUpTo: number;
}

/** A break of the chain, and the reason that an operator gave to continue behind it. */
export interface AuditResumption {
  /** What an operator signs to continue a broken chain. */
  statement: {
    origin: "assay/audit-resumption/v1";
    tenantId: Id;
    /** The entry `audit.resumed`, which begins the new segment. */
    sequence: number;
    broken: { sequence: number; problem: ChainProblem };
    lastGood: { sequence: number; hash: Sha256 } | null;
    /** Entries that are gone, such as after a restore. */
    lost: { from: number; to: number } | null;
    /**
     * SHA-256 over the hashes of the RFC 8785 forms of all entries from the broken one to the resumption, so that
     * they cannot change later.
     */
    coveredHash: Sha256;
    /** How many checkpoints were signed before. */
    checkpoints: number;
    /** How many of them are gone. */
    lostCheckpoints: number;
    reasonHash: Sha256;
    createdAt: Timestamp;
  };
  reason: string;
  keyId: string;
  signature: string;
}

/** What can be wrong with an entry, given the entries before it. */
export type ChainProblem =
  | "SEQUENCE_GAP"
  | "ENTRIES_LOST"
  | "CHECKPOINT_DIFFERS"
  | "PREVIOUS_HASH_DIFFERS"
  | "HASH_DIFFERS"
  | "HEAD_DIFFERS";

/** What can be wrong with a checkpoint. */
export type CheckpointProblem =
  | "BEYOND_END_OF_CHAIN"
  | "HASH_DIFFERS"
  | "SIGNATURE_INVALID"
  | "KEY_UNKNOWN"
  | "OTHER_TENANT";

export interface AuditVerification {
  /** The chain is intact and matches every checkpoint, including the kept one. */
  valid: boolean;
  /** How many entries were recomputed. */
  entries: number;
  head: { sequence: number; hash: Sha256 };
  firstBroken?: { sequence: number; problem: ChainProblem } | undefined;
  checkpoints: {
    checked: number;
    /** The first 100. */
    problems: { id: Id; sequence: number; problem: CheckpointProblem }[];
    /** How many checkpoints are gone by the counter of those that are there; absent where none is. */
    missing?: number | undefined;
  };
  /** Breaks of the chain that an operator continued, the first one first; absent where there is none. */
  breaks?: AuditResumption[] | undefined;
  /** What was compared with the checkpoints that left the service; absent where they go nowhere. */
  outside?:
    | {
        destination: string;
        /** How many checkpoints of the tenant it keeps. */
        checked: number;
        /** The first 100. */
        problems: { sequence: number; problem: CheckpointProblem }[];
        /** Why it could not be asked: then nothing was compared with it. */
        errorCode: string | null;
      }[]
    | undefined;
  kept?: { sequence: number; hash: Sha256; contained: boolean; problem: CheckpointProblem | null } | undefined;
}

export type PackFormat = "assay-json" | "csv" | "oscal" | "ciso-assistant";

/** TENANT: the tenant alone sees it, and its ADMINs change it. DEPLOYMENT: a SUPER_ADMIN does. */
export type PackOwner = "TENANT" | "DEPLOYMENT";

export interface Pack {
  id: Id;
  name: string;
  description: string;
  owner: PackOwner;
  /** Since when it takes no versions and no new bindings; tenants that use it keep it. */
  archivedAt: Timestamp | null;
  createdAt: Timestamp;
}

export interface CriteriaVersion {
  id: Id;
  packId: Id;
  /** From 1, in the order of import. */
  version: number;
  /** A PUBLISHED version is final, and tenants can be bound to it. */
  status: "DRAFT" | "PUBLISHED";
  criteriaCount: number;
  requirementCount: number;
  createdAt: Timestamp;
  publishedAt: Timestamp | null;
}

export type DerivedField =
  | "criterionId"
  | "criterionTitle"
  | "requirementId"
  | "title"
  | "subcheckLabel"
  | "expectation";

/** The source of a value that is not in the file in this form. */
export type Derivation = "ASSIGNED" | "LABEL" | "ID" | "GROUP" | "CATALOGUE" | "STATEMENT" | "PARTS" | "WORDING";

export type DerivedValues = Partial<Record<DerivedField, Derivation>>;

/** The result of an import, or what a dry run would import. */
export interface PackImport {
  dryRun: boolean;
  /** Null in a dry run. */
  version: CriteriaVersion | null;
  criteria: {
    criterionId: number;
    criterionTitle: string;
    criterionDescription: string;
    requirementCount: number;
    derived: DerivedValues;
  }[];
  requirementCount: number;
  /** The first 200, in pack order. */
  requirements: {
    requirementId: string;
    criterionId: number;
    title: string;
    subcheckLabel: string | null;
    expectation: Expectation | null;
    derived: DerivedValues;
  }[];
  /** How many values of the whole version were derived, by source. */
  derived: { field: DerivedField; from: Derivation; count: number }[];
  /** What is in the file and not in the version, such as withdrawn controls. */
  skipped: { id: string; reason: string }[];
}

/** One problem of a pack file: an entry of `details.issues` of the error reply, which lists up to 200. */
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
  /** The value in the file; null if there is none. */
  value: string | null;
  mend: string;
}

export interface RequirementSide {
  requirementId: string;
  criterionId: number;
  criterionTitle: string;
  criterionDescription: string;
  title: string;
  subcheckLabel: string | null;
  expectation: Expectation | null;
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
    criterionDescription?: { before: string; after: string } | undefined;
    subcheckLabel?: { before: string | null; after: string | null } | undefined;
    expectation?: { before: Expectation | null; after: Expectation | null } | undefined;
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

/** The tenants whose ADMINs may bind a pack of the deployment. */
export interface PackOffer {
  packId: Id;
  tenantIds: "ALL" | Id[];
}

/** A pack that the tenant uses or could use. */
export interface LibraryPack {
  id: Id;
  name: string;
  description: string;
  owner: PackOwner;
  /** Of the newest published version. */
  criteriaVersionId: Id;
  version: number;
  requirementCount: number;
  publishedAt: Timestamp;
  /** The version that the tenant uses; null if none. */
  boundVersion: number | null;
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
  | "INFECTED_FILE"
>;

/** A piece of guidance on its way into the corpus of a pack. */
export interface CorpusIngestion {
  id: Id;
  packId: Id;
  /** The tenant whose audit log has its entries; guidance itself is shared by all tenants. */
  requestedByTenantId: Id;
  sourceKind: "URL" | "FILE";
  url: string | null;
  filename: string;
  /** Null until the bytes have arrived. */
  fileType: FileType | null;
  status: IngestionStatus;
  failure: { code: IngestionFailureCode; message: string } | null;
  sha256Hash: Sha256 | null;
  sizeBytes: number | null;
  /** Only of a COMPLETED ingestion. */
  chunkCount: number | null;
  /** Pages that are images, have a large one, or are broken: their images are not read. */
  pagesNotRead: number;
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
  /** Only of a PDF. */
  pageNumber: number | null;
  /** For other formats: rows of a sheet, a slide, headings. */
  location: string | null;
}

/** The guidance that later runs of a pack use. */
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
  /** From this confidence on it is PARTIAL, otherwise MISSING. */
  partial: number;
}

/** The whole engine configuration that a run pins. */
export interface RetrievalVersion {
  id: Id;
  embedder: { model: string; dimensions: number };
  assessor: { model: string; promptVersion: string };
  similarityThreshold: number;
  /** How much shared words count next to the nearness of vectors when passages are ordered; null: as before. */
  lexicalWeight: number | null;
  /** How words are read: 1 reads all as English ones, 2 also German, French and Spanish and pieces of words. */
  lexicon: number;
  /** Which deterministic rules hold citations back. Runs start with the rules of this release alone. */
  guardVersion: number;
  /** How requirements are split into parts and passages into sentences. */
  splitterVersion: number;
  chunksPerRequirement: number;
  confidenceThresholds: ConfidenceThresholds;
  evidenceRules: EvidenceRules;
  /** Null: citations are not checked for meaning. */
  meaning: MeaningCheck | null;
  /** Whether the deployment's settings or an administrator created it, or a release proposes it. */
  origin: "settings" | "admin" | "release";
  /** A release or an administrator recommends it, and nobody has decided about it yet. */
  recommended: boolean;
  /** It has metrics. */
  measured: boolean;
  /** New runs pin it. */
  inForce: boolean;
  /**
   * How many passages have what it searches by, a vector of its embedder above all: all of them, before it can be
   * activated.
   */
  vectors: { ready: number; total: number };
  createdAt: Timestamp;
  activatedAt: Timestamp | null;
}

/** How often a COMPLETE may be wrong. */
export interface CompleteBound {
  /** Of those said COMPLETE how many a person says are not. */
  wrong: number;
  of: number;
  /** The share of wrong ones is below it with 95 % confidence, one-sided and exact; null where none was said. */
  upperBound: number | null;
}

/** The tenant's reviews as a labelled set, and what an engine version says to them. No model is asked. */
export interface GoldenSet {
  /** Null: verdicts as they were said to the reviewers. */
  retrievalVersionId: Id | null;
  /** Reviewed verdicts that are compared: the newest AGREED or CHANGED of each requirement. */
  reviewed: number;
  /** Of these, as the reviewer says. */
  agreed: number;
  /** Reviewed, but the version judged other documents or criteria, or none; or it is damaged. */
  notComparable: number;
  /** There are more reviews than are read. */
  truncated: boolean;
  complete: CompleteBound;
  completeByKind: {
    kind: ExpectationKind | null;
    /** Of those said COMPLETE how many a person says are not. */
    wrong: number;
    of: number;
    /** The share of wrong ones is below it with 95 % confidence, one-sided and exact; null where none was said. */
    upperBound: number | null;
  }[];
  /** How many of what was said are right, by what is right. */
  confusion: { said: AssessmentStatus; right: "COMPLETE" | "PARTIAL" | "MISSING"; count: number }[];
  /** Engine versions with a completed run of the tenant, the newest run first, at most 20. */
  versions: { id: Id; assessorModel: string; lastRunAt: Timestamp; inForce: boolean }[];
  /** A page of those where what was said is not what is right. */
  differences: {
    packId: Id;
    requirementId: string;
    title: string;
    kind: ExpectationKind | null;
    said: AssessmentStatus;
    right: "COMPLETE" | "PARTIAL" | "MISSING";
  }[];
  nextCursor: string | null;
}

/** Of so many cases those that came out so. */
export interface MetricLine {
  set: string;
  /** Next to which assessor it was measured: one that reads by itself, or one that goes by words. */
  beside: "reading" | "wording";
  /** What is counted. */
  what: string;
  count: number;
  of: number;
  better: "few" | "many";
  /** Of Wilson's interval for 95 %. */
  low: number;
  high: number;
}

/** What an engine version was measured with, and what came out: the file of `npm run quality -- meaning --out`. */
export interface EngineMetrics {
  form: "assay-figures/1";
  /** The model that checks meaning. */
  model: string;
  /** Of its weights. */
  sha256: Sha256;
  guardVersion: number;
  splitterVersion: number;
  thresholds: { reading: MeaningThresholds; wording: MeaningThresholds };
  /** What the model was measured on: a quote or requirement of another language or kind is not checked. */
  covers: {
    /** Codes of ISO 639-1, such as en. */
    languages: string[];
    kinds: Open<"PROSE" | "TABLE_ROW" | "SETTING" | "LOG_LINE" | "OCR">[];
  };
  seed: number;
  sets: {
    name: string;
    pairs: number;
    sha256: Sha256;
    /** Whether the model's training has read it. */
    seen: "seen in training" | "partly seen in training" | "not seen" | "not known";
    half: "training" | "development" | "held out" | null;
  }[];
  lines: MetricLine[];
  agreements: {
    set: string;
    /** Next to which assessor it was measured: one that reads by itself, or one that goes by words. */
    beside: "reading" | "wording";
    kappa: number;
    agreed: number;
    /** Of the most frequent label. */
    baseRate: number;
    of: number;
    balancedAccuracy: number;
  }[];
}

export interface ComparedMetric {
  line: MetricLine;
  /** Of the active version, on the same cases; null where it has none. */
  active: MetricLine | null;
  /** It is worse than the interval of the active version. */
  fell: boolean;
  /** Where it fell, the version cannot be recommended: the invariance gate, a false COMPLETE. */
  decides: boolean;
}

/** The metrics of an engine version, next to those of the active one. */
export interface VersionMetrics {
  retrievalVersionId: Id;
  activeVersionId: Id;
  /** The newest; null: the version has not been measured. */
  metrics: EngineMetrics | null;
  /** Whether a release brought them or an administrator stored them. */
  origin: "release" | "admin" | null;
  storedAt: Timestamp | null;
  /** What counts for this version, by its kind of assessor, next to the active version. */
  compared: ComparedMetric[];
  /** Why the version cannot be recommended; null: it can be. */
  refusal: string | null;
}

export interface StatusCounts {
  COMPLETE: number;
  PARTIAL: number;
  /** Without those that were not judged. */
  MISSING: number;
  FAILED: number;
  /** Verdicts with the flag NOT_JUDGED, whose status is MISSING: nothing was found out, and a person must judge. */
  NOT_JUDGED: number;
}

/** The verdicts of a run that would change with other thresholds and rules. Nothing is stored. */
export interface ThresholdPreview {
  runId: Id;
  pinned: ConfidenceThresholds;
  tried: ConfidenceThresholds;
  pinnedRules: EvidenceRules;
  triedRules: EvidenceRules;
  /**
   * Rules that are tried and that the run had OFF: what they would find is not stored, so they change nothing
   * here.
   */
  rulesNotApplied: ("expired" | "outOfPeriod" | "designOnly" | "cadenceGap" | "contradicted" | "weakSupport")[];
  before: StatusCounts;
  after: StatusCounts;
  /**
   * How many verdicts have a confidence from 0, 0.05, … on; the last bar includes 1. Those that are FAILED or were
   * not judged are omitted.
   */
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

/** What the stored answers of each tenant's newest runs come to under the version that is to judge. */
export interface VersionForecasts {
  /** The version that is recommended, else the active one; null where no other one was ever active. */
  retrievalVersionId: Id | null;
  isActive: boolean;
  /** Those with most to lose first; at most 200. */
  forecasts: {
    tenantId: Id;
    tenantName: string;
    packName: string;
    /** The newest finished run of the pack. */
    runId: Id;
    /** NEEDS_RUN: another assessor or prompt would answer, which nobody can foresee. */
    state: "FORESEEN" | "UNDER_WAY" | "NEEDS_RUN";
    needsRunFor: ("ASSESSOR" | "PROMPT")[];
    requirements: number;
    /** Requirements whose answer has been judged again. */
    done: number;
    /** COMPLETE as stored. */
    complete: number;
    /** Of those, how many would be less. */
    completeFalling: number;
    falling: number;
    rising: number;
    /** Requirements whose answer is not stored, or whose passages have changed since. */
    unforeseen: number;
    /** What a run would need, about, where one is needed and its model says. */
    estimate: { tokensIn: number; tokensOut: number } | null;
  }[];
  /** Tenants that are yet to be looked at. */
  pendingTenants: number;
}

/** An active run has no end and no duration yet: it is sorted after finished runs. */
export type RunSort = "createdAt" | "finishedAt" | "duration" | "status" | "cost" | "tokens";

/** A run with its cost and the names of its parts. */
export interface AdminRun {
  id: Id;
  tenantId: Id;
  packId: Id;
  /** The name that its starter gave it. */
  name: string | null;
  /** The time that the run is about; null for one that judges as of its start. */
  period: Period | null;
  /** A user's id, `api-key:<id>` or `system`. */
  startedBy: string;
  /**
   * The user's e-mail or the key's name; null for a person who is not a member of the tenant, or is stored
   * otherwise than was recorded. Nothing compares a key's name.
   */
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
  /** Documents that were still being read when the run was created; null where that is not known. */
  documentsPending: number | null;
  snapshotCriteriaVersionId: Id;
  snapshotCorpusActivationId: Id;
  snapshotRetrievalVersionId: Id;
  traceId: string;
  rootSpanId: string;
  /** Exceptions that were active when the run started; null where no record of its end says how many. */
  exceptionCount: number | null;
  /** The last role whose signature is; null for a run that is not signed, and while one of its acts is damaged. */
  signedAs: SignOffRole | null;
  /**
   * What results of an ended run are compared with at each read: its snapshot; digests that the audit log recorded
   * at its end (it is not sealed); nothing, as an earlier release made it. Null while active.
   */
  checkedAgainst: CheckedAgainst | null;
  /** The pack's present name: no record holds one to compare it with. */
  packName: string;
  /** The number of the pinned criteria version; null while that is stored otherwise than was recorded. */
  criteriaVersion: number | null;
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

/** What the run pinned next to what is active now. */
export interface RunPins {
  criteria: {
    pinned: { id: Id; version: number };
    /** What a new run would pin; null if none could start. */
    inForce: { id: Id; version: number } | null;
  };
  guidance: {
    pinned: { id: Id; activatedAt: Timestamp; ingestionCount: number };
    /** What a new run would pin; null if none could start. */
    inForce: { id: Id; activatedAt: Timestamp; ingestionCount: number } | null;
  };
  retrieval: {
    pinned: { id: Id; embedderModel: string; assessorModel: string; activatedAt: Timestamp | null };
    /** What a new run would pin; null if none could start. */
    inForce: { id: Id; embedderModel: string; assessorModel: string; activatedAt: Timestamp | null } | null;
  };
}

/** The jobs of a step, as long as the engine keeps them. */
export interface RunStepWork {
  stepName: RunStepName | "finish";
  items: number;
  openItems: number;
  /** Attempts that failed, and those that were lost with a process. */
  failedAttempts: number;
  lostAttempts: number;
  /** The error code of a job that is to be repeated or has failed permanently. */
  lastError: string | null;
  /** An unavailable part, such as `files` or `model:<name>`, and since when jobs wait for it. */
  waitingFor: string | null;
  waitingSince: Timestamp | null;
}

export interface AdminRunDetails {
  run: AdminRun;
  configuration: RunConfiguration;
  pins: RunPins;
  steps: RunStep[];
  work: RunStepWork[];
  waiting: RunWaiting;
  counts: {
    documents: number;
    assessments: Record<AssessmentStatus, number>;
    tasks: Record<TaskStatus, number>;
    /** Not completed, and not covered by an active exception. */
    openTasks: number;
    exports: number;
  };
  snapshot: { snapshotHash: Sha256; sizeBytes: number; capturedAt: Timestamp } | null;
  /** When the stored results were last checked, and which were damaged. */
  resultCheck: { checkedAt: Timestamp; damaged: string[] } | null;
  /** Evidence that VERIFICATION omitted. */
  excludedDocuments: { documentId: Id; originalFilename: string; reason: string }[];
  failedRequirements: { requirementId: string; reasoning: string }[];
}

export interface ReplayData {
  assessments: Assessment[];
  tasks: FrozenTask[];
  exports: ExportRecord[];
}

/** Stored results, never new ones from a model: of the snapshot, or live ones with a warning. */
export type Replay = { source: "snapshot"; data: ReplayData } | { source: "live"; warning: string; data: ReplayData };

export interface TraceSpan {
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Null for the root. The parent may be missing while the run is active: a span is stored when it ends. */
  parentSpanId: string | null;
  name: string;
  /** The values of OpenTelemetry. */
  kind: "INTERNAL" | "SERVER" | "CLIENT" | "PRODUCER" | "CONSUMER";
  status: "UNSET" | "OK" | "ERROR";
  startedAt: Timestamp;
  endedAt: Timestamp;
  /** Scrubbed: never with evidence. */
  attributes: Record<string, string | number | boolean | string[]>;
}

/** The first line of a trace as JSON lines; each further line is a span. */
export interface TraceHeader {
  traceId: string;
  rootSpanId: string;
  /** How many spans are stored; an active run may add some. */
  total: number;
}

export interface Trace {
  traceId: string;
  rootSpanId: string;
  spans: TraceSpan[];
}

/**
 * BY_PERSON: somebody disabled it. FAILING: no delivery succeeded for 3 days. GONE: its receiver replied with
 * 410.
 */
export type WebhookDisabledReason = Open<"BY_PERSON" | "FAILING" | "GONE">;

export interface Webhook {
  id: Id;
  url: string;
  events: WebhookEventType[];
  enabled: boolean;
  disabledReason: WebhookDisabledReason | null;
  disabledAt: Timestamp | null;
  /** Since when no delivery has succeeded; after 3 days the webhook is disabled. */
  failingSince: Timestamp | null;
  /** Until when deliveries are also signed with the secret before the last rotation. */
  previousSecretUntil: Timestamp | null;
  /** A user's id, or `api-key:<id>`. */
  createdBy: string;
  createdAt: Timestamp;
}

export interface TriggeredEvent {
  /** As `webhook-id` names it. */
  messageId: string;
  /** Null where it went into the stream. */
  delivery: WebhookDelivery | null;
}

/** `secret` is shown here and never again. */
export interface WebhookWithSecret {
  webhook: Webhook;
  /** The secret that signs deliveries: `whsec_` and 32 bytes in base64. It is shown once. */
  secret: string;
}

export type DeliveryType = Open<
  | "run.completed"
  | "run.failed"
  | "document.ready"
  | "document.failed"
  | "evidence.expiring"
  | "exception.expiring"
  | "review.sent_back"
  | "task.assigned"
  | "run.signed"
  | "integrity.failed"
  | "checkpoint.signed"
  | "webhook.test"
>;

export type DeliveryState = "PENDING" | "DELIVERED" | "FAILED";

/**
 * Why the last attempt failed. REFUSED: another status than 2xx. UNREACHABLE: no connection. UNSAFE_URL: an
 * address that is not public. SECRET_UNREADABLE: the key of the settings is missing; no attempt is counted.
 */
export type DeliveryError = Open<
  "REFUSED" | "TIMEOUT" | "UNREACHABLE" | "UNSAFE_URL" | "SECRET_UNREADABLE" | "WEBHOOK_DISABLED" | "INTERNAL_ERROR"
>;

export interface WebhookDelivery {
  id: Id;
  webhookId: Id;
  /** The header `webhook-id`: the same for each attempt and each webhook. */
  messageId: string;
  type: DeliveryType;
  state: DeliveryState;
  attempts: number;
  lastAttemptAt: Timestamp | null;
  /** Null once it is DELIVERED or FAILED. */
  nextAttemptAt: Timestamp | null;
  /** The HTTP status of the last reply. */
  responseStatus: number | null;
  error: DeliveryError | null;
  payload: WebhookEvent;
  createdAt: Timestamp;
}

/** The languages that OCR looks for in the tenant's scans and images. */
export interface OcrLanguages {
  /**
   * The languages that the tenant's scans and images are in, the commonest first, by the names of Tesseract's
   * data; none: all that the service reads.
   */
  languages: ("eng" | "deu" | "fra" | "spa" | "ita" | "por" | "nld")[];
}

export interface TenantResidency {
  /** Who may be given the tenant's text; null: everybody whom the deployment uses. */
  allowedProviders: Provider[] | null;
  /** The engine version that the tenant is bound to; null: the active one of the deployment. */
  retrievalVersionId: Id | null;
  /** Where the deployment can send text. */
  destinations: {
    provider: Provider;
    /** Name and port as they are configured. */
    host: string;
    purposes: EgressPurpose[];
  }[];
}

export interface ResidencyReply {
  residency: TenantResidency;
}

export interface ResidencyChange {
  /** Who may be given the tenant's text; null: everybody whom the deployment uses. */
  allowedProviders: Provider[] | null;
}

export interface EngineBinding {
  /** Null: the active one of the deployment again. */
  retrievalVersionId: string | null;
}

export interface EgressEntry {
  /** In UTC. */
  day: CalendarDate;
  /** Null for what belongs to no run, such as the embedding of a document. */
  runId: Id | null;
  provider: Provider;
  /** Name and port as they are configured. */
  host: string;
  purpose: EgressPurpose;
  requests: number;
  /** Of the requests' bodies, counted before they leave, also where they fail. */
  bytes: number;
}

export interface EgressListReply {
  egress: EgressEntry[];
  nextCursor: string | null;
}

export interface SecondFactorRule {
  /**
   * Who of the tenant's people needs a second factor: nobody, anyone who signs, approves or changes people, or
   * everybody.
   */
  required: "NOBODY" | "ACTS" | "EVERYBODY";
}

/** What single sign-on gives. An ADMIN gives more. */
export type SsoRole = "VIEWER" | "MEMBER";

export interface IdentityProvider {
  id: Id;
  name: string;
  issuer: string;
  clientId: string;
  /** Of who is made a member at the first sign-in. */
  defaultRole: SsoRole;
  /**
   * Values of `acr` or `amr` in its ID tokens that prove a second factor, for people without one of their own
   * here. With none, the company's sign-in is no second factor.
   */
  secondFactors: string[];
  /** Whether people sign in there. At most one of a tenant is. */
  active: boolean;
  /** A user's id. */
  createdBy: string;
  createdAt: Timestamp;
}

/** Whether the provider answers and describes itself as what single sign-on needs. */
export interface IdentityProviderCheck {
  /** Why nobody could sign in there now; null where they can. */
  problem: string | null;
}

export interface TenantDomain {
  id: Id;
  domain: string;
  /** The DNS record that proves the domain. */
  record: { name: string; type: "TXT"; value: string };
  provedAt: Timestamp | null;
  /** A user's id, or `system` for an operator of the deployment. */
  provedBy: string | null;
  createdAt: Timestamp;
}

/** Access for a directory: good for `/scim/v2` alone. */
export interface ScimKey {
  id: Id;
  name: string;
  /** The first characters of the key. */
  prefix: string;
  /** A user's id. */
  createdBy: string;
  createdAt: Timestamp;
  revokedAt: Timestamp | null;
  /** The last request of the directory, to the minute. */
  lastUsedAt: Timestamp | null;
}

export interface CreatedScimKey {
  scimKey: ScimKey;
  key: string;
}

/** A group that the directory made. */
export interface ScimGroup {
  id: Id;
  displayName: string;
  /** What its members get; null gives nothing. */
  role: SsoRole | null;
  members: number;
  createdAt: Timestamp;
  /** When the directory, or an ADMIN, changed it last. */
  updatedAt: Timestamp;
}

export interface ReviewerStatistics {
  reviewerId: string;
  reviewerName: string;
  decisions: number;
  agreed: number;
  changed: number;
  sentBack: number;
  /** Confirmations of unchanged verdicts, which are in no other count. */
  confirmed: number;
  /** Decisions that took under five seconds, reported by the client. */
  quick: number;
  /** Decisions on verdicts with citations of which none was opened, reported by the client. */
  nothingOpened: number;
  /** Reported by the client. */
  medianDurationMs: number | null;
  lastAt: Timestamp;
}

/** The 200 reviewers with the most decisions in the time, of the last 90 days unless it is given. */
export interface ReviewerPage {
  reviewers: ReviewerStatistics[];
  from: Timestamp;
  to: Timestamp;
  /**
   * The first 200 reviews that are in no count: those of the time that are stored otherwise than they were
   * recorded, and all that the last daily check found damaged or gone.
   */
  damaged: DamagedResult[];
}

export type JobKind =
  | "document"
  | "ocr"
  | "run"
  | "assessment"
  | "file"
  | "checkpoint"
  | "reembedding"
  | "ingestion"
  | "webhook";

export interface OverviewDay {
  /** A UTC day. */
  day: CalendarDate;
  /** Runs that were created on this day, by their current state; none whose row is damaged. */
  runs: { completed: number; failed: number; active: number };
  /** Model calls that failed. */
  modelErrors: number;
  /** Of the runs that were created on this day. */
  tokensIn: number;
  tokensOut: number;
  costUsd: number;
}

/** Null: the deployment's default, and where it has none, no limit. */
export interface TenantLimits {
  /** Documents, members of archives included. */
  documentsMax: number | null;
  /** Bytes of documents. */
  bytesMax: number | null;
  /** Runs that start in one UTC day, whatever becomes of them. */
  runsPerDay: number | null;
  /** Tokens of runs that start in one UTC calendar month. Checked with the estimate when a run starts, never later. */
  tokensPerMonth: number | null;
}

export type TenantTrouble =
  | "INTEGRITY"
  | "RUN_FAILED"
  | "SNAPSHOT_FAILED"
  | "JOBS_WAITING"
  | "DOCUMENTS_UNREAD"
  | "DOCUMENTS_FAILED"
  | "LIMIT_NEAR"
  | "NO_ADMIN";

/** Quantities of one tenant, without names, texts or ids of its evidence. */
export interface TenantState {
  tenant: Tenant;
  /** The worst first. */
  troubles: TenantTrouble[];
  /** 10,000: that many or more. */
  members: number;
  /** Members with the role ADMIN or SUPER_ADMIN. */
  admins: number;
  documents: { used: number; limit: number };
  bytes: { used: number; limit: number };
  /** Runs that started in this UTC day. */
  runsToday: { used: number; limit: number | null };
  /** Of runs that started in this UTC month, as is the cost. */
  tokensThisMonth: { used: number; limit: number | null };
  costUsdThisMonth: number;
  lastRun: {
    status: RunStatus;
    snapshotStatus: SnapshotStatus;
    createdAt: Timestamp;
    endedAt: Timestamp | null;
    /** Null where the last check found the results damaged. `notJudged` counts in `missing` too. */
    verdicts: { complete: number; partial: number; missing: number; notJudged: number } | null;
  } | null;
  failures: {
    /** 10,000: that many or more. */
    documents: number;
    /** Of the last 30 days. */
    runs: number;
  };
  jobs: {
    /** Due, or in need of a part that is not available. */
    waiting: number;
    oldestAt: Timestamp | null;
    waitForPart: boolean;
  };
  /** When the oldest document came that is neither READY nor FAILED. */
  oldestUnreadAt: Timestamp | null;
  /** What the last daily check found. */
  integrity: {
    checkedAt: Timestamp | null;
    chainBroken: boolean;
    /** 10,000: that many or more. */
    damagedRuns: number;
    damagedRecords: number;
  };
}

export interface DeploymentPage {
  /** By the database's clock. */
  at: Timestamp;
  /** The limits of tenants without their own. Runs and tokens have none. */
  defaults: { documentsMax: number; bytesMax: number };
  /** Of all tenants that the query matches, on whatever page. */
  totals: {
    tenants: number;
    inTrouble: number;
    documents: number;
    bytes: number;
    jobsWaiting: number;
    tokensThisMonth: number;
    costUsdThisMonth: number;
  };
  /** Those in the worst trouble first. */
  tenants: TenantState[];
  nextCursor: string | null;
}

/** Only ids, times, enumerations, counts and digests; the list of keys is complete. */
export interface DeploymentDetails {
  /** Documents, members of archives included. */
  documentsMax?: number | null | undefined;
  /** Bytes of documents. */
  bytesMax?: number | null | undefined;
  /** Runs that start in one UTC day, whatever becomes of them. */
  runsPerDay?: number | null | undefined;
  /** Tokens of runs that start in one UTC calendar month. Checked with the estimate when a run starts, never later. */
  tokensPerMonth?: number | null | undefined;
  retention?:
    | {
        /** Trace spans of runs and documents, by their end. */
        spans?: number | null | undefined;
        /** Records of access, and webhook deliveries and mails that have ended. */
        logs?: number | null | undefined;
        /**
         * Runs by their end, with verdicts, snapshot, reviews, comments, sign-offs, tasks and exports. The newest
         * finished run of each pack and those after it stay, and what a link, a later run, a damage or open work needs:
         * a task with an assignee or a due date, an evidence request.
         */
        runs?: number | null | undefined;
      }
    | undefined;
  role?: string | undefined;
  kind?: string | undefined;
  status?: string | undefined;
  errorCode?: string | undefined;
  count?: number | undefined;
  bytes?: number | undefined;
  /** SHA-256 of a name or an address. */
  nameHash?: Sha256 | undefined;
  /** SHA-256 of the reason that a person gave. */
  reasonHash?: Sha256 | undefined;
  /** SHA-256 of a file or a certificate. */
  contentHash?: Sha256 | undefined;
  keyId?: string | undefined;
  replacedId?: string | undefined;
  /** Of a release, and the one before. */
  version?: string | undefined;
  versionBefore?: string | undefined;
  expiresAt?: Timestamp | undefined;
}

/** An action that belongs to no tenant. */
export interface DeploymentEntry {
  id: Id;
  /** From 1, without gaps. */
  sequence: number;
  createdAt: Timestamp;
  /** `noun.verbed`, such as `tenant.created`. */
  action: string;
  objectType: string;
  objectId: string;
  /** A user's id, or `system` for an operator's command and for the service itself. */
  actor: string;
  details: DeploymentDetails;
  previousHash: Sha256;
  /** SHA-256 of the entry's RFC 8785 form without `hash`. */
  hash: Sha256;
}

export interface DamagedEntry {
  sequence: number;
  damaged: true;
}

export interface DeploymentLogPage {
  entries: (DeploymentEntry | DamagedEntry)[];
  /** The e-mail by a user's id, the name by a tenant's id. */
  names: Record<string, string>;
  nextCursor: string | null;
}

/** While it is active, the tenant is not erased. */
export interface TenantHold {
  id: Id;
  tenantId: Id;
  reason: string;
  setBy: string;
  setAt: Timestamp;
  endedBy: string | null;
  endedAt: Timestamp | null;
  /** Null while it is active. */
  endReason: string | null;
}

/** Nothing is changed by it. */
export interface ErasurePreview {
  tenantId: Id;
  name: string;
  /** Rows that would go, by table; tables without one are not named. */
  rows: Record<string, number>;
  rowsTotal: number;
  documents: number;
  /** Of the originals. */
  bytes: number;
  snapshots: number;
  fileKeys: number;
  holds: TenantHold[];
  refusal: "NOT_SUSPENDED" | "HELD" | "ERASING" | null;
}

export interface TenantRetention {
  tenantId: Id;
  /** Days that a tenant's rows are kept, by kind. Null: what the deployment does with all tenants. */
  days: {
    /** Trace spans of runs and documents, by their end. */
    spans: number | null;
    /** Records of access, and webhook deliveries and mails that have ended. */
    logs: number | null;
    /**
     * Runs by their end, with verdicts, snapshot, reviews, comments, sign-offs, tasks and exports. The newest
     * finished run of each pack and those after it stay, and what a link, a later run, a damage or open work needs:
     * a task with an assignee or a due date, an evidence request.
     */
    runs: number | null;
  };
  /** Null: no rule was ever set. */
  changedAt: Timestamp | null;
  /** When all that was due was last removed. */
  appliedAt: Timestamp | null;
  refusal: "ERASING" | "HELD" | "SUSPENDED" | "MAINTENANCE" | "CHANGED_LATELY" | null;
}

/** What would be removed now. Nothing is changed by it. */
export interface RetentionPreview {
  tenantId: Id;
  kinds: {
    kind: "spans" | "logs" | "runs";
    days: number | null;
    /**
     * Rows or runs that are due; 0 without a number of days. Once a run goes, an older one that only it needed can
     * follow.
     */
    count: number;
    bytes: number;
    oldest: Timestamp | null;
    newest: Timestamp | null;
    /** As old, and staying for now: it has not ended, or something needs it. */
    heldBack: number;
  }[];
  refusal: "ERASING" | "HELD" | "SUSPENDED" | "MAINTENANCE" | "CHANGED_LATELY" | null;
}

export interface Erasure {
  id: Id;
  /** Of a tenant that is gone once `finishedAt` is set. */
  tenantId: Id;
  tenantName: string;
  requestedBy: string;
  requestedAt: Timestamp;
  /** Files found and deleted so far, parts of uploads apart. */
  files: number;
  /** Rows deleted so far. */
  rows: number;
  finishedAt: Timestamp | null;
}

/** What a certificate of deletion says. */
export interface DeletionStatement {
  origin: "assay/deletion/v1";
  deploymentId: string;
  erasureId: Id;
  tenant: { id: Id; name: string; createdAt: Timestamp };
  requestedBy: string;
  requestedAt: Timestamp;
  /** SHA-256 of the reason that was given. */
  reasonHash: Sha256;
  finishedAt: Timestamp;
  deleted: {
    rows: Record<string, number>;
    rowsTotal: number;
    /** Files that were found, parts of uploads apart. */
    files: number;
    /** Of uploads that had not come to their end. */
    uploadParts: number;
    /** Keys of its originals, destroyed before anything else was deleted. */
    fileKeys: Id[];
    documents: {
      count: number;
      bytes: number;
      /** Of the SHA-256 of each original in hex, ascending, each followed by a line feed. */
      sha256: Sha256;
    };
  };
  hashes: {
    /** Where its audit log ended. */
    auditHead: { sequence: number; hash: Sha256 };
    snapshots: { runId: Id; sha256: Sha256 }[];
  };
  notCovered: {
    /** Those that the deployment recorded, the oldest first. */
    backups: { takenAt: Timestamp; manifestHash: Sha256 }[];
    other: string[];
  };
}

/** Says what was deleted of a tenant, and is valid without the service. */
export interface DeletionCertificate {
  /** The RFC 8785 form of a DeletionStatement. */
  payload: string;
  /** Ed25519 over the UTF-8 bytes of `payload`, base64url. */
  signature: string;
  /** Of the key in `/.well-known/assay-checkpoint-keys.json`. */
  keyId: string;
}

/** The state of a tenant: what needs attention, what the engine has to do, and what is active. */
export interface Overview {
  /** By the database's clock. */
  at: Timestamp;
  runs: {
    /** Of the days that are shown, the newest first. */
    failed: { count: number; items: AdminRun[] };
    /** Runs that completed without a snapshot; of the days that are shown. */
    withoutSnapshot: { count: number; items: AdminRun[] };
    /** Active, and nothing of them has finished for `quietAfterMs`; `waitingFor` names an unavailable part. */
    stalled: { run: AdminRun; waitingFor: string | null }[];
    /** Runs whose stored results are damaged. A run whose own row is damaged is in no count of this reply. */
    damaged: { count: number; items: { runId: Id; checkedAt: Timestamp; damaged: string[] }[] };
  };
  /**
   * Exceptions, members, requirements and guidance that the last daily check found damaged, such as
   * `exception/<id>`.
   */
  records: { checkedAt: Timestamp | null; damaged: { count: number; items: string[] } };
  quietAfterMs: number;
  failedDocuments: { code: DocumentFailureCode; count: number }[];
  queue: {
    /** Only kinds with open jobs. `later` are not due yet. */
    kinds: { kind: JobKind; due: number; later: number; running: number }[];
    /** Since when the oldest job has been due. */
    oldestDueAt: Timestamp | null;
    /** Jobs that need an unavailable part. */
    waiting: { part: string; jobs: number; since: Timestamp }[];
  };
  /** 30 days, the current one last. */
  days: OverviewDay[];
  /** Why model calls failed on the days that are shown, the most frequent first. */
  modelErrors: { code: string; count: number }[];
  /** Not revoked, and expired or expiring within 30 days; the earliest first. */
  apiKeys: { count: number; items: { id: Id; name: string; prefix: string; expiresAt: Timestamp }[] };
  /** Webhooks that the service has disabled: their deliveries failed, or their receiver is gone. */
  webhooks: {
    count: number;
    items: { id: Id; url: string; disabledReason: WebhookDisabledReason; disabledAt: Timestamp }[];
  };
  audit: {
    head: { sequence: number; hash: string };
    /** The newest one. */
    checkpoint: { sequence: number; hash: Sha256; keyId: string; createdAt: Timestamp } | null;
    /** Where the last check found the chain broken: until an operator continues it, nothing is signed. */
    broken: ChainBreak | null;
  };
  retrievalVersion: {
    id: Id;
    embedderModel: string;
    assessorModel: string;
    activatedAt: Timestamp;
    /** A version that a new release added and that nobody has decided about. */
    recommendedId: Id | null;
  } | null;
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

/** What a model may be asked, what is used of it, and until when it waits. */
export interface ModelUse {
  model: string;
  kind: "assessor" | "embedder";
  limits: { requestsPerMinute: number | null; tokensPerMinute: number | null; parallelCalls: number | null };
  /**
   * In the window that ends now, and calls under way. Counted only for a model with a limit: 0 for others. Tokens
   * of calls under way are an estimate.
   */
  used: { requests: number; tokens: number; parallelCalls: number };
  /**
   * When the model is asked again: after a pause that it asked for, or when its quota has room; null where nothing
   * waits.
   */
  waitsUntil: Timestamp | null;
  /** The code of the error that began the pause, or MODEL_RATE_LIMITED for the quota. */
  waitsBecause: string | null;
  /** Jobs of all tenants that wait for it. */
  waitingJobs: number;
}

/**
 * The settings of a deployment, each with its environment variables, none for values of the release. Only kinds,
 * names of models, numbers and switches: no key, no address and no folder.
 */
export interface Settings {
  service: {
    version: { value: string; setBy: string[] };
    /** Documents that an older reader made READY can be reprocessed. */
    readerVersion: { value: number; setBy: string[] };
    /** Whether a SUPER_ADMIN may act in another tenant. */
    superAdminMode: { value: boolean; setBy: string[] };
  };
  parts: {
    database: { value: "EMBEDDED" | "POSTGRES" | "NEON"; setBy: string[] };
    storage: { value: "DATA_FOLDER" | "FOLDER" | "S3" | "SUPABASE"; setBy: string[] };
    queue: { value: "IN_PROCESS" | "QSTASH"; setBy: string[] };
    identity: { value: "BUILT_IN" | "SUPABASE"; setBy: string[] };
    signingKey: { value: "DATA_FOLDER" | "SETTING"; setBy: string[] };
  };
  /** What is configured; the active retrieval version says what runs use. */
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
    searchesPerMinute: { value: number; setBy: string[] };
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

export interface ErasePersonBody {
  /** Why, such as the request's number; of it only the SHA-256 is kept. */
  reason: string;
}

export interface NewTenant {
  name: string;
}

export interface NewAdministrator {
  email: string;
}

export interface TenantChange {
  name?: string | undefined;
  status?: TenantStatus | undefined;
  /** Limits that are not named stay. */
  limits?:
    | {
        /** Documents, members of archives included. */
        documentsMax?: number | null | undefined;
        /** Bytes of documents. */
        bytesMax?: number | null | undefined;
        /** Runs that start in one UTC day, whatever becomes of them. */
        runsPerDay?: number | null | undefined;
        /** Tokens of runs that start in one UTC calendar month. Checked with the estimate when a run starts, never later. */
        tokensPerMonth?: number | null | undefined;
      }
    | undefined;
}

export interface NewTenantHold {
  reason: string;
}

export interface HoldEnd {
  reason: string;
}

export interface NewErasure {
  /** The tenant's name, to confirm it. */
  name: string;
  reason: string;
}

export interface RetentionPatch {
  /** Kinds that are not named stay as they are. */
  days: {
    /** Trace spans of runs and documents, by their end. */
    spans?: number | null | undefined;
    /** Records of access, and webhook deliveries and mails that have ended. */
    logs?: number | null | undefined;
    /**
     * Runs by their end, with verdicts, snapshot, reviews, comments, sign-offs, tasks and exports. The newest
     * finished run of each pack and those after it stay, and what a link, a later run, a damage or open work needs:
     * a task with an assignee or a due date, an evidence request.
     */
    runs?: number | null | undefined;
  };
}

export interface NewMember {
  email: string;
  role: Role;
}

export interface MemberChange {
  role?: Role | undefined;
  mayReview?: boolean | undefined;
}

export interface NewApiKey {
  name: string;
  role: ApiKeyRole;
  /** At most one year from now. */
  expiresAt: Timestamp;
}

export interface NewWebhook {
  url: string;
  events: readonly WebhookEventType[];
}

export interface NewTestEvent {
  type: WebhookEventType;
  /** Sends it to this webhook only, also while that is disabled. */
  webhookId?: Id | undefined;
}

export interface WebhookChange {
  url?: string | undefined;
  events?: readonly WebhookEventType[] | undefined;
  enabled?: boolean | undefined;
}

export interface NewIdentityProvider {
  name: string;
  /** As the provider itself writes it: its description is below `/.well-known/`. */
  issuer: string;
  clientId: string;
  /** Is stored encrypted, and never shown. */
  clientSecret: string;
  defaultRole?: SsoRole | undefined;
  /**
   * Values of `acr` or `amr` in its ID tokens that prove a second factor, for people without one of their own
   * here. With none, the company's sign-in is no second factor.
   */
  secondFactors?: readonly string[] | undefined;
}

export interface IdentityProviderChange {
  name?: string | undefined;
  issuer?: string | undefined;
  clientId?: string | undefined;
  /** Is stored encrypted, and never shown. */
  clientSecret?: string | undefined;
  defaultRole?: SsoRole | undefined;
  /**
   * Values of `acr` or `amr` in its ID tokens that prove a second factor, for people without one of their own
   * here. With none, the company's sign-in is no second factor.
   */
  secondFactors?: readonly string[] | undefined;
  active?: boolean | undefined;
}

export interface NewTenantDomain {
  domain: string;
}

export interface NewScimKey {
  name: string;
}

export interface ScimGroupChange {
  role: SsoRole | null;
}

/** Which documents to reprocess; by default, every FAILED document of the tenant. At most one of the three. */
export interface ReprocessChoice {
  documentIds?: readonly string[] | undefined;
  failureCode?: DocumentFailureCode | undefined;
  /** READY documents that a previous reader read. Refused while a run is active. */
  olderThanReader?: true | undefined;
}

/** The parts of a checkpoint that the proof needs. */
export interface KeptCheckpoint {
  statement: {
    origin: string;
    tenantId: string;
    sequence: number;
    hash: string;
    createdAt: string;
    counter?: number | undefined;
  };
  keyId: string;
  signature: string;
}

export interface NewPack {
  name: string;
  description?: string | undefined;
  /** DEPLOYMENT for a SUPER_ADMIN, TENANT for an ADMIN, unless given. */
  owner?: PackOwner | undefined;
}

export interface PackChange {
  name?: string | undefined;
  description?: string | undefined;
  archived?: boolean | undefined;
}

export interface NewPackOffer {
  tenantIds: "ALL" | readonly string[];
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

/**
 * Values that are omitted are those of the active version; a lexical weight next to another embedder is that of
 * the embedder.
 */
export interface NewRetrievalVersion {
  embedderModel?: string | undefined;
  assessorModel?: string | undefined;
  similarityThreshold?: number | undefined;
  lexicalWeight?: number | undefined;
  chunksPerRequirement?: number | undefined;
  confidenceThresholds?:
    | {
        /** From this confidence on a verdict is COMPLETE. */
        complete: number;
        /** From this confidence on it is PARTIAL, otherwise MISSING. */
        partial: number;
      }
    | undefined;
  evidenceRules?:
    | {
        /** A cited document had expired when the run started. */
        expired?: RuleEffect | undefined;
        /** What is cited lies outside the period of the run. */
        outOfPeriod?: RuleEffect | undefined;
        /** Rules alone are cited where the requirement asks for proof of practice. */
        designOnly?: RuleEffect | undefined;
        /** It did not happen as often as it had to. */
        cadenceGap?: RuleEffect | undefined;
        /** Passages of the evidence say different things. */
        contradicted?: RuleEffect | undefined;
        /** No citation passes the support guard. */
        weakSupport?: RuleEffect | undefined;
      }
    | undefined;
  /** A model that this deployment runs, by the thresholds of its card unless others are named; null: none. */
  meaning?:
    | {
        model: string;
        thresholds?:
          | {
              /** Of being about the requirement at all: below it a quote is no citation. */
              related?: number | undefined;
              /** Of proving it: below it a citation is weak. */
              supports?: number | undefined;
              /** Of saying the contrary: from it on a citation is weak. */
              contradicts?: number | undefined;
              /**
               * Of proving it for sure: from it on, words that are other than the requirement's and the marks of a plan, the
               * past, another party or an exclusion make a citation weak no longer; a negation always does. Absent: no rule of
               * wording applies.
               */
              doubtful?: number | undefined;
              /** In place of these, for quotes of such a kind of text. */
              kinds?:
                | Partial<
                    Record<
                      Open<"PROSE" | "TABLE_ROW" | "SETTING" | "LOG_LINE" | "OCR">,
                      {
                        /** Of being about the requirement at all: below it a quote is no citation. */
                        related: number;
                        /** Of proving it: below it a citation is weak. */
                        supports: number;
                        /** Of saying the contrary: from it on a citation is weak. */
                        contradicts: number;
                        /**
                         * Of proving it for sure: from it on, words that are other than the requirement's and the marks of a plan, the
                         * past, another party or an exclusion make a citation weak no longer; a negation always does. Absent: no rule of
                         * wording applies.
                         */
                        doubtful?: number | undefined;
                      }
                    >
                  >
                | undefined;
            }
          | undefined;
      }
    | null
    | undefined;
}

/** A finished run of an earlier system; the service creates all ids. */
export interface ImportRun {
  packId?: string | undefined;
  startedAt: Timestamp;
  completedAt: Timestamp;
  assessments: readonly {
    requirementId: string;
    /** If omitted, it follows from the confidence. */
    status?: AssessmentStatus | undefined;
    confidence: number;
    citations?: readonly Citation[] | undefined;
    reasoning: string;
  }[];
  tasks?:
    | readonly { requirementId: string; title: string; description: string; status?: TaskStatus | undefined }[]
    | undefined;
}
