import { createWorkMeter, readResidentMemoryMb } from "@assay/confined";
import { ModelError } from "@assay/contract";
import type { Batch, BatchResult } from "./messages.ts";
import type { ModelProcessSettings } from "./settings.ts";
import type { ModelChild } from "./start-model-child.ts";

const POLL_MS = 50;
/** The limit is one of work: on a busy machine the same work takes longer. */
const REAL_TIME_FACTOR = 10;
/** Of real time: a process that has not started by then never will. */
const START_MAX_MS = 600_000;

/** The process ended before it answered, by itself or because it passed a limit; in a fresh one the batch may succeed. */
export class ModelChildDiedError extends Error {
  override readonly name = "ModelChildDiedError";
}

/** Runs one batch under limits of work and memory; a process that passes one is dead by the time that this says so. */
export async function runBatch(
  child: ModelChild,
  batch: Batch,
  { memoryMaxMb, batchTimeoutMs }: Required<ModelProcessSettings>,
): Promise<{ readonly result: BatchResult; readonly spentMs: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<BatchResult>();
  const meter = createWorkMeter(child.pid);
  let begunAt: number | undefined;
  const startedAt = performance.now();
  const usesTooMuch = () => (readResidentMemoryMb(child.pid) ?? 0) > memoryMaxMb;
  const poll = setInterval(() => {
    const passedMs = performance.now() - (begunAt ?? startedAt);
    const isLate =
      begunAt === undefined
        ? passedMs > START_MAX_MS
        : meter.spentMs() > batchTimeoutMs || passedMs > batchTimeoutMs * REAL_TIME_FACTOR;
    if (isLate || usesTooMuch()) void child.kill();
  }, POLL_MS);
  child.onMessage((message) => {
    switch (message.type) {
      case "begun":
        begunAt = performance.now();
        return;
      case "done":
        return resolve(message.result);
      case "unusable":
        return reject(new ModelError("MODEL_UNAVAILABLE", message.message));
      case "failed":
        return reject(
          new ModelError(
            "MODEL_FAILED",
            `Cannot use the model '${batch.model.id}' because it failed to compute: check it with 'npm run model -- verify'`,
          ),
        );
      case "ended":
        return reject(new ModelChildDiedError("The models' process ended"));
      default:
        return message satisfies never;
    }
  });
  if (child.hasEnded()) reject(new ModelChildDiedError("The models' process ended"));
  child.hold(true);
  child.send(batch);
  try {
    return { result: await promise, spentMs: meter.spentMs() };
  } finally {
    clearInterval(poll);
    child.onMessage(null);
    child.hold(false);
    // What the batch has left behind must not end the next one.
    if (usesTooMuch()) void child.kill();
  }
}
