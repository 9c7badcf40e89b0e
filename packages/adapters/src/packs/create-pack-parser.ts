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
  /** Longest reading of a file. */
  readonly timeoutMs?: number;
  /** Heap of the thread that reads it. */
  readonly heapMaxMb?: number;
}

/** Reads pack files in a thread of their own, so that a hostile one holds up nobody and its memory is bounded. */
export function createPackParser({ timeoutMs = 30_000, heapMaxMb = 768 }: PackParserSettings = {}): PackParser {
  return {
    parse: async (text, options) => {
      const result = await readInThread({ text, options }, timeoutMs, heapMaxMb);
      if ("pack" in result) return result.pack;
      throw new AssayError("VALIDATION_ERROR", result.refusal.message, { details: result.refusal.details });
    },
  };
}

function readInThread(job: PackJob, timeoutMs: number, heapMaxMb: number): Promise<PackResult> {
  const worker = new Worker(new URL("./pack-worker.ts", import.meta.url), {
    workerData: job,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMaxMb, stackSizeMb: 4 },
  });
  return new Promise<PackResult>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(tooMuch(`must be readable in ${timeoutMs} ms`));
      void worker.terminate();
    }, timeoutMs);
    worker.once("message", resolve);
    worker.on("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuch(`must be readable in ${heapMaxMb} MB`) : error),
    );
    worker.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`The thread that reads pack files ended with code ${code}`));
    });
  });
}

function tooMuch(issue: string): AssayError {
  return new AssayError("VALIDATION_ERROR", "Cannot import the pack because its file is too costly to read", {
    details: { issues: [{ field: "", issue }] },
  });
}
