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
  /** Where a person is an active member, by name: what this session may choose. Of a key or link, its own. */
  tenants: { id: Id; name: string; role: Role }[];
  /** The packs that the tenant uses, each with the version that a new run uses. */
  packs: { id: Id; name: string; criteriaVersionId: Id; version: number }[];
  /** Whether the caller may review verdicts and comment: a MEMBER or above, or a VIEWER with the right. */
  mayReview: boolean;
  /** Whether every other route is refused until the first password is changed. */
  mustChangePassword: boolean;
  /**
   * Whether the session has proved a second factor; with ASKED every other route is refused until it has, with
   * MISSING until the person has one, as the tenant demands.
   */
  secondFactor: "NONE" | "ASKED" | "PROVED" | "MISSING";
}

/** Where the caller is signed in, the newest session first. */
export interface SessionList {
  sessions: {
    id: string;
    startedAt: Timestamp;
    /** When its token was last renewed. */
    lastUsedAt: Timestamp;
    /** Whether it is the one of this request. */
    isCurrent: boolean;
  }[];
  /** False where the issuer names no session but the one of this request. */
  isComplete: boolean;
}

/** What is kept of a person: nothing of others, and no evidence. */
export interface PersonExport {
  format: "assay-person/1";
  exportedAt: Timestamp;
  userId: string;
  /** Null where no account is left. */
  account: {
    email: string;
    createdAt: Timestamp | null;
    factors: { kind: string; name: string; createdAt: Timestamp }[];
    /** Null where the issuer does not list them. */
    sessions: { id: string; startedAt: Timestamp; lastUsedAt: Timestamp }[] | null;
  } | null;
  tenants: {
    tenantId: Id;
    tenantName: string;
    membership: {
      email: string;
      role: string;
      mayReview: boolean;
      addressProof: string | null;
      createdAt: Timestamp;
      endedAt: Timestamp | null;
      erasedAt: Timestamp | null;
    };
    directory: {
      userName: string;
      email: string;
      externalId: string | null;
      displayName: string | null;
      givenName: string | null;
      familyName: string | null;
      active: boolean;
      createdAt: Timestamp;
    }[];
    signOns: { issuer: string; subject: string; createdAt: Timestamp }[];
    reviews: {
      id: Id;
      runId: Id;
      createdAt: Timestamp;
      requirementId: string;
      decision: string;
      status: string | null;
      reasonCode: string | null;
      reason: string | null;
    }[];
    comments: {
      id: Id;
      runId: Id;
      createdAt: Timestamp;
      requirementId: string | null;
      kind: string;
      text: string | null;
    }[];
    signOffs: {
      id: Id;
      runId: Id;
      createdAt: Timestamp;
      act: string;
      role: string;
      statement: string;
      signature: string;
    }[];
    apiKeys: { id: Id; name: string; createdAt: Timestamp; revokedAt: Timestamp | null }[];
    connections: { id: Id; clientName: string; createdAt: Timestamp; endedAt: Timestamp | null }[];
    /** What they opened, for as long as that is kept. */
    reads: { kind: string; objectId: Id; runId: Id | null; createdAt: Timestamp }[];
    /** What they did, and what was done to their membership. */
    auditEntries: {
      sequence: number;
      action: string;
      objectType: string;
      objectId: string;
      runId: Id | null;
      createdAt: Timestamp;
    }[];
  }[];
}

/** What is shown without a token. */
export interface Deployment {
  /** Whether there is no tenant to sign in to. */
  empty: boolean;
  /** Set while nothing may be changed: writes get 503 MAINTENANCE, and jobs wait. */
  maintenance: {
    since: Timestamp;
    /** What the operators say of it. */
    reason: string;
  } | null;
}

export type DocumentStatus = "UPLOADED" | "EXTRACTED" | "PARSED" | "INDEXED" | "READY" | "FAILED";

export type DocumentStage = "extract" | "chunk" | "embed" | "finish";

export type FileType = Open<
  | "pdf"
  | "docx"
  | "xlsx"
  | "pptx"
  | "odt"
  | "ods"
  | "epub"
  | "csv"
  | "txt"
  | "md"
  | "html"
  | "eml"
  | "png"
  | "jpg"
  | "tiff"
  | "webp"
  | "msg"
  | "json"
  | "yaml"
  | "xml"
  | "log"
  | "rtf"
  | "xls"
  | "mbox"
  | "tar"
  | "zip"
>;

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
  | "INFECTED_FILE"
>;

export interface DocumentFailure {
  stage: DocumentStage;
  code: DocumentFailureCode;
  message: string;
}

export type ReadingWarningCode = Open<
  | "ATTACHMENT_NOT_READ"
  | "STYLE_SHEET_ABSENT"
  | "STYLES_NOT_JUDGED"
  | "DATES_UNCLEAR"
  | "DATED_FACTS_LIMIT"
  | "PAGES_NOT_READ"
  | "PICTURE_NOT_READ"
  | "ENCODING_UNSURE"
  | "PART_OMITTED"
  | "NOT_WELL_FORMED"
  | "FORMULAS_NOT_COMPUTED"
>;

/** A part of a document that was not read or could not be judged. */
export interface ReadingWarning {
  code: ReadingWarningCode;
  message: string;
}

/**
 * TEXT: its own text. OCR: words read from its picture. MIXED: text next to an image that covers a good part.
 * IMAGE_ONLY: an image that was not read.
 */
export type PageState = Open<"TEXT" | "OCR" | "IMAGE_ONLY" | "MIXED" | "EMPTY" | "UNREADABLE">;

/** OCR: the words were read from an image. */
export type TextSource = Open<"TEXT" | "OCR">;

export type EncodingSource = Open<"MARK" | "DECLARED" | "VALID_UTF8" | "DETECTED" | "USER">;

export type CaptureFactKind = Open<"CLOCK" | "ADDRESS" | "USER">;

/** How many pages, sheets, slides, mail parts and images are in each state. */
export type PageStates = Partial<Record<PageState, number>>;

/** How the bytes of a text file were taken. */
export interface ReadEncoding {
  /** By its WHATWG name, such as shift_jis. */
  name: string;
  source: EncodingSource;
  /** 1 where it was not guessed. */
  certainty: number;
}

export type TextEncoding =
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
  | "euc-kr";

/** The image of a page. */
export interface Picture {
  /** A page of a PDF, the file itself, or a part of a package. */
  kind: "PAGE" | "FILE" | "PART";
  /** The name of the part in the package. */
  part?: string | undefined;
  /** Of a file with several images, from 0. */
  frame?: number | undefined;
  /** Pixels of the image as it was read, turned upright. */
  width?: number | undefined;
  height?: number | undefined;
  /** Degrees clockwise by which it was turned. */
  turned?: "0" | "90" | "180" | "270" | undefined;
  /** Degrees clockwise by which it was straightened after that, about its centre. */
  skew?: number | undefined;
}

/** What an image shows of when, where and by whom it was taken. It is what the image says, and proves nothing. */
export interface CaptureFact {
  kind: CaptureFactKind;
  text: string;
  date: CalendarDate | null;
  /** In pixels of the image as it was read, from its top left corner. */
  box: { x0: number; y0: number; x1: number; y1: number };
}

/** What was read of a page, sheet, slide, mail part or picture. */
export interface DocumentPage {
  pageIndex: number;
  /** The page of a PDF. */
  pageNumber: number | null;
  /** What it is called: a sheet, a slide, an attachment, an image. */
  label: string | null;
  state: PageState;
  /** Why it was not read, or not whole. */
  reason: string | null;
  /** Whether its image is still to be read. */
  waiting: boolean;
  /** The segment with the words of its picture. */
  segmentIndex: number | null;
  picture: Picture | null;
  /** Of the words that were read from its picture. */
  certainty: number | null;
  captureFacts: CaptureFact[];
}

/** A document at a place where another document stood or stands, for as long as it stood there. */
export interface DocumentVersion {
  documentId: Id;
  originalFilename: string;
  status: DocumentStatus;
  sha256Hash: Sha256;
  sizeBytes: number;
  /** Null, as `path`, for versions that a person made of a document without a place. */
  source: string | null;
  path: string | null;
  version: number;
  heldFrom: Timestamp;
  /** Null for what stands there now. */
  heldUntil: Timestamp | null;
  /** Whether later runs judge it, wherever it stands. */
  isEvidence: boolean;
}

/** How the text of one document became that of another. */
export interface DocumentComparison {
  from: { documentId: Id; originalFilename: string; characters: number };
  to: { documentId: Id; originalFilename: string; characters: number };
  /** Empty where `complete` is false. */
  changes: {
    kind: "equal" | "removed" | "added";
    /** Of `to`; of `from` where it was removed. */
    text: string;
    /** Null for what was added. */
    from: {
      /** UTF-16 code units of the document's text. */
      start: number;
      end: number;
    } | null;
    /** Null for what was removed. */
    to: {
      /** UTF-16 code units of the document's text. */
      start: number;
      end: number;
    } | null;
  }[];
  complete: boolean;
  incompleteReason: "TOO_LARGE" | "TOO_DIFFERENT" | null;
}

export type DocumentGap = "NOT_FULLY_READ" | "ENCODING_UNSURE" | "MEMBERS_SKIPPED";

/** Counts of a tenant's documents; of those that later runs judge, but for `superseded` and `retired`. */
export interface DocumentSummary {
  /** Without archives, whose members are counted instead. */
  documents: number;
  ready: number;
  /** Being read. */
  waiting: number;
  failed: number;
  /** Being unpacked, or waiting for their members. */
  archivesWaiting: number;
  archivesFailed: number;
  /** Of the READY ones, as `pagesWithText` and `chunks`. */
  pages: number;
  pagesWithText: number;
  chunks: number;
  expired: number;
  /** Expire within 30 days. */
  expiring: number;
  reviewDue: number;
  /** READY, with pages or images that were not read. */
  notFullyRead: number;
  /** READY, in an encoding that was guessed and is not certain. */
  encodingUnsure: number;
  /** Archives and mails of which something became no document. */
  membersSkipped: number;
  /** The 20 largest, the largest first. */
  categories: { category: string | null; documents: number }[];
  /** Documents that later runs do not judge, as a newer version is there. */
  superseded: number;
  /** Other documents that later runs do not judge. */
  retired: number;
}

export interface Manifest {
  id: Id;
  source: string;
  sequence: number;
  planId: Id | null;
  fileCount: number;
  notHeldCount: number;
  bytes: number;
  closedAt: Timestamp;
  closedBy: string;
  /** The e-mail of a member, the name of an API key; null once it is gone. */
  closedByName: string | null;
  /** RFC 8785 canonical JSON of a ManifestPayload. */
  payload: string;
  /** SHA-256 of `payload`: what runs pin. */
  payloadHash: Sha256;
  /** Ed25519 over the UTF-8 bytes of `payload`, base64url. */
  signature: string;
  /** A key of `/.well-known/assay-checkpoint-keys.json`. */
  keyId: string;
  /** Whether a key that counts made the signature; that of the files is compared when these are read. */
  valid: boolean;
}

/** What is signed, as RFC 8785 canonical JSON. */
export interface ManifestPayload {
  origin: "assay/source-manifest/v1";
  manifestId: Id;
  tenantId: Id;
  source: string;
  /** From 1, by source. */
  sequence: number;
  /** SHA-256 of the payload of the source's manifest before. */
  previousHash: Sha256 | null;
  planId: Id | null;
  startedAt: Timestamp;
  closedAt: Timestamp;
  closedBy: string;
  /** Files at whose place a document stands. */
  fileCount: number;
  /** Files that the source has and no document stands for: refused, or not sent. */
  notHeldCount: number;
  /** Of the files that are held. */
  bytes: number;
  /** SHA-256 of the lines of its files, as the service returns them. */
  filesHash: Sha256;
}

/** A line: a file of a source, as RFC 8785 canonical JSON. */
export interface ManifestFile {
  path: string;
  /** Null where the program did not say. */
  sha256: Sha256 | null;
  bytes: number | null;
  /** Null where no document stands for the file. */
  documentId: Id | null;
  version: number | null;
  /** Why no document stands for it, as the program said. */
  refused?: string | undefined;
  refusal?:
    | {
        code: string;
        /** Of the service that refused it, with its limits. */
        release: string;
        /** The service itself refused these bytes at this path. */
        checked?: true | undefined;
      }
    | undefined;
}

/** A manifest that was the last of its source when a run fixed its evidence. */
export interface PinnedManifest {
  source: string;
  manifestId: Id;
  /** Of its payload. */
  sha256: Sha256;
  closedAt: Timestamp;
}

/** Where files come from, such as a folder. */
export interface Source {
  name: string;
  /** How many places of it hold a document now. */
  files: number;
  /**
   * Null for one that was never synced to its end; with a `lastManifestId`, its last manifest is not stored as it
   * was recorded.
   */
  lastSyncedAt: Timestamp | null;
  lastSyncedBy: string | null;
  lastSyncedByName: string | null;
  lastManifestId: Id | null;
  lastManifestHash: Sha256 | null;
}

/** A file that a source has. */
export interface PlanFile {
  path: string;
  sha256: Sha256;
  bytes: number;
}

export interface PlanHeader {
  /** Null for a dry run. */
  planId: Id | null;
  source: string;
  expiresAt: Timestamp | null;
  upload: number;
  unchanged: number;
  refused: number;
  retire: number;
}

export interface PlanEntry {
  path: string;
  /** `refused`: these bytes are too many, or were refused and would be again: do not send them. */
  action: "upload" | "unchanged" | "refused" | "retire";
  /** What stands there now; absent where nothing does. */
  documentId?: Id | undefined;
  /** Of a refused file. */
  code?: string | undefined;
  /** Of a refused file. */
  reason?: string | undefined;
}

/**
 * A line: first what there is to do, then each file of the source in the order that the service keeps, then what
 * would be retired.
 */
export type PlanLine = PlanHeader | PlanEntry;

/** What the end of a sync has done. */
export interface ClosedSync {
  source: string;
  /** How many places keep their document. */
  kept: number;
  /** What is at its place no longer; it is retired unless something else holds it. */
  removed: { path: string; documentId: Id }[];
  /** Paths at which no document stands, as none was sent or it was refused. */
  notHeld: string[];
  /** Null for a dry run. */
  manifest: Manifest | null;
}

/** A word that was read from an image. */
export interface RecognisedWord {
  /** Where it begins in the text of its segment, in UTF-16 code units. */
  start: number;
  end: number;
  /** In pixels of the image as it was read, from its top left corner. */
  box: { x0: number; y0: number; x1: number; y1: number };
  certainty: number;
}

export interface PageWords {
  picture: Picture;
  segmentIndex: number;
  words: RecognisedWord[];
}

/** A signature in a document, as a fact. Whether its signer is to be trusted is not judged. */
export interface DocumentSignature {
  kind: "PDF" | "OFFICE";
  /** The name in the signer's certificate; null where there is none to read. */
  signer: string | null;
  /** As the signature says. */
  signedAt: Timestamp | null;
  coversWholeDocument: boolean;
  /** Whether what it covers is what was signed; null: cannot be told. */
  bytesUnchanged: boolean | null;
}

/** A document of the evidence that was not fully read. */
export interface UnreadDocument {
  documentId: Id;
  originalFilename: string;
  /** Pages, sheets, slides, mail parts and images that were not read. */
  notRead: number;
  /** False: it is likely to speak of the requirement, and is not cited. */
  cited: boolean;
}

export type ArchiveSkipReason = Open<
  | "DUPLICATE"
  | "UNSUPPORTED_FILE_TYPE"
  | "ENCRYPTED"
  | "CORRUPT"
  | "SPECIAL_FILE"
  | "EMPTY"
  | "INLINE_IMAGE"
  | "SYSTEM_FILE"
  | "OVER_LIMIT"
>;

export interface ArchiveSkip {
  name: string;
  reason: ArchiveSkipReason;
  documentId?: Id | undefined;
}

export interface Coverage {
  /** Pages of a PDF, slides, sheets, parts of a mail, and images that may hold text; 1 for other formats. */
  pages: number;
  pagesWithText: number;
  /** UTF-16 code units of the extracted text. */
  characters: number;
  chunks: number;
  /** Null for what was read before states were told. */
  states: PageStates | null;
  /** What was not read, or could not be judged. */
  warnings: ReadingWarning[];
}

/** How far OCR is. */
export interface Recognition {
  /** Images that were read, or given up. */
  done: number;
  /** Images that OCR is to read. */
  total: number;
}

export interface Document {
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
}

/** A file that is uploaded in parts. */
export interface ResumableUpload {
  id: Id;
  filename: string;
  sizeBytes: number;
  /** Where it goes on; all of it once it is a document. */
  receivedBytes: number;
  /** When it is deleted unless it has become a document. */
  expiresAt: Timestamp;
  /** Whether the tenant had these bytes already; null until the end. */
  duplicate: boolean | null;
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
  /** While OCR reads its images; else null. */
  recognition: Recognition | null;
  /** While it waits for what its tenant does not allow; else null. */
  waiting: {
    reason: "PROVIDER_NOT_ALLOWED";
    provider: "offline" | "gemini" | "openai-compatible" | "entailment-server" | "clamd";
    message: string;
  } | null;
}

export interface Chunk {
  id: Id;
  /** The same as `id`: the name that citations use. */
  chunkId: Id;
  tenantId: Id;
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
  textSource: TextSource;
  /** Of words that were read from an image; null for others. */
  certainty: number | null;
}

/** A piece of a document's text that no chunk crosses: a PDF page, rows of a sheet, a slide, a heading section. */
export interface Segment {
  /** From 0, without gaps. */
  segmentIndex: number;
  /** COMMENT: what readers remarked on the text, with author and date; it is no evidence and has no chunks. */
  kind: "TEXT" | "COMMENT";
  pageNumber: number | null;
  location: string | null;
  /** What is embedded with the text and never cited, such as a sheet's column headings. */
  context: string | null;
  text: string;
  /** Where `text` begins in the document's text, in UTF-16 code units. */
  startOffset: number;
  /** Ranges of `text` that a reader of the original would not see: [start, end). */
  hidden: [number, number][];
  /** Ranges of `text` that the original shows crossed out: [start, end). */
  struck: [number, number][];
  /** Ranges of `text` that a mail quotes from an earlier one: [start, end). */
  quoted: [number, number][];
  textSource: TextSource;
  certainty: number | null;
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
  /** The document and everything extracted from it: the members of an archive, the attachments of a mail. */
  documents: { id: Id; originalFilename: string }[];
  /** Other archives and mails that contain the same bytes as one of these and skipped them as duplicates. */
  alsoHeldBy: { id: Id; originalFilename: string; documentId: Id }[];
}

/** VECTOR: nearness of meaning. LEXICAL: shared words. */
export type SearchLeg = "VECTOR" | "LEXICAL";

/**
 * EMBEDDER_UNAVAILABLE: the embedding model does not answer now. EMBEDDER_NOT_RUN: this deployment does not use
 * the active one. EMBEDDER_NOT_ALLOWED: the tenant does not allow its provider.
 */
export type SearchDegradation = Open<"EMBEDDER_UNAVAILABLE" | "EMBEDDER_NOT_RUN" | "EMBEDDER_NOT_ALLOWED">;

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
  /** The first heading in the document; null if there is none. */
  heading: string | null;
  fileType: FileType;
  category: string | null;
  /** The page of a PDF; null for other formats. */
  pageNumber: number | null;
  /** Of other formats: section, sheet and cells, slide. */
  location: string | null;
  textSource: TextSource;
  /** Of words that were read from an image; null for others. */
  certainty: number | null;
  quote: SearchQuote;
  /** Cosine to the query, as the embedder's calibration reads it; null where the vectors were not searched. */
  similarity: number | null;
  /** Orders the results of one search; compares with no other. */
  score: number;
}

export interface SearchResults {
  /** Best first. */
  results: SearchResult[];
  /** What was searched by. */
  legs: SearchLeg[];
  /** Why only words were searched; null where nothing was omitted. */
  degraded: SearchDegradation | null;
  retrievalVersionId: Id;
}

export interface Requirement {
  id: Id;
  /** A dotted label such as 2.1.a. */
  requirementId: string;
  criterionId: number;
  criterionTitle: string;
  /** Empty where the pack has none. */
  criterionDescription: string;
  title: string;
  subcheckLabel: string | null;
  /** What evidence it asks for, and how often; null where neither the pack nor its wording says so. */
  expectation: Expectation | null;
}

export type RunStatus = "PENDING" | "IN_PROGRESS" | "COMPLETED" | "FAILED";

export type SnapshotStatus = "PENDING" | "CAPTURED" | "FAILED" | "LEGACY";

export type CheckedAgainst = "SNAPSHOT" | "DIGESTS" | "NONE";

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
}

/**
 * QUOTA: the model takes no more calls for now. UNAVAILABLE: the part cannot be used. DOCUMENTS: documents are
 * still being read.
 */
export type WaitingReason = Open<"QUOTA" | "UNAVAILABLE" | "DOCUMENTS">;

/** What a run would need of its model, about. */
export interface RunEstimate {
  /** That the run would assess. */
  requirements: number;
  /** Of a model that is asked over a network; 0 for the engine that runs in the service. */
  calls: number;
  tokensIn: number;
  tokensOut: number;
  /** Null where the price of the model is not known. */
  costUsd: number | null;
}

/** A document that a run waits for. */
export interface AwaitedDocument {
  documentId: Id;
  originalFilename: string;
  status: DocumentStatus;
  recognition: Recognition | null;
}

/** What the run waits for; null while a part of it is under way. */
export type RunWaiting = {
  /** `files`, `disk`, `database`, `model:<name>`, or `documents`. */
  part: string;
  reason: WaitingReason;
  /** When the run asks again; with DOCUMENTS, when it starts without what is not READY. */
  until: Timestamp;
  /** With DOCUMENTS: how many are still being read; otherwise 0. */
  documentCount: number;
  /** The first 100 of them, the oldest first. */
  documents: AwaitedDocument[];
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
  waiting: RunWaiting;
}

export interface StartedRun {
  id: Id;
  tenantId: Id;
  packId: Id;
  status: RunStatus;
  snapshotStatus: SnapshotStatus;
  createdAt: Timestamp;
  /** Documents that were still being read when the run was created; null where that is not known. */
  documentsPending: number | null;
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
  | "INFECTED_FILE"
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
  /** Where it stood, and as which version. */
  places: {
    source: string;
    path: string;
    /** How many documents have stood there, this one included. */
    version: number;
  }[];
  /** How many requirements of the run cite it. */
  citedByCount: number;
  /** Whether it has been deleted since then. */
  deleted: boolean;
}

export interface RunDocumentPage {
  documents: (RunDocument | DamagedResult)[];
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

/** `offline` is the service itself, from which nothing leaves: it is always allowed. */
export type Provider = "offline" | "gemini" | "openai-compatible" | "entailment-server" | "clamd";

/**
 * EMBEDDING: passages, and what is searched for. ASSESSMENT: requirements with passages. MEANING: quotes. PROBE:
 * whether a model answers, without evidence. OCR: images. SCAN: whole files.
 */
export type EgressPurpose = "EMBEDDING" | "ASSESSMENT" | "MEANING" | "PROBE" | "OCR" | "SCAN";

/** Where the run's text was sent; absent while it is active, and in runs of earlier releases. */
export interface RunDestinations {
  /** What its requirements and passages were sent to. */
  run: {
    provider: Provider;
    /** Name and port as they are configured. */
    host: string;
    purpose: EgressPurpose;
  }[];
  /** What the documents that it judged were sent to until its end, when they were read. */
  documents: {
    provider: Provider;
    /** Name and port as they are configured. */
    host: string;
    purpose: EgressPurpose;
  }[];
  /** Documents that were judged and are deleted, or older than such counts: what was sent of them is not known. */
  olderDocuments: number;
}

export interface RunConfiguration {
  snapshotCriteriaVersionId: Id;
  snapshotCorpusActivationId: Id;
  snapshotRetrievalVersionId: Id;
  embedder: { model: string; dimensions: number };
  assessor: { model: string; promptVersion: string };
  similarityThreshold: number;
  lexicalWeight?: number | undefined;
  lexicon?: number | undefined;
  chunksPerRequirement: number;
  confidenceThresholds: { complete: number; partial: number };
  evidenceRules: EvidenceRules;
  meaning?: MeaningCheck | undefined;
  ocrCertaintyMin?: number | undefined;
  manifests?: PinnedManifest[] | undefined;
  egress?: RunDestinations | undefined;
  period: Period | null;
}

export interface RunDiff {
  runId: Id;
  against: Id;
  pins: { pin: "criteria" | "corpus" | "retrieval"; before: Id; after: Id }[];
  documents: { added: { id: Id; originalFilename: string }[]; removed: { id: Id; originalFilename: string }[] };
  requirements: {
    requirementId: string;
    change: "ADDED" | "REMOVED" | "STATUS" | "CONFIDENCE" | "OCCURRENCES";
    before: {
      status: AssessmentStatus;
      confidence: number;
      flags?: AssessmentFlag[] | undefined;
      occurrences?:
        | {
            /** How often it had to happen in the period. */
            expected: number;
            /** On how many days of the period records say that it happened. */
            found: number;
            /** The stretches of the period in which it should have happened and no record says so. */
            gaps: Period[];
          }
        | undefined;
    } | null;
    after: {
      status: AssessmentStatus;
      confidence: number;
      flags?: AssessmentFlag[] | undefined;
      occurrences?:
        | {
            /** How often it had to happen in the period. */
            expected: number;
            /** On how many days of the period records say that it happened. */
            found: number;
            /** The stretches of the period in which it should have happened and no record says so. */
            gaps: Period[];
          }
        | undefined;
    } | null;
    /** Documents cited on one side only. */
    citedOnlyBefore: Id[];
    citedOnlyAfter: Id[];
  }[];
}

/** What the package of a run holds. */
export interface RunPackageContents {
  filename: string;
  /** Of the whole ZIP. */
  sizeBytes: number;
  /** The SHA-256 of `manifest.json` followed by `manifest.sig`, which is the ETag of the package. */
  hash: Sha256;
  /** When the last audit entry was recorded that it holds. */
  asOf: Timestamp;
  /** In the order of their names. */
  files: { name: string; size: number; sha256: Sha256 }[];
  /** What it cannot hold, such as the passages of documents that were deleted. */
  leftOut: { what: string; why: string }[];
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
  | "STRUCK_TEXT_EVIDENCE"
  | "QUOTED_HISTORY_EVIDENCE"
  | "EXPIRED_EVIDENCE"
  | "UNVERIFIED_QUOTES_DROPPED"
  | "OUT_OF_PERIOD"
  | "DESIGN_ONLY"
  | "CADENCE_GAP"
  | "CONTRADICTED"
  | "WEAK_SUPPORT"
  | "COVERED_BY_EXCEPTION"
  | "NOT_JUDGED"
  | "NOT_CHECKED_FOR_MEANING"
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
  | "REFERENCE"
  | "UNRELATED"
  | "UNCERTAIN_READING"
  | "OFF_TOPIC"
  | "NOT_ENTAILED"
  | "CONTRADICTS"
>;

/** How likely it is, to the model that checks meaning, that a quote says one of four things. */
export interface EntailmentScores {
  /** It proves what is required. */
  supports: number;
  /** It proves a part of it. */
  partly: number;
  /** It says that it is not so. */
  contradicts: number;
  /** It is about something else. */
  unrelated: number;
}

/** A quote held against what it is cited for. */
export interface CheckedPair {
  /** Of the requirement, by its index in `parts`; null: the requirement as a whole. */
  part: number | null;
  /** Null where the model does not cover such words: not checked. */
  scores: EntailmentScores | null;
  /** Of the quote, where kinds of text have thresholds of their own. */
  kind?: Open<"PROSE" | "TABLE_ROW" | "SETTING" | "LOG_LINE" | "OCR"> | undefined;
}

export interface MeaningThresholds {
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

/** The model by which each citation is checked for its meaning, and by which thresholds. */
export interface MeaningCheck {
  model: string;
  /** Of the model's weights. */
  sha256: string;
  /**
   * What computed it where the version was made. All runtimes agree within 0.001, so another one may compute it
   * too.
   */
  runtime?: string | undefined;
  thresholds: MeaningThresholds;
  /** Absent in versions made before it: all quotes are checked. */
  covers?:
    | {
        /** Codes of ISO 639-1, such as en. */
        languages: string[];
        kinds: Open<"PROSE" | "TABLE_ROW" | "SETTING" | "LOG_LINE" | "OCR">[];
      }
    | undefined;
  /**
   * CAP: a verdict that rests on quotes which were not checked is kept below COMPLETE, as next to an assessor that
   * goes by words. Absent: NOTE.
   */
  unchecked?: RuleEffect | undefined;
}

/** What has to be said of a citation. */
export interface CitationNote {
  /** Of the citation, from 0. */
  index: number;
  /** Of a run that checks meaning: one for each part it is cited for. */
  meaning?: CheckedPair[] | undefined;
  /** Why it does not prove what the requirement asks for. */
  weak?: WeakReason | undefined;
  /** Absent where its words are the file's own text. */
  textSource?: TextSource | undefined;
  /** Of words that were read from an image. */
  certainty?: number | undefined;
}

/** A quote of the assessor's whose words stand in the document, but are about something else: no citation. */
export interface SetAsideQuote {
  documentId: Id;
  chunkId: Id;
  /** The words of the document, as they are in the chunk. */
  text: string;
  pageNumber: number | null;
  meaning: CheckedPair[];
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
  setAside?: SetAsideQuote[] | undefined;
  occurrences?: Occurrences | undefined;
  /** Of a verdict below COMPLETE: documents that it cites or that are likely to matter, and were not fully read. */
  unreadDocuments?: UnreadDocument[] | undefined;
  reusedFromRunId?: Id | undefined;
}

/**
 * In the place of a run, of one of its results, or of what a person put on record, that is stored otherwise than
 * it was recorded: it is not served. An operator must restore the database from a backup.
 */
export interface DamagedResult {
  id: string;
  damaged: true;
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
  assigneeId: string | null;
  assigneeName: string | null;
  dueDate: CalendarDate | null;
  /** The review that sent the requirement back, if its verdict had made no task. */
  reviewId: Id | null;
  /** The exception that covers the requirement now. While it is active, the task does not count as open. */
  exceptionId: Id | null;
}

/** A task as snapshots and exports hold it: as the run made it. */
export interface FrozenTask {
  id: Id;
  runId: Id;
  requirementId: string;
  title: string;
  description: string;
  status: TaskStatus;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export type ExportFormat = "json" | "csv" | "xlsx" | "oscal";

export type ReportFormat = "csv" | "xlsx" | "oscal" | "html" | "docx";

export interface ExportRecord {
  id: Id;
  runId: Id;
  format: ExportFormat;
  filename: string;
  sizeBytes: number;
  sha256Hash: Sha256;
  createdAt: Timestamp;
}

export interface Person {
  userId: string;
  email: string;
  role: Role;
  mayReview: boolean;
}

export type ReviewDecision = "AGREED" | "CHANGED" | "SENT_BACK";

export type ReviewReasonCode = Open<
  "WRONG_EVIDENCE" | "MISREAD" | "EVIDENCE_ELSEWHERE" | "NOT_CURRENT" | "SCOPE" | "COMPENSATED" | "OTHER"
>;

/**
 * Why to review it first. WEAK_COMPLETE: COMPLETE, though a citation is weak. CHANGED: not as it was reviewed in
 * a previous run.
 */
export type ReviewRisk = Open<"NOT_JUDGED" | "WEAK_COMPLETE" | "FLAGGED" | "CHANGED" | "NONE">;

export type ReviewChange = Open<"PINS" | "PERIOD" | "DOCUMENT" | "QUOTE" | "STATUS" | "FLAGS" | "EXCEPTION" | "OTHER">;

/** What a person says of a verdict. It is next to the verdict, which never changes. */
export interface Review {
  id: Id;
  runId: Id;
  requirementId: string;
  /** From 1 within the run. The highest one of a requirement counts. */
  sequence: number;
  decision: ReviewDecision;
  /** The status that the reviewer finds right; null unless CHANGED. */
  status: AssessmentStatus | null;
  reasonCode: ReviewReasonCode | null;
  /** Null where none was given, and after its redaction. */
  reason: string | null;
  /** SHA-256 of the reason, also after its redaction. */
  reasonHash: Sha256 | null;
  redactedAt: Timestamp | null;
  redactedBy: string | null;
  reviewerId: string;
  /** The e-mail at the time. */
  reviewerName: string;
  /** The role at the time. */
  reviewerRole: Role;
  /**
   * In lists: by what the tenant knew that the reviewer reads that address; NONE is UNPROVED. Absent where nobody
   * says.
   */
  addressProof?: "MAIL" | "OPERATOR" | "SSO" | "NONE" | undefined;
  /** Who handed over the link, where the address is not proved. */
  invitedBy?: string | undefined;
  /** Reported by the client. */
  openedChunkIds: Id[];
  /** How many passages the verdict cites. */
  citedCount: number;
  /** How many of them the reviewer opened, reported by the client. */
  openedCount: number;
  /** The citations that the reviewer rejects, by their index in the verdict, in order. */
  rejectedCitations: number[];
  /** How long the verdict was in view, reported by the client. */
  durationMs: number | null;
  /** The review of a previous run that it confirms, as nothing had changed. */
  confirmsReviewId: Id | null;
  createdAt: Timestamp;
}

export interface ReviewCounts {
  total: number;
  reviewed: number;
  agreed: number;
  changed: number;
  sentBack: number;
  /** Not reviewed yet, agreed in a previous run, and unchanged since then. */
  confirmable: number;
  /** Over the reviews that count: the passages that their verdicts cite. */
  citedPassages: number;
  /** Those of them that a reviewer opened, reported by the client. */
  openedPassages: number;
}

export interface ReviewQueueItem {
  requirementId: string;
  status: AssessmentStatus;
  flags: AssessmentFlag[];
  risk: ReviewRisk;
  /** The review that counts. */
  review: Review | null;
  /** The review that counted in the last previous run that has one. */
  earlier: {
    runId: Id;
    review: Review;
    /** Whether all that the review rested on is equal in this run. */
    unchanged: boolean;
  } | null;
}

/**
 * Every requirement of the run, in the order of risk, then of the pack. `closed`: the run is signed, so nothing
 * more can be reviewed.
 */
export interface ReviewQueue {
  items: ReviewQueueItem[];
  counts: ReviewCounts;
  /** Reviews that are stored otherwise than they were recorded, or are gone: none of them is in `items`. */
  damaged: DamagedResult[];
  closed: boolean;
}

/** What differs from the verdict that was reviewed in a previous run. */
export interface ReviewChanges {
  earlierRunId: Id;
  changes: {
    change: ReviewChange;
    /** A name, a quote or a value; null where there was none. */
    before: string | null;
    after: string | null;
  }[];
}

export interface ReviewConfirmation {
  confirmedCount: number;
}

export interface Redaction {
  redactedAt: Timestamp;
  textHash: Sha256;
}

/** REQUEST: asks for evidence, until a comment answers it. */
export type CommentKind = Open<"COMMENT" | "REQUEST">;

/** Plain text of a person or an auditor. It is append-only. */
export interface Comment {
  id: Id;
  runId: Id;
  /** Null: about the whole run. */
  requirementId: string | null;
  /** From 1 within the run. */
  sequence: number;
  kind: CommentKind;
  /** Null after its redaction. */
  text: string | null;
  /** A user's id, or `link:<id>`. */
  authorId: string;
  /** The e-mail at the time, or the label of the link. */
  authorName: string;
  mentions: { userId: string; email: string }[];
  answersId: Id | null;
  /** The comment that answers this evidence request. */
  answeredById: Id | null;
  redactedAt: Timestamp | null;
  redactedBy: string | null;
  createdAt: Timestamp;
}

/** Comments per requirement, `null` for those about the whole run. Nothing is unread to an API key or a link. */
export interface CommentCounts {
  total: number;
  unread: number;
  openRequests: number;
  requirements: {
    requirementId: string | null;
    total: number;
    /** By others, after what the caller has read. */
    unread: number;
    openRequests: number;
  }[];
}

/** Runs with comments by others that the caller has not read, the latest comment first; at most 200. */
export interface UnreadRuns {
  runs: { runId: Id; unread: number }[];
}

/** Where others mentioned the caller, newest first. */
export interface MentionPage {
  mentions: ({ comment: Comment; runName: string | null; unread: boolean } | DamagedResult)[];
  /** At most 100 are counted. */
  unreadCount: number;
  nextCursor: string | null;
}

export type ExceptionKind = Open<"NOT_APPLICABLE" | "RISK_ACCEPTED" | "COMPENSATING_CONTROL">;

/** EXPIRED: approved, and `validUntil` has passed. */
export type ExceptionStatus = "PROPOSED" | "APPROVED" | "REVOKED" | "EXPIRED";

export interface Exception {
  id: Id;
  tenantId: Id;
  packId: Id;
  requirementId: string;
  kind: ExceptionKind;
  scope: string | null;
  reason: string;
  compensatingControl: string | null;
  ownerId: string;
  ownerName: string | null;
  /** A user's id, or `api-key:<id>`. */
  proposedBy: string;
  proposedByName: string | null;
  approvedBy: string | null;
  approvedByName: string | null;
  approvedAt: Timestamp | null;
  validFrom: CalendarDate;
  validUntil: CalendarDate;
  status: ExceptionStatus;
  /** Approved, and today is within its days. */
  inForce: boolean;
  documentId: Id | null;
  revokedBy: string | null;
  revokedByName: string | null;
  revokedAt: Timestamp | null;
  revokeReason: string | null;
  createdAt: Timestamp;
}

/** An exception as it was when the run started. */
export interface FixedException {
  id: Id;
  requirementId: string;
  kind: ExceptionKind;
  scope: string | null;
  reason: string;
  compensatingControl: string | null;
  ownerId: string;
  proposedBy: string;
  approvedBy: string;
  approvedAt: Timestamp;
  validFrom: CalendarDate;
  validUntil: CalendarDate;
  documentId: Id | null;
}

/** In this order. */
export type SignOffRole = "PREPARED" | "REVIEWED" | "APPROVED";

export type SignOffAct = "SIGNED" | "DECLINED" | "WITHDRAWN";

export interface SignOff {
  id: Id;
  runId: Id;
  sequence: number;
  act: SignOffAct;
  role: SignOffRole;
  statement: string;
  signerId: string;
  /** The e-mail at the time; once it is erased, `erased-` and the end of the signer's id. */
  signerName: string;
  /** What proves `signerName` by the payload's `nameDigest`; null once it is erased, and for payloads of version 1. */
  nameSalt: string | null;
  /** The role at the time. */
  signerRole: Role;
  /** A signature that no later act has ended. */
  standing: boolean;
  withdrawnById: Id | null;
  /**
   * Whether the signature verifies, the audit log holds this payload, and what was signed is what is stored:
   * snapshot and exceptions, and the reviews while the signature is.
   */
  valid: boolean;
  /** RFC 8785 canonical JSON of a SignOffPayload. */
  payload: string;
  /** Ed25519 over the UTF-8 bytes of `payload`, base64url. */
  signature: string;
  /** A key of `/.well-known/assay-checkpoint-keys.json`. */
  keyId: string;
  createdAt: Timestamp;
}

/** What is signed, as RFC 8785 canonical JSON. */
export interface SignOffPayload {
  origin: "assay/sign-off/v1" | "assay/sign-off/v2";
  signOffId: Id;
  sequence: number;
  act: SignOffAct;
  role: SignOffRole;
  /** The signatures that this act ends. */
  withdraws: Id[];
  runId: Id;
  tenantId: Id;
  snapshotHash: Sha256;
  /** SHA-256 of the canonical list of the reviews that count, in pack order. */
  reviewsHash: Sha256;
  /** SHA-256 of the canonical list of the exceptions that the run fixed, by id. */
  exceptionsHash: Sha256;
  reviewedCount: number;
  /** Of the reviewed ones. */
  sentBackCount: number;
  totalRequirements: number;
  citedPassages: number;
  openedPassages: number;
  /** Version 2 holds the digest of the signer's name in place of the name; absent in version 1. */
  version?: 2 | undefined;
  signerId: string;
  /** Version 1 alone. */
  signerName?: string | undefined;
  /**
   * Version 2: SHA-256 over the UTF-8 bytes of salt, line feed and name. Once the salt is destroyed, nobody can
   * check a name by it.
   */
  nameDigest?: Sha256 | undefined;
  signerRole: Role;
  /** Form v2: with what the signer had proved who they are, and when; absent where nobody says. */
  assurance?: "PASSWORD" | "SSO" | "TOTP" | "PASSKEY" | undefined;
  assuredAt?: Timestamp | undefined;
  /** Form v2: since when the signer has that factor; absent for a password, and where nobody says. */
  factorEnrolledAt?: Timestamp | undefined;
  /** Form v2: resets and changes of the signer's account in the 30 days before, the oldest first. */
  signerChanges?:
    | { change: "ROLE_CHANGED" | "PASSWORD_RESET" | "FACTORS_RESET" | "RECOVERY_CODE_USED"; at: Timestamp }[]
    | undefined;
  /**
   * Form v2: by what the tenant knows that the signer reads this address: a link by MAIL, single sign-on, an
   * operator's word, or NONE; absent in acts of before.
   */
  addressProof?: "MAIL" | "OPERATOR" | "SSO" | "NONE" | undefined;
  /** Form v2: nobody has shown that the signer reads the mail of this address. Absent where it is proved. */
  address?: "UNPROVED" | undefined;
  /** Form v2, with `address`: the user who handed over the link of the signer's invitation, where there was one. */
  invitedBy?: string | undefined;
  statement: string;
  signedAt: Timestamp;
}

/** Every act in order; `signedAs` is the last role whose signature is, null where an act is damaged. */
export interface SignOffPage {
  signOffs: (SignOff | DamagedResult)[];
  signedAs: SignOffRole | null;
}

export type InvitationState = "PENDING" | "ACCEPTED" | "EXPIRED" | "WITHDRAWN";

/** MAIL: the link goes to the address, which proves it. HANDED_OVER: you were shown the link, to pass on. */
export type InvitationDelivery = "MAIL" | "HANDED_OVER";

export type MailState = "PENDING" | "SENT" | "FAILED" | "DROPPED";

/** PASSWORD: a new one is chosen by a link. FACTORS: all second factors and recovery codes are removed. */
export type ResetKind = "PASSWORD" | "FACTORS";

/** MAIL: a link goes to the proved address. TWO_ADMINS: another ADMIN confirms. */
export type ResetWay = "MAIL" | "TWO_ADMINS";

export type ResetState = "ASKED" | "OPEN" | "USED" | "WITHDRAWN" | "EXPIRED";

/** A reset of a member's password or second factors that an ADMIN began. */
export interface Reset {
  id: Id;
  /** Whose account it is. */
  userId: string;
  email: string;
  kind: ResetKind;
  way: ResetWay;
  /** ASKED: another ADMIN must confirm. OPEN: the link works. */
  state: ResetState;
  /** What became of the mail; null without one. */
  mail: MailState | null;
  requestedBy: string;
  requestedByName: string | null;
  confirmedBy: string | null;
  confirmedByName: string | null;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  usedAt: Timestamp | null;
}

/** `secret` and `path` are shown here and never again. */
export interface ConfirmedReset {
  reset: Reset;
  /** Of a password: opens the page where the person chooses it. */
  secret?: string | undefined;
  /** The page of the portal with the secret in its fragment. */
  path?: string | undefined;
}

/** Whose password the link sets, and until when. */
export interface OfferedReset {
  email: string;
  way: ResetWay;
  expiresAt: Timestamp;
}

/** An offer of a membership. It does not say whether the person has an account. */
export interface Invitation {
  id: Id;
  email: string;
  role: Role;
  /** PENDING: the person is no member yet. */
  state: InvitationState;
  delivery: InvitationDelivery;
  /** What became of the last mail; null without one. DROPPED: it was not needed any more. */
  mail: MailState | null;
  invitedBy: string;
  invitedByName: string | null;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  acceptedAt: Timestamp | null;
}

/** `secret` and `path` are shown here and never again. */
export interface IssuedInvitation {
  invitation: Invitation;
  /** Absent where the link goes by mail. */
  secret?: string | undefined;
  /** The page of the portal with the secret in its fragment. */
  path?: string | undefined;
}

/** Who invites whom, to which tenant. It does not say whether the person has an account. */
export interface OfferedInvitation {
  tenantName: string;
  email: string;
  role: Role;
  /** The e-mail of who invites; null for somebody of the service. */
  invitedByName: string | null;
  expiresAt: Timestamp;
}

export interface AcceptedInvitation {
  email: string;
  role: Role;
  tenant: { id: Id; name: string };
}

export type LinkCapability = Open<"READ" | "COMMENT" | "REQUEST">;

export type LinkState = "UNUSED" | "IN_USE" | "EXPIRED" | "REVOKED";

export interface Connection {
  id: Id;
  clientName: string;
  clientHost: string | null;
  userId: string;
  userName: string | null;
  createdAt: Timestamp;
  /** To the minute. */
  lastUsedAt: Timestamp | null;
  expiresAt: Timestamp;
}

export interface AskedConnection {
  /** As the application calls itself. */
  clientName: string;
  /** The host that its metadata came from; null where nothing proves who it is. */
  clientHost: string | null;
  /** Where the answer goes: a host, or the scheme of a program. */
  redirectTarget: string;
  /** Where a refusal leads. */
  denyUrl: string;
}

export interface CreatedConnectionReply {
  /** Back to the application, with a code that is used once within a minute. */
  redirectUrl: string;
}

export interface Link {
  id: Id;
  runId: Id;
  label: string;
  capabilities: LinkCapability[];
  /** UNUSED: nobody has opened it. IN_USE: one browser has opened it. */
  state: LinkState;
  createdBy: string;
  createdByName: string | null;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  exchangedAt: Timestamp | null;
  /** To the minute. */
  lastUsedAt: Timestamp | null;
  revokedAt: Timestamp | null;
}

/** `secret` and `path` are shown here and never again. */
export interface IssuedLink {
  link: Link;
  secret: string;
  /** The page of the portal with the secret in its fragment. */
  path: string;
}

export interface LinkSession {
  linkId: Id;
  runId: Id;
  label: string;
  tenantName: string;
  capabilities: LinkCapability[];
  /** When the session ends unless it is used before then. */
  expiresAt: Timestamp;
  linkExpiresAt: Timestamp;
}

/** `token` goes into the Authorization header, as a bearer token. */
export interface ExchangedLink {
  session: LinkSession;
  token: string;
}

export type WebhookEventType = Open<
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
>;

/** A run has its results. */
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
  /** Sent on request: its ids name nothing. */
  test?: true | undefined;
}

/** A run ended without results, or was cancelled. */
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
  /** Sent on request: its ids name nothing. */
  test?: true | undefined;
}

/** A document is evidence. */
export interface DocumentReadyEvent {
  type: "document.ready";
  /** When it happened. */
  timestamp: Timestamp;
  data: { tenantId: Id; documentId: Id; parentDocumentId: Id | null; pages: number | null; chunks: number | null };
  /** Sent on request: its ids name nothing. */
  test?: true | undefined;
}

/** A document could not be read, or its stored file is damaged. */
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
  /** Sent on request: its ids name nothing. */
  test?: true | undefined;
}

/** 30, 7 and 1 days before a document that is READY expires. */
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
  /** Sent on request: its ids name nothing. */
  test?: true | undefined;
}

/** 30, 7 and 1 days before the last day of an approved exception. */
export interface ExceptionExpiringEvent {
  type: "exception.expiring";
  /** When it happened. */
  timestamp: Timestamp;
  data: {
    tenantId: Id;
    exceptionId: Id;
    packId: Id;
    requirementId: string;
    validUntil: CalendarDate;
    /** 30, 7 or 1: which of the notices this is. */
    noticeDays: number;
    /** Until `validUntil`. */
    daysLeft: number;
  };
  /** Sent on request: its ids name nothing. */
  test?: true | undefined;
}

/** A reviewer sent a requirement back. */
export interface ReviewSentBackEvent {
  type: "review.sent_back";
  /** When it happened. */
  timestamp: Timestamp;
  data: {
    tenantId: Id;
    runId: Id;
    reviewId: Id;
    requirementId: string;
    taskId: Id;
    reviewerId: string;
    assigneeId: string | null;
    dueDate: CalendarDate | null;
  };
  /** Sent on request: its ids name nothing. */
  test?: true | undefined;
}

/** A task has an assignee, or another one. */
export interface TaskAssignedEvent {
  type: "task.assigned";
  /** When it happened. */
  timestamp: Timestamp;
  data: {
    tenantId: Id;
    runId: Id;
    taskId: Id;
    requirementId: string;
    assigneeId: string;
    dueDate: CalendarDate | null;
  };
  /** Sent on request: its ids name nothing. */
  test?: true | undefined;
}

/** A person signed a run. */
export interface RunSignedEvent {
  type: "run.signed";
  /** When it happened. */
  timestamp: Timestamp;
  data: { tenantId: Id; runId: Id; signOffId: Id; role: SignOffRole; signerId: string; snapshotHash: Sha256 };
  /** Sent on request: its ids name nothing. */
  test?: true | undefined;
}

/** Stored data was found damaged; sent once. */
export interface IntegrityFailedEvent {
  type: "integrity.failed";
  /** When it happened. */
  timestamp: Timestamp;
  data: {
    tenantId: Id;
    /** The run whose results are damaged; null for what belongs to no run. */
    runId: Id | null;
    /** How many were found damaged that were not before. */
    count: number;
    /** The first 100, as the audit log names them. */
    damaged: { objectType: string; objectId: string }[];
  };
  /** Sent on request: its ids name nothing. */
  test?: true | undefined;
}

/** The statement of a checkpoint: the end of a tenant's chain at a time. Its RFC 8785 form is signed. */
export interface CheckpointStatement {
  origin: "assay/audit-checkpoint/v1" | "assay/audit-checkpoint/v2";
  tenantId: Id;
  sequence: number;
  hash: Sha256;
  createdAt: Timestamp;
  /** How many checkpoints the tenant has with this one; absent in statements of version 1. */
  counter?: number | undefined;
}

/** A checkpoint of the audit log was signed: keep it. */
export interface CheckpointSignedEvent {
  type: "checkpoint.signed";
  /** When it happened. */
  timestamp: Timestamp;
  data: {
    id: Id;
    /** The run after which it was created; null for a daily one, and for one that a package needed. */
    runId: Id | null;
    statement: CheckpointStatement;
    keyId: string;
    /** Ed25519 over the RFC 8785 form of the statement, base64. */
    signature: string;
  };
  /** Sent on request: its ids name nothing. */
  test?: true | undefined;
}

/** Somebody asked for a test. */
export interface WebhookTestEvent {
  type: "webhook.test";
  /** When it happened. */
  timestamp: Timestamp;
  data: { tenantId: Id; webhookId: Id };
  /** Sent on request: its ids name nothing. */
  test?: true | undefined;
}

/** The body of a delivery: ids and counts, never evidence. */
export type WebhookEvent =
  | RunCompletedEvent
  | RunFailedEvent
  | DocumentReadyEvent
  | DocumentFailedEvent
  | EvidenceExpiringEvent
  | ExceptionExpiringEvent
  | ReviewSentBackEvent
  | TaskAssignedEvent
  | RunSignedEvent
  | IntegrityFailedEvent
  | CheckpointSignedEvent
  | WebhookTestEvent;

export interface TenantChoice {
  tenantId: Id;
}

export interface PasswordChange {
  current: string;
  new: string;
}

/**
 * Fields that are omitted do not change; null removes a value. Both dates are checked together with the stored
 * ones.
 */
export interface DocumentCorrection {
  title?: string | null | undefined;
  category?: string | null | undefined;
  effectiveDate?: CalendarDate | null | undefined;
  expiresAt?: CalendarDate | null | undefined;
  evidenceKind?: EvidenceKind | undefined;
  /** An active member. */
  ownerId?: string | null | undefined;
  reviewBy?: CalendarDate | null | undefined;
}

/** What a source has at the end of a sync. */
export interface CloseSync {
  /** The plan that is done. Either it or `paths`. */
  planId?: string | undefined;
  /** Files of the plan that the service or the program did not take, and why; with `planId`. */
  refused?:
    | readonly {
        path: string;
        reason: string;
        /** Of the service's error: with it, the next plan asks no second time for a file of a kind that is not read. */
        code?: string | undefined;
      }[]
    | undefined;
  /** Without a plan: of all files that the source has now, sent or not. */
  paths?: readonly string[] | undefined;
  /** Says what would be removed, and removes nothing; with `paths`. */
  dryRun?: boolean | undefined;
}

/** Why a document is deleted. */
export interface DocumentDeletion {
  /** The audit log keeps its SHA-256. */
  reason?: string | undefined;
}

/** How a document is read again. */
export interface DocumentReprocessing {
  /** Of a text file: how its bytes are to be taken, from now on. Without it an earlier choice holds. */
  encoding?: TextEncoding | undefined;
}

export interface StartRun {
  /** May be omitted if the tenant uses one pack. */
  packId?: string | undefined;
  /** The three pins of a previous run, to reproduce it. */
  criteriaVersionId?: string | undefined;
  corpusActivationId?: string | undefined;
  retrievalVersionId?: string | undefined;
  /**
   * Starts the engine when the documents that are still being read are READY or FAILED, after an hour at the
   * latest.
   */
  waitForDocuments?: boolean | undefined;
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
  status?: TaskStatus | undefined;
  /** An active member; null removes the assignee. */
  assigneeId?: string | null | undefined;
  dueDate?: CalendarDate | null | undefined;
}

export interface NewReview {
  requirementId: string;
  decision: ReviewDecision;
  /** The status that the reviewer finds right; for CHANGED alone. */
  status?: "COMPLETE" | "PARTIAL" | "MISSING" | undefined;
  reasonCode?: ReviewReasonCode | undefined;
  reason?: string | undefined;
  /** The passages that the reviewer opened, reported by the client; empty where none was. */
  openedChunkIds: readonly string[];
  /** The citations of the verdict that do not prove it, by their index; for CHANGED alone. */
  rejectedCitations?: readonly number[] | undefined;
  /**
   * How long the verdict was in view, reported by the client. Never taken for more than the time since the
   * reviewer's last decision.
   */
  durationMs?: number | undefined;
  /** Who gets the task; for SENT_BACK alone. */
  assigneeId?: string | undefined;
  /** For SENT_BACK alone. */
  dueDate?: CalendarDate | undefined;
}

/** Requirements that were AGREED in a previous run and have not changed since then. */
export interface ReviewConfirmations {
  requirementIds: readonly string[];
}

export interface NewComment {
  /** Omitted: about the whole run. */
  requirementId?: string | undefined;
  kind?: CommentKind | undefined;
  /** Plain text. `@` before the e-mail of an active member mentions them, at most 20 people. */
  text: string;
  /** The open evidence request that this comment answers, about the same requirement. */
  answersId?: string | undefined;
}

export interface ReadComments {
  requirementId: string | null;
  /** Of the last comment that was read. */
  sequence: number;
}

export interface NewException {
  /** May be omitted if the tenant uses one pack. */
  packId?: string | undefined;
  requirementId: string;
  kind: ExceptionKind;
  /** What it is limited to; the whole requirement without it. */
  scope?: string | undefined;
  reason: string;
  /** What is done instead; required for COMPENSATING_CONTROL. */
  compensatingControl?: string | undefined;
  /** The active member who answers for it. */
  ownerId: string;
  /** Today unless it is given. */
  validFrom?: CalendarDate | undefined;
  /** The last day, at most 24 months after `validFrom`. */
  validUntil: CalendarDate;
  /** A document of the tenant that says more. */
  documentId?: string | undefined;
}

export interface ExceptionRevocation {
  reason: string;
}

export interface NewSignOff {
  role: SignOffRole;
  statement: string;
  /** Refuses to sign, with role REVIEWED alone: PREPARED is withdrawn. */
  declined?: true | undefined;
}

export interface SignOffWithdrawal {
  reason: string;
}

export interface InvitationSecret {
  secret: string;
}

export interface InvitationAcceptance {
  secret: string;
  /** Of the new account. Without it, the token of the request says whose account accepts. */
  password?: string | undefined;
}

export interface NewReset {
  userId: string;
  kind: ResetKind;
}

export interface ResetQuestion {
  email: string;
}

export interface ResetSecret {
  secret: string;
}

export interface ResetCompletion {
  secret: string;
  password: string;
}

export interface NewConnection {
  /** An id of `/oauth/register`, or the https address of the application's metadata. */
  clientId: string;
  /** One of the application's, where the answer goes. */
  redirectUri: string;
  /** Of PKCE, S256. */
  codeChallenge: string;
  /** The address of `/mcp`. */
  resource: string;
  /** Given back as it is. */
  state?: string | undefined;
}

export interface NewLink {
  capabilities: readonly LinkCapability[];
  /** At most 90 days from now. */
  expiresAt: Timestamp;
  /** Whom it is for. */
  label: string;
}

export interface LinkSecret {
  secret: string;
}
