import { join } from "node:path";
import type { TextRecogniser } from "@assay/core/ports";
import { createTextRecogniser } from "@assay/reader/ocr";
import type { Config } from "../config.ts";
import { asConfigError } from "./as-config-error.ts";

/**
 * Reads the words of images in child processes of this one; undefined where OCR is off. Opened after the extractor, which
 * empties their folder. Throws ConfigError for a language without data.
 */
export function openRecogniser(config: Config, dataDir: string): TextRecogniser | undefined {
  if (config.OCR === "off") return undefined;
  const { recognitionPageMs, recognitionMemoryMb } = config.limits;
  return asConfigError(() =>
    createTextRecogniser({
      tempDir: join(dataDir, "temp"),
      languages: config.OCR_LANGUAGES,
      pictureTimeoutMs: recognitionPageMs,
      memoryMaxMb: recognitionMemoryMb,
    }),
  );
}
