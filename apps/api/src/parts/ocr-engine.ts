import { join } from "node:path";
import type { OcrEngine } from "@assay/core/ports";
import { createOcrEngine } from "@assay/reader/ocr";
import type { Config } from "../config.ts";
import { asConfigError } from "./as-config-error.ts";

/**
 * Reads the words of images in child processes of this one; undefined where OCR is off. Opened after the extractor, which
 * empties their folder. Throws ConfigError for a language without data.
 */
export function openOcrEngine(config: Config, dataDir: string): OcrEngine | undefined {
  if (config.OCR === "off") return undefined;
  const { recognitionPageMs, recognitionMemoryMb } = config.limits;
  return asConfigError(() =>
    createOcrEngine({
      tempDir: join(dataDir, "temp"),
      languages: config.OCR_LANGUAGES,
      pictureTimeoutMs: recognitionPageMs,
      memoryMaxMb: recognitionMemoryMb,
    }),
  );
}
