export { createTextExtractor } from "./create-text-extractor.ts";
export type { SourceFile, TextExtractor, TextSegment } from "./extraction.ts";
export { type ReadDocument, type ReadOptions, readDocument } from "./read-document.ts";
export type { TextExtractorSettings } from "./settings.ts";
