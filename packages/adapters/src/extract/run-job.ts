import { DocumentError } from "@assay/contract";
import type { TextSegment } from "@assay/core/ports";
import { type FromChild, type Job, type JobResult, SEGMENTS_AHEAD_MAX } from "./messages.ts";
import { readResidentMemoryMb } from "./read-resident-memory.ts";
import type { TextExtractorSettings } from "./settings.ts";
import type { Child } from "./start-child.ts";
import { workspaceUnavailable } from "./workspace-error.ts";

const MEMORY_POLL_MS = 25;

/** The process ended of itself before it said how the job went. */
export class ChildDiedError extends Error {
  override readonly name = "ChildDiedError";
  readonly outOfMemory: boolean;

  constructor(errorOutput: string) {
    super("The extraction process ended without a result");
    this.outOfMemory = /heap out of memory|allocation failed/i.test(errorOutput);
  }
}

export interface JobWatch {
  readonly signal: AbortSignal;
  readonly settings: Required<TextExtractorSettings>;
  onSegment(segment: TextSegment): Promise<void>;
}

/**
 * Runs one job under a deadline per piece, a memory watch and the caller's signal. Whenever it rejects but for a
 * verdict of the child, the process is dead by then.
 */
export async function runJob(child: Child, job: Job, watch: JobWatch): Promise<JobResult> {
  const { signal, settings } = watch;
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
  let deadline: NodeJS.Timeout | undefined;
  let unacknowledged = 0;
  let stopping = false;
  let delivered = Promise.resolve();

  const stop = (reason: unknown) => {
    if (stopping) return;
    stopping = true;
    clearTimeout(deadline);
    void child.kill().then(() => reject(reason));
  };
  const restartDeadline = () => {
    clearTimeout(deadline);
    // A child that waits for us owes nothing.
    if (stopping || unacknowledged >= SEGMENTS_AHEAD_MAX) return;
    deadline = setTimeout(() => stop(timeoutError(settings.pieceTimeoutMs)), settings.pieceTimeoutMs);
  };
  const deliver = (segment: TextSegment) => {
    unacknowledged += 1;
    delivered = delivered.then(async () => {
      if (stopping) return;
      await watch.onSegment(segment);
      unacknowledged -= 1;
      child.send({ type: "ack" });
      restartDeadline();
    });
    delivered.catch(stop);
  };
  const settle = (act: () => void) => {
    clearTimeout(deadline);
    unacknowledged = Number.POSITIVE_INFINITY;
    delivered.then(act, () => undefined);
  };
  const onMessage = (message: Exclude<FromChild, { type: "tainted" }>) => {
    if (stopping) return;
    if (message.type === "segment") deliver(message.segment);
    else if (message.type === "done") return settle(() => resolve(message.result));
    else if (message.type === "failed") {
      return settle(() => reject(new DocumentError(message.code, message.message)));
    } else if (message.type === "starved") return settle(() => reject(workspaceUnavailable(message.code)));
    else message.type satisfies "progress";
    restartDeadline();
  };
  const onAbort = () => stop(signal.reason);
  const poll = setInterval(() => {
    const usedMb = readResidentMemoryMb(child.pid);
    if (usedMb !== null && usedMb > settings.memoryMaxMb) stop(memoryError(settings.memoryMaxMb));
  }, MEMORY_POLL_MS);

  signal.addEventListener("abort", onAbort, { once: true });
  child.onMessage(onMessage as (message: FromChild) => void);
  void child.ended.then(() => {
    if (!stopping) delivered.then(() => reject(new ChildDiedError(child.errorOutput())), reject);
  });
  child.jobs += 1;
  child.hold(true);
  child.send({ type: "job", job });
  restartDeadline();
  try {
    return await promise;
  } finally {
    clearInterval(poll);
    clearTimeout(deadline);
    signal.removeEventListener("abort", onAbort);
    child.onMessage(null);
    child.hold(false);
  }
}

function timeoutError(pieceTimeoutMs: number): DocumentError {
  return new DocumentError(
    "EXTRACTION_TIMEOUT",
    `Cannot read the file because one part of it took too long: at most ${pieceTimeoutMs / 1000} s are allowed`,
  );
}

/** Of a process that passed its memory, whoever noticed. */
export function memoryError(memoryMaxMb: number): DocumentError {
  return new DocumentError(
    "EXTRACTION_LIMIT_EXCEEDED",
    `Cannot read the file because it needs too much memory: at most ${memoryMaxMb} MB are allowed`,
  );
}
