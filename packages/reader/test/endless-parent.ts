import { createTextExtractor } from "../src/index.ts";
import { operatorBomb } from "./make-pdf.ts";

// Reads a document that keeps its process busy, with limits that do not end it, until this process is killed. Argument: its tempDir.
const bytes = operatorBomb();
const extractor = createTextExtractor({ tempDir: process.argv[2], memoryMaxMb: 100_000, heapMaxMb: 4000 });
await extractor.extract(
  { fileType: "pdf", sizeBytes: bytes.length, open: async () => new Blob([bytes as Uint8Array<ArrayBuffer>]).stream() },
  { fromSegment: 0, charactersMax: 1, signal: new AbortController().signal, onSegment: async () => undefined },
);
