import { setTimeout as delay } from "node:timers/promises";
import { ModelError } from "@assay/contract";
import type { Assessor, Embedder } from "@assay/core/ports";
import { createOfflineEmbedder, createOfflinePartsAssessor } from "@assay/offline";
import type { Logger } from "../../src/logger.ts";

/**
 * The offline engine, each of whose calls takes TEST_EMBED_MS and TEST_ASSESS_MS, as a model over a network would, so
 * that a test has time to do something meanwhile; TEST_ASSESS_GATE holds assessments for as long as the test wants, and
 * the calls whose numbers are TEST_EMBED_HELD_AT and TEST_ASSESS_HELD_AT never end. The language model declines passages
 * with TEST_REFUSED_WORD; the embedder takes TEST_EMBED_BATCH texts at a time. With TEST_PLAIN_MODEL it takes no time of
 * the processor, and each call takes as long as the other.
 */
export function slowModels(env: NodeJS.ProcessEnv, logger: Logger): { embedder: Embedder; assessor: Assessor } {
  const { TEST_EMBED_MS = "0", TEST_EMBED_BATCH, TEST_ASSESS_MS = "0", TEST_ASSESS_GATE, TEST_REFUSED_WORD } = env;
  const { TEST_EMBED_HELD_AT, TEST_ASSESS_HELD_AT } = env;
  if (env.TEST_PLAIN_MODEL)
    return { embedder: createOfflineEmbedder(), assessor: plainAssessor(Number(TEST_ASSESS_MS)) };
  const assessor = slowAssessor(createOfflinePartsAssessor(), Number(TEST_ASSESS_MS), logger, {
    gate: TEST_ASSESS_GATE,
    hold: holdCall(Number(TEST_ASSESS_HELD_AT), logger),
  });
  return {
    embedder: {
      ...slowEmbedder(createOfflineEmbedder(), Number(TEST_EMBED_MS), holdCall(Number(TEST_EMBED_HELD_AT), logger)),
      ...(TEST_EMBED_BATCH && { batchSizeMax: Number(TEST_EMBED_BATCH) }),
    },
    assessor: TEST_REFUSED_WORD ? refusingAssessor(assessor, TEST_REFUSED_WORD) : assessor,
  };
}

type Hold = (signal: AbortSignal | undefined) => Promise<void>;

/** Says that the call of that number is held, and holds it until it is abandoned. */
function holdCall(at: number, log: Logger): Hold {
  let calls = 0;
  return async (signal) => {
    if (++calls !== at) return;
    log.info("test.held", { call: at });
    await new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  };
}

function slowEmbedder(embedder: Embedder, ms: number, hold: Hold): Embedder {
  return {
    ...embedder,
    async embed(texts, options) {
      await hold(options.signal);
      await delay(ms, undefined, { signal: options.signal });
      return embedder.embed(texts, options);
    },
  };
}

/** Calls take from a quarter to seven quarters of `ms`, so that they do not end together. */
function slowAssessor(
  assessor: Assessor,
  ms: number,
  log: Logger,
  { gate, hold }: { gate: string | undefined; hold: Hold },
): Assessor {
  let calls = 0;
  return {
    ...assessor,
    async assess(request, options) {
      log.info("test.model_called", { requirementId: request.requirement.requirementId });
      await hold(options.signal);
      if (gate) await fetch(`${gate}?pid=${process.pid}`, { signal: options.signal ?? null });
      await delay(ms * (0.25 + 0.25 * ((calls++ * 5) % 7)), undefined, { signal: options.signal });
      return assessor.assess(request, options);
    },
  };
}

/** Quotes the first line that it is given. */
function plainAssessor(ms: number): Assessor {
  return {
    ...createOfflinePartsAssessor(),
    async assess({ passages: [passage], parts }, { signal }) {
      if (ms > 0) await delay(ms, undefined, { signal });
      const { chunkId, text } = passage!;
      const quote = text.slice(0, text.indexOf("\n"));
      return {
        confidence: 0.8,
        quotes: [{ chunkId, text: quote }],
        reasoning: "The passage says so.",
        remediation: null,
        parts: parts.map((part) => ({ part, verdict: "MET" as const, why: "It is said.", chunkId, quote })),
        usage: { tokensIn: 100, tokensOut: 10, costUsd: 0 },
      };
    },
  };
}

function refusingAssessor(assessor: Assessor, word: string): Assessor {
  return {
    ...assessor,
    async assess(request, options) {
      if (request.passages.some(({ text }) => text.includes(word)))
        throw new ModelError("MODEL_REJECTED_REQUEST", `Cannot assess the passages because one holds '${word}'`);
      return assessor.assess(request, options);
    },
  };
}
