import { setTimeout as delay } from "node:timers/promises";
import { createOfflineEmbedder, createOfflinePartsAssessor } from "@assay/adapters/offline";
import { ModelError } from "@assay/contract";
import type { Assessor, Embedder } from "@assay/core/ports";
import type { Logger } from "../../src/logger.ts";

/**
 * The offline engine, each of whose calls takes TEST_EMBED_MS and TEST_ASSESS_MS, as a model over a network would, so
 * that a test has time to do something meanwhile; TEST_ASSESS_GATE holds assessments for as long as the test wants. The
 * language model declines passages with TEST_REFUSED_WORD.
 */
export function slowModels(env: NodeJS.ProcessEnv, logger: Logger): { embedder: Embedder; assessor: Assessor } {
  const { TEST_EMBED_MS = "0", TEST_ASSESS_MS = "0", TEST_ASSESS_GATE, TEST_REFUSED_WORD } = env;
  const assessor = slowAssessor(createOfflinePartsAssessor(), Number(TEST_ASSESS_MS), logger, TEST_ASSESS_GATE);
  return {
    embedder: slowEmbedder(createOfflineEmbedder(), Number(TEST_EMBED_MS)),
    assessor: TEST_REFUSED_WORD ? refusingAssessor(assessor, TEST_REFUSED_WORD) : assessor,
  };
}

function slowEmbedder(embedder: Embedder, ms: number): Embedder {
  return {
    ...embedder,
    async embed(texts, options) {
      await delay(ms, undefined, { signal: options.signal });
      return embedder.embed(texts, options);
    },
  };
}

/** Calls take from a quarter to seven quarters of `ms`, so that they do not end together. */
function slowAssessor(assessor: Assessor, ms: number, log: Logger, gate?: string): Assessor {
  let calls = 0;
  return {
    ...assessor,
    async assess(request, options) {
      log.info("test.model_called", { requirementId: request.requirement.requirementId });
      if (gate) await fetch(`${gate}?pid=${process.pid}`, { signal: options.signal ?? null });
      await delay(ms * (0.25 + 0.25 * ((calls++ * 5) % 7)), undefined, { signal: options.signal });
      return assessor.assess(request, options);
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
