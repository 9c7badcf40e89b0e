import { tmpdir } from "node:os";

/** What one batch was and took, for logs and measures; without any of its words. */
export interface BatchReport {
  readonly model: string;
  readonly kind: "score" | "embed";
  /** Pairs or texts. */
  readonly items: number;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** How long it waited for others. */
  readonly waitedMs: number;
  /** Processor time of the models' process. */
  readonly spentMs: number;
  readonly outcome: "done" | "failed";
}

export interface ModelProcessSettings {
  /** The only folder that the process may write to; the system's folder for temporary files by default. */
  tempDir?: string;
  /** Resident memory at which the process is killed. */
  memoryMaxMb?: number;
  /** Most processor time that one batch may take; real time where the system does not tell (only Linux does). */
  batchTimeoutMs?: number;
  /** Most batches that wait; further ones are refused. */
  waitingMax?: number;
  /** The process ends when it had nothing to do for so long. */
  idleMs?: number;
  /** Called after each batch. */
  onBatch?: (report: BatchReport) => void;
}

export function withDefaults(settings: ModelProcessSettings): Required<ModelProcessSettings> {
  return {
    tempDir: settings.tempDir ?? tmpdir(),
    memoryMaxMb: settings.memoryMaxMb ?? 700,
    batchTimeoutMs: settings.batchTimeoutMs ?? 20_000,
    waitingMax: settings.waitingMax ?? 256,
    idleMs: settings.idleMs ?? 60_000,
    onBatch: settings.onBatch ?? (() => undefined),
  };
}
