import { createWorkMeter, readResidentMemoryMb } from "@assay/confined";
import { UnavailableError } from "@assay/contract";
import { workspaceUnavailable } from "../workspace-error.ts";
import type { FromChild, PictureJob } from "./messages.ts";
import type { OcrEngineSettings } from "./settings.ts";
import type { OcrChild } from "./start-ocr-child.ts";

const POLL_MS = 25;
/** The limit is one of work: on a busy machine the same work takes longer. */
const REAL_TIME_FACTOR = 10;
/** Of real time: a process that has not started by then never will. */
const START_MAX_MS = 600_000;
/** A reader that computes less than this share of the time waits for something that does not come. */
const AWAKE_SHARE = 0.01;

type Outcome = Exclude<FromChild, { type: "begun" | "starved" }>;
/** How it ended, and the processor time that it took. */
export type PictureOutcome = Outcome & { readonly spentMs: number };

/**
 * Reads one image under a limit of work, a memory watch and the caller's signal; whatever passes a limit is dead by the time
 * that this says so. An aborted signal throws its reason, a machine without room UnavailableError.
 */
export async function runPicture(
  child: OcrChild,
  job: PictureJob,
  { signal, settings }: { signal: AbortSignal; settings: Required<OcrEngineSettings> },
): Promise<PictureOutcome> {
  const { memoryMaxMb, pictureTimeoutMs } = settings;
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const giveUp = (reason: string) => void child.kill().then(() => resolve({ type: "failed", reason }));
  const tookTooLong = () =>
    giveUp(`The picture took too long to read: at most ${pictureTimeoutMs / 1000} s are allowed`);
  // A process that starts may need long on a busy machine: nothing of that is the picture's doing.
  let begun = false;
  let begunAt = performance.now();
  const meter = createWorkMeter(child.pid);
  const poll = setInterval(() => {
    const [spentMs, passedMs] = [meter.spentMs(), performance.now() - begunAt];
    if (!begun) {
      if (passedMs > START_MAX_MS) void child.kill();
      return;
    }
    const isAsleep = passedMs > pictureTimeoutMs && spentMs < passedMs * AWAKE_SHARE;
    if (isAsleep || spentMs > pictureTimeoutMs || passedMs > pictureTimeoutMs * REAL_TIME_FACTOR) tookTooLong();
    const usedMb = readResidentMemoryMb(child.pid);
    if (usedMb !== null && usedMb > memoryMaxMb) giveUp(tooMuchMemory(memoryMaxMb));
  }, POLL_MS);
  const onAbort = () => void child.kill().then(() => reject(signal.reason));
  signal.addEventListener("abort", onAbort, { once: true });
  child.onMessage((message) => {
    if (message.type === "begun") {
      begun = true;
      begunAt = performance.now();
    } else if (message.type === "starved") reject(workspaceUnavailable(message.code));
    else resolve(message);
  });
  void child.ended.then(() => {
    if (!begun) return setImmediate(() => reject(readerUnavailable()));
    const outOfMemory = /heap out of memory|allocation failed/i.test(child.errorOutput());
    const reason = outOfMemory ? tooMuchMemory(memoryMaxMb) : "The picture could not be read: the reader ended";
    // What killed it has its own say.
    setImmediate(() => resolve({ type: "failed", reason }));
  });
  child.send(job);
  try {
    return { ...(await promise), spentMs: meter.spentMs() };
  } finally {
    clearInterval(poll);
    signal.removeEventListener("abort", onAbort);
    child.onMessage(null);
  }
}

function readerUnavailable(): UnavailableError {
  return new UnavailableError("recogniser", "Cannot read images now because their reader ended before it began");
}

function tooMuchMemory(memoryMaxMb: number): string {
  return `The picture needs too much memory to be read: at most ${memoryMaxMb} MB are allowed`;
}
