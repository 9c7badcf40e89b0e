import { tmpdir } from "node:os";

export interface OcrEngineSettings {
  /** Where files are spooled while they are read; the system's folder for temporary files by default. */
  tempDir?: string;
  /** Languages to read, by the names of their data: `eng` needs the package `@tesseract.js-data/eng`. */
  languages?: readonly [string, ...string[]];
  /** Resident memory at which the child process is killed. */
  memoryMaxMb?: number;
  /** Most processor time that one image may take. */
  pictureTimeoutMs?: number;
}

export function withDefaults(settings: OcrEngineSettings): Required<OcrEngineSettings> {
  return {
    tempDir: settings.tempDir ?? tmpdir(),
    languages: settings.languages ?? ["eng"],
    memoryMaxMb: settings.memoryMaxMb ?? 900,
    pictureTimeoutMs: settings.pictureTimeoutMs ?? 60_000,
  };
}
