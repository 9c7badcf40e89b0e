import { tmpdir } from "node:os";

export interface TextExtractorSettings {
  /** Where files are spooled while they are read; the system's folder for temporary files by default. */
  tempDir?: string;
  /** Most child processes, and so documents, at a time. */
  processes?: number;
  /** Resident memory at which a child process is killed. */
  memoryMaxMb?: number;
  /** JavaScript heap of a child process. */
  heapMaxMb?: number;
  /**
   * Most processor time that one piece (a page, a section, a block of rows) may take, so that a busy machine fails no
   * document; real time where the system does not tell (only Linux does). A process that sleeps is ended after ten times
   * this in real time.
   */
  pieceTimeoutMs?: number;
}

export function withDefaults(settings: TextExtractorSettings): Required<TextExtractorSettings> {
  return {
    tempDir: settings.tempDir ?? tmpdir(),
    processes: settings.processes ?? 2,
    memoryMaxMb: settings.memoryMaxMb ?? 700,
    heapMaxMb: settings.heapMaxMb ?? 512,
    pieceTimeoutMs: settings.pieceTimeoutMs ?? 60_000,
  };
}
