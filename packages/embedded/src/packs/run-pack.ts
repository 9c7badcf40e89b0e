import type { ConfinedChild } from "@assay/confined";
import { createWorkMeter, readResidentMemoryMb } from "@assay/confined";
import { AssayError } from "@assay/contract";
import type { ParsedPack } from "@assay/core/ports";
import type { FromChild, PackJob } from "./messages.ts";

const POLL_MS = 50;
/** Of real time: a process that has not started by then never will. */
const START_MAX_MS = 600_000;
/** Of `workMaxMs`, in real time: a process that sleeps this long will not wake up. */
const SLEEP_FACTOR = 10;

export type PackChild = ConfinedChild<PackJob, FromChild>;

export interface PackLimits {
  readonly workMaxMs: number;
  readonly memoryMaxMb: number;
}

/** The process ended of itself, or was ended because it took too much memory, before it said what is in the file. */
export class PackChildDiedError extends Error {
  override readonly name = "PackChildDiedError";
  readonly begun: boolean;
  readonly outOfMemory: boolean;

  constructor({ begun, outOfMemory }: { begun: boolean; outOfMemory: boolean }) {
    super("The process that reads pack files ended without a result");
    this.begun = begun;
    this.outOfMemory = outOfMemory;
  }
}

/** Reads one file under limits of work and memory; a process that passes one is dead by the time that this says so. */
export async function runPack(
  child: PackChild,
  job: PackJob,
  { workMaxMs, memoryMaxMb }: PackLimits,
): Promise<ParsedPack> {
  const { promise, resolve, reject } = Promise.withResolvers<ParsedPack>();
  const meter = createWorkMeter(child.pid);
  let begun = false;
  let outOfMemory = false;
  let from = { spentMs: 0, at: performance.now() };
  const stop = (reason: AssayError) => void child.kill().then(() => reject(reason));
  const poll = setInterval(() => {
    const passedMs = performance.now() - from.at;
    if ((readResidentMemoryMb(child.pid) ?? 0) > memoryMaxMb) {
      outOfMemory = true;
      void child.kill();
    } else if (!begun) {
      if (passedMs > START_MAX_MS) void child.kill();
    } else if (meter.spentMs() - from.spentMs > workMaxMs) stop(tooCostly(`must be readable in ${workMaxMs} ms`));
    else if (passedMs > workMaxMs * SLEEP_FACTOR)
      stop(new AssayError("SERVICE_UNAVAILABLE", "Cannot read the pack file because the machine is too busy"));
  }, POLL_MS);
  child.onMessage((message) => {
    switch (message.type) {
      case "begun":
        begun = true;
        from = { spentMs: meter.spentMs(), at: performance.now() };
        return;
      case "read":
        return resolve(message.pack);
      case "refused":
        return reject(new AssayError("VALIDATION_ERROR", message.message, { details: message.details }));
      case "failed":
        return reject(new Error(`The parser of pack files failed: ${message.stack}`));
      default:
        return message satisfies never;
    }
  });
  void child.ended.then(() => {
    outOfMemory ||= /heap out of memory|allocation failed/i.test(child.errorOutput());
    // What killed it has its own say.
    setImmediate(() => reject(new PackChildDiedError({ begun, outOfMemory })));
  });
  child.jobs += 1;
  child.hold(true);
  child.send(job);
  try {
    return await promise;
  } finally {
    clearInterval(poll);
    child.onMessage(null);
    child.hold(false);
  }
}

export function tooCostly(issue: string): AssayError {
  return new AssayError("VALIDATION_ERROR", "Cannot import the pack because its file is too costly to read", {
    details: { issues: [{ field: "", issue }] },
  });
}
