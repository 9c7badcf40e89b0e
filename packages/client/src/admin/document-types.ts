import type { Document, DocumentFailureCode } from "../types.ts";

/** A FAILED document with the archives that it came from, the outermost first. */
export interface FailedDocument extends Document {
  within: { id: string; originalFilename: string }[];
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

/** What to read again; with nothing, every FAILED document. At most one of the three. */
export interface ReprocessChoice {
  documentIds?: string[] | undefined;
  failureCode?: DocumentFailureCode | undefined;
  /** READY ones that an earlier reader read. Refused while a run is active. */
  olderThanReader?: true | undefined;
}

export interface Reprocessed {
  accepted: string[];
  refused: { documentId: string; error: string; message: string }[];
}
