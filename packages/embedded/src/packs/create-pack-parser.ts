import { fileURLToPath } from "node:url";
import { createChildPool, startConfinedChild } from "@assay/confined";
import { AssayError, UnavailableError } from "@assay/contract";
import type { PackParser } from "@assay/core/ports";
import { type PackChild, PackChildDiedError, runPack, tooCostly } from "./run-pack.ts";

const ENTRY = fileURLToPath(new URL("./child/main.ts", import.meta.url));
/** What a process needs next to its heap. */
const BESIDE_HEAP_MB = 256;

export interface PackParserSettings {
  /** Most processor time that the reading of a file may take; real time where the system does not tell (only Linux does). */
  readonly workMaxMs?: number;
  /** Heap of the process that reads it. */
  readonly heapMaxMb?: number;
  /** Most files that are read at a time. */
  readonly processes?: number;
  /** A process ends when it had nothing to do for so long. */
  readonly idleMs?: number;
}

/** Reads pack files in child processes, so that a hostile one holds up nobody, and a parser that dies ends only itself. */
export function createPackParser(
  { workMaxMs = 30_000, heapMaxMb = 768, processes = 2, idleMs = 60_000 }: PackParserSettings = {},
  start: () => PackChild = () => startConfinedChild(ENTRY, { heapMaxMb }),
): PackParser & { close(): Promise<void> } {
  const limits = { workMaxMs, memoryMaxMb: heapMaxMb + BESIDE_HEAP_MB };
  const pool = createChildPool({ ...limits, processes, idleMs }, start);
  const use = <T>(work: (child: PackChild) => Promise<T>, fresh: boolean) =>
    pool.use(new AbortController().signal, work, { fresh });

  return {
    async parse(text, options) {
      const job = { text, options };
      let reused = false;
      try {
        return await use((child) => {
          reused = child.jobs > 0;
          return runPack(child, job, limits);
        }, false);
      } catch (error) {
        if (!(error instanceof PackChildDiedError)) throw error;
        // Only what files before this one left behind may pass.
        if (error.outOfMemory && !reused) throw verdictOn(error, heapMaxMb);
      }
      return await use((child) => runPack(child, job, limits), true).catch((error) => {
        throw error instanceof PackChildDiedError ? verdictOn(error, heapMaxMb) : error;
      });
    },
    close: () => pool.close(),
  };
}

function verdictOn({ begun, outOfMemory }: PackChildDiedError, heapMaxMb: number): AssayError {
  if (outOfMemory) return tooCostly(`must be readable in ${heapMaxMb} MB`);
  if (!begun)
    return new UnavailableError("disk", "Cannot read pack files now because their reader ended before it began");
  return new AssayError(
    "VALIDATION_ERROR",
    "Cannot import the pack because the parser ended twice while it read the file",
  );
}
