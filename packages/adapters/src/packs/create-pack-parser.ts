import { Worker } from "node:worker_threads";
import { AssayError, type ErrorDetails } from "@assay/contract";
import type { PackParser, ParsedPack } from "@assay/core/ports";

export interface PackJob {
  readonly text: string;
  readonly options: Parameters<PackParser["parse"]>[1];
}

export type PackResult =
  | { readonly pack: ParsedPack }
  | { readonly refusal: { readonly message: string; readonly details: ErrorDetails } };

export interface PackParserSettings {
  /** Most processor time that the reading of a file may take; real time where the runtime does not tell. */
  readonly workMaxMs?: number;
  /** Heap of the thread that reads it. */
  readonly heapMaxMb?: number;
}

const POLL_MS = 100;
/** Of `workMaxMs`, in real time: a thread that sleeps this long will not wake up. */
const SLEEP_FACTOR = 10;

/** Reads pack files in a thread of their own, so that a hostile one holds up nobody and its memory is bounded. */
export function createPackParser({ workMaxMs = 30_000, heapMaxMb = 768 }: PackParserSettings = {}): PackParser {
  return {
    parse: async (text, options) => {
      const result = await readInThread({ text, options }, workMaxMs, heapMaxMb);
      if ("pack" in result) return result.pack;
      throw new AssayError("VALIDATION_ERROR", result.refusal.message, { details: result.refusal.details });
    },
  };
}

function readInThread(job: PackJob, workMaxMs: number, heapMaxMb: number): Promise<PackResult> {
  const worker = new Worker(new URL("./pack-worker.ts", import.meta.url), {
    workerData: job,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMaxMb, stackSizeMb: 4 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<PackResult>();
  const stop = (error: AssayError) => {
    reject(error);
    void worker.terminate();
  };
  const begunAt = performance.now();
  const look = async () => {
    const passedMs = performance.now() - begunAt;
    if ((await spentMs(worker, passedMs)) > workMaxMs) stop(tooMuch(`must be readable in ${workMaxMs} ms`));
    else if (passedMs > workMaxMs * SLEEP_FACTOR)
      stop(new AssayError("SERVICE_UNAVAILABLE", "Cannot read the pack file because the machine is too busy"));
  };
  const watch = setInterval(() => void look(), POLL_MS);
  worker.once("message", resolve);
  worker.on("error", (error: NodeJS.ErrnoException) =>
    reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuch(`must be readable in ${heapMaxMb} MB`) : error),
  );
  worker.once("exit", (code) => {
    clearInterval(watch);
    reject(new Error(`The thread that reads pack files ended with code ${code}`));
  });
  return promise;
}

/** Processor time of the thread; 0 once it has ended. */
async function spentMs(worker: Worker, passedMs: number): Promise<number> {
  if (!("cpuUsage" in worker)) return passedMs;
  const usage = await worker.cpuUsage().catch(() => undefined);
  return usage ? (usage.user + usage.system) / 1000 : 0;
}

function tooMuch(issue: string): AssayError {
  return new AssayError("VALIDATION_ERROR", "Cannot import the pack because its file is too costly to read", {
    details: { issues: [{ field: "", issue }] },
  });
}
