import type { ArchiveLimits } from "../ports/text-extractor.ts";

export interface RecognitionLimits {
  /** Of the clock for one picture. The OCR engine limits its work; this is for one that never answers. */
  readonly overdueMs: number;
  /** Images of a document that are read. */
  readonly pagesMax: number;
  /** Processor time of all images of a document together. */
  readonly documentMs: number;
}

export interface DocumentSettings {
  /** UTF-16 code units that a document's text may hold. */
  readonly textLengthMax: number;
  /** All attempts of one extraction together. */
  readonly extractionLimitMs: number;
  /** After this an attempt stores what it has and continues in the next one. */
  readonly attemptMs: number;
  readonly archive: ArchiveLimits;
  readonly recognition: RecognitionLimits;
}
