import { tmpdir } from "node:os";
import { OCR_LANGUAGES } from "@assay/contract";

export interface OcrEngineSettings {
  /** Where files are spooled while they are read; the system's folder for temporary files by default. */
  tempDir?: string;
  /**
   * Languages to look for, by the names of their data: `eng` needs the package `@tesseract.js-data/eng`. A first reading, in
   * the first of them, tells in which one an image is read. All seven that are installed by default.
   */
  languages?: readonly [string, ...string[]];
  /** Resident memory at which the child process is killed. */
  memoryMaxMb?: number;
  /** Most processor time that one image may take. */
  pictureTimeoutMs?: number;
}

export function withDefaults(settings: OcrEngineSettings): Required<OcrEngineSettings> {
  return {
    tempDir: settings.tempDir ?? tmpdir(),
    languages: settings.languages ?? OCR_LANGUAGES,
    memoryMaxMb: settings.memoryMaxMb ?? 900,
    pictureTimeoutMs: settings.pictureTimeoutMs ?? 60_000,
  };
}
