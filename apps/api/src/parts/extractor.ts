import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { TextExtractor } from "@assay/core/ports";
import { createTextExtractor } from "@assay/reader";
import type { Config } from "../config.ts";

/** Reads files in child processes of this one. */
export async function openExtractor(config: Config, dataDir: string): Promise<TextExtractor> {
  const tempDir = join(dataDir, "temp");
  // The data folder has one owner at a time: what is here was left by one that died.
  await rm(tempDir, { recursive: true, force: true });
  return createTextExtractor({
    tempDir,
    processes: config.limits.extractionProcesses,
    memoryMaxMb: config.limits.extractionMemoryMb,
    pieceTimeoutMs: config.limits.extractionPieceMs,
  });
}
