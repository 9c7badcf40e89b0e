import type { DocumentFailureCode, FileType, Timestamp } from "../types.ts";

/** In the order of progress. */
export type IngestionStatus = "PENDING" | "FETCHING" | "PARSING" | "INDEXING" | "COMPLETED" | "FAILED";

export type IngestionFailureCode =
  | "UNSAFE_URL"
  | "FETCH_REFUSED"
  | "FETCH_FAILED"
  | "FETCH_TIMEOUT"
  | "FETCH_TOO_LARGE"
  | "UNSUPPORTED_FILE_TYPE"
  | DocumentFailureCode;

/** A piece of guidance on its way into the corpus of a pack. */
export interface CorpusIngestion {
  id: string;
  packId: string;
  /** Whose audit trail holds its entries; guidance itself is shared by all tenants. */
  requestedByTenantId: string;
  sourceKind: "URL" | "FILE";
  url: string | null;
  filename: string;
  /** Known once the bytes are. */
  fileType: FileType | null;
  status: IngestionStatus;
  failure: { code: IngestionFailureCode; message: string } | null;
  sha256Hash: string | null;
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
  id: string;
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
  id: string;
  packId: string;
  ingestionIds: string[];
  /** New runs of the pack pin it. */
  inForce: boolean;
  activatedAt: Timestamp;
}
