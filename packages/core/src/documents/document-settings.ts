import type { ArchiveLimits } from "../ports/text-extractor.ts";

export interface DocumentSettings {
  /** UTF-16 code units that a document's text may hold. */
  readonly textLengthMax: number;
  /** All attempts of one extraction together. */
  readonly extractionLimitMs: number;
  /** After this an attempt stores what it has and continues in the next one. */
  readonly attemptMs: number;
  readonly archive: ArchiveLimits;
}
