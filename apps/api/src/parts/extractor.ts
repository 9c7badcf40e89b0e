import { join } from "node:path";
import { createTextExtractor, removeStaleSpools } from "@assay/adapters/extract";
import type { TextExtractor } from "@assay/core/ports";
import type { Config } from "../config.ts";

/** Reads files in child processes of this one. */
export async function openExtractor(config: Config, dataDir: string): Promise<TextExtractor> {
  const tempDir = join(dataDir, "temp");
  await removeStaleSpools(tempDir);
  return createTextExtractor({
    tempDir,
    processes: config.EXTRACTION_PROCESSES,
    memoryMaxMb: config.EXTRACTION_MEMORY_MB,
    pieceTimeoutMs: config.EXTRACTION_PIECE_MS,
  });
}
