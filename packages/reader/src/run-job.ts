import { createWorkMeter, readResidentMemoryMb } from "@assay/confined";
import { DocumentError } from "@assay/contract";
import type { PageReading, TextSegment } from "./extraction.ts";
import { BATCHES_AHEAD_MAX, type Batch, type FromChild, type Job, type JobResult } from "./messages.ts";
import type { TextExtractorSettings } from "./settings.ts";
import type { Child } from "./start-child.ts";
import { workspaceUnavailable } from "./workspace-error.ts";

const POLL_MS = 25;
/** Of real time: a process that has not started by then never will. */
const START_MAX_MS = 600_000;
/** Of the limit of a piece: a process that sleeps this long in real time will not wake up. */
const SLEEP_FACTOR = 10;

/** The process ended of itself before it said how the job went. */
export class ChildDiedError extends Error {
  override readonly name = "ChildDiedError";
  readonly outOfMemory: boolean;

  constructor(errorOutput: string) {
    super("The extraction process ended without a result");
    this.outOfMemory = /heap out of memory|allocation failed/i.test(errorOutput);
  }
}

/** The process ended, or did not start in time, before it looked at the file. */
export class NeverBegunError extends Error {
  override readonly name = "NeverBegunError";
}

/** The process was ended because it passed a limit of time or memory. */
export class LimitPassedError extends Error {
  override readonly name = "LimitPassedError";
  /** What that means for the document. */
  readonly verdict: DocumentError;

  constructor(verdict: DocumentError) {
    super(verdict.message);
    this.verdict = verdict;
  }
}

export interface JobWatch {
  readonly signal: AbortSignal;
  readonly settings: Required<TextExtractorSettings>;
  onSegment(segment: TextSegment): Promise<void>;
  onPage?: ((page: PageReading) => Promise<void>) | undefined;
  /** Called whenever files inside are looked into from then on, or no more. */
  onFiles?(open: boolean): void;
  /** Called once, however the job ends, with the processor time that it took: as the process says, or as seen from here. */
  onSpent?(spentMs: number): void;
}

/**
 * Runs one job under limits of processor time per piece and of memory, and under the caller's signal. Whenever it rejects
 * but for a verdict of the child, the process is dead by then.
 */
export async function runJob(child: Child, job: Job, watch: JobWatch): Promise<JobResult> {
  const { signal, settings } = watch;
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
  const meter = createWorkMeter(child.pid);
  let piece = { spentMs: 0, at: performance.now() };
  // A process that starts may need long on a busy machine: nothing of that is the file's doing.
  let begun = false;
  let unacknowledged = 0;
  let stopping = false;
  let spentMs: number | undefined;
  let delivered = Promise.resolve();

  const stop = (reason: unknown) => {
    if (stopping) return;
    stopping = true;
    void child.kill().then(() => reject(reason));
  };
  const beginPiece = () => {
    piece = { spentMs: meter.spentMs(), at: performance.now() };
  };
  const deliver = (act: () => void | Promise<void> | undefined) => {
    delivered = delivered.then(() => (stopping ? undefined : act()));
    delivered.catch(stop);
  };
  const acknowledge = () => {
    unacknowledged -= 1;
    child.send({ type: "ack" });
    beginPiece();
  };
  const settle = (act: () => void) => {
    unacknowledged = Number.POSITIVE_INFINITY;
    delivered.then(act, () => undefined);
  };
  const receive = (message: FromChild) => {
    if (message.type === "begun") begun = true;
    else if (message.type === "segment") deliver(() => watch.onSegment(message.segment));
    else if (message.type === "page") deliver(() => watch.onPage?.(message.page));
    else if (message.type === "files") watch.onFiles?.(message.open);
    else if (message.type === "spent") spentMs = message.spentMs;
    else if (message.type === "done") settle(() => resolve(message.result));
    else if (message.type === "failed") settle(() => reject(new DocumentError(message.code, message.message)));
    else if (message.type === "starved") settle(() => reject(workspaceUnavailable(message.code)));
    else message.type satisfies "progress" | "tainted";
  };
  const onBatch = (batch: Batch) => {
    if (stopping) return;
    for (const message of batch) receive(message);
    if (batch.some(({ type }) => type === "segment")) {
      unacknowledged += 1;
      deliver(acknowledge);
    }
    beginPiece();
  };
  const onAbort = () => stop(signal.reason);
  const poll = setInterval(() => {
    const usedMb = readResidentMemoryMb(child.pid);
    if (usedMb !== null && usedMb > settings.memoryMaxMb) stop(new LimitPassedError(memoryError(settings.memoryMaxMb)));
    // A child that waits for us owes nothing.
    if (unacknowledged >= BATCHES_AHEAD_MAX) return beginPiece();
    const workedMs = meter.spentMs() - piece.spentMs;
    const sleptMs = performance.now() - piece.at;
    if (!begun) {
      if (sleptMs > START_MAX_MS) stop(new NeverBegunError());
    } else if (workedMs > settings.pieceTimeoutMs || sleptMs > settings.pieceTimeoutMs * SLEEP_FACTOR)
      stop(new LimitPassedError(timeoutError(settings.pieceTimeoutMs)));
  }, POLL_MS);

  signal.addEventListener("abort", onAbort, { once: true });
  child.onMessage(onBatch);
  void child.ended.then(() => {
    const died = () => (begun ? new ChildDiedError(child.errorOutput()) : new NeverBegunError());
    if (!stopping) delivered.then(() => reject(died()), reject);
  });
  child.jobs += 1;
  child.hold(true);
  child.send({ type: "job", job });
  try {
    return await promise;
  } finally {
    clearInterval(poll);
    watch.onSpent?.(spentMs ?? (begun ? meter.spentMs() : 0));
    signal.removeEventListener("abort", onAbort);
    child.onMessage(null);
    child.hold(false);
  }
}

function timeoutError(pieceTimeoutMs: number): DocumentError {
  return new DocumentError(
    "EXTRACTION_TIMEOUT",
    `Cannot read the file because one part of it took too long: at most ${pieceTimeoutMs / 1000} s of processor time are allowed`,
  );
}

/** Of a process that passed its memory, no matter who noticed. */
export function memoryError(memoryMaxMb: number): DocumentError {
  return new DocumentError(
    "EXTRACTION_LIMIT_EXCEEDED",
    `Cannot read the file because it needs too much memory: at most ${memoryMaxMb} MB are allowed`,
  );
}
