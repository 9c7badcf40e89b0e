import { ModelError } from "@assay/contract";
import type { Batch, BatchResult } from "./messages.ts";
import { ModelChildDiedError, runBatch } from "./run-batch.ts";
import { type ModelProcessSettings, withDefaults } from "./settings.ts";
import { type ModelChild, startModelChild } from "./start-model-child.ts";

/** Batches of one model in a row before another one has its turn: to change takes as long as ten pairs. */
const IN_A_ROW_MAX = 16;
const RETRY_AFTER_SECONDS = 5;

/** One process for all models: it starts with the first batch, and ends when it has had none for a while. */
export interface ModelProcess {
  /** In order. An aborted signal throws its reason at once; a batch that is being computed is computed to its end. */
  run(batch: Batch, signal: AbortSignal): Promise<BatchResult>;
  close(): Promise<void>;
}

interface Turn {
  readonly batch: Batch;
  readonly signal: AbortSignal;
  readonly askedAt: number;
  readonly outcome: PromiseWithResolvers<BatchResult>;
}

export function createModelProcess(
  given: ModelProcessSettings = {},
  start: (tempDir: string) => ModelChild = startModelChild,
): ModelProcess {
  const settings = withDefaults(given);
  const waiting: Turn[] = [];
  let child: ModelChild | undefined;
  let pumping: Promise<void> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  let last = { folder: "", count: 0 };

  /** The next in order, but of the model that is in memory where one waits for it and others have not waited long. */
  const takeTurn = (): Turn | undefined => {
    const same = waiting.findIndex(({ batch }) => batch.model.folder === last.folder);
    const [turn] = waiting.splice(same > 0 && last.count < IN_A_ROW_MAX ? same : 0, 1);
    if (turn) {
      const { folder } = turn.batch.model;
      last = { folder, count: folder === last.folder ? last.count + 1 : 1 };
    }
    return turn;
  };
  const freshChild = () => {
    child = start(settings.tempDir);
    return child;
  };
  const endChild = async () => {
    const ended = child;
    child = undefined;
    await ended?.kill();
  };
  /** What ended the process once may have been another batch, or the machine: the same batch has a second one. */
  const compute = async (batch: Batch) => {
    try {
      return await runBatch(child && !child.hasEnded() ? child : freshChild(), batch, settings);
    } catch (error) {
      if (!(error instanceof ModelChildDiedError) || isClosed) throw error;
    }
    return await runBatch(freshChild(), batch, settings);
  };
  const perform = async ({ batch, askedAt, outcome }: Turn) => {
    const startedAt = new Date();
    const waitedMs = performance.now() - askedAt;
    let spentMs = 0;
    let ended: "done" | "failed" = "failed";
    try {
      const computed = await compute(batch);
      spentMs = computed.spentMs;
      ended = "done";
      outcome.resolve(computed.result);
    } catch (error) {
      outcome.reject(error instanceof ModelChildDiedError ? died(batch) : error);
    }
    const items = batch.kind === "score" ? batch.pairs.length : batch.texts.length;
    const { kind, model } = batch;
    const endedAt = new Date();
    settings.onBatch({ model: model.id, kind, items, startedAt, endedAt, waitedMs, spentMs, outcome: ended });
  };
  const pump = async () => {
    clearTimeout(idle);
    for (let turn = takeTurn(); turn; turn = takeTurn()) if (!turn.signal.aborted) await perform(turn);
    pumping = undefined;
    idle = setTimeout(() => void endChild(), settings.idleMs).unref();
  };

  return {
    async run(batch, signal) {
      signal.throwIfAborted();
      if (isClosed) throw new ModelError("MODEL_UNAVAILABLE", "Cannot use the models because the service is closing");
      if (waiting.length >= settings.waitingMax)
        throw new ModelError(
          "MODEL_RATE_LIMITED",
          `Cannot use the models now because ${waiting.length} batches wait for them`,
          { retryAfterSeconds: RETRY_AFTER_SECONDS },
        );
      const outcome = Promise.withResolvers<BatchResult>();
      const turn: Turn = { batch, signal, askedAt: performance.now(), outcome };
      const onAbort = () => {
        const at = waiting.indexOf(turn);
        if (at >= 0) waiting.splice(at, 1);
        outcome.reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      waiting.push(turn);
      pumping ??= pump();
      return await outcome.promise.finally(() => signal.removeEventListener("abort", onAbort));
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      for (const { outcome } of waiting.splice(0))
        outcome.reject(new ModelError("MODEL_UNAVAILABLE", "Cannot use the models because the service is closing"));
      await endChild();
      await pumping;
    },
  };
}

function died({ model }: Batch): ModelError {
  return new ModelError(
    "MODEL_FAILED",
    `Cannot use the model '${model.id}' because its process ended twice before it answered`,
  );
}
