import type { ArchiveLimits } from "../ports/text-extractor.ts";

export interface DocumentSettings {
  /** UTF-16 code units that a document's text may hold. */
  readonly textLengthMax: number;
  /** All slices of one extraction together. */
  readonly extractionLimitMs: number;
  /** After this a slice stores what it has and goes on in the next one. */
  readonly sliceMs: number;
  /** Hard end of a slice. */
  readonly sliceLimitMs: number;
  readonly archive: ArchiveLimits;
}
