import { setTimeout as delay } from "node:timers/promises";
import { createOfflineAssessor, createOfflineEmbedder } from "@assay/adapters/offline";
import type { Assessor, Embedder } from "@assay/core/ports";
import { readConfig } from "../../src/config.ts";
import { seedDemo } from "../../src/demo/seed-demo.ts";
import { runUntilStopped } from "../../src/entry/run-until-stopped.ts";
import { createLogger, type Logger } from "../../src/logger.ts";
import { startLocalService } from "../../src/start-service.ts";

// The whole service as its own process, with the demo's tenants. TEST_EMBED_MS and TEST_ASSESS_MS make each call of a
// model take so long, as a model over a network would, so that a test has time to do something meanwhile.
const { TEST_EMBED_MS = "0", TEST_ASSESS_MS = "0" } = process.env;

const logger = createLogger((line) => process.stderr.write(`${line}\n`));
const service = await startLocalService(readConfig(process.env), logger, {
  embedder: slowEmbedder(createOfflineEmbedder(), Number(TEST_EMBED_MS)),
  assessor: slowAssessor(createOfflineAssessor(), Number(TEST_ASSESS_MS), logger),
});
await seedDemo(service);
runUntilStopped(service.close, { withParent: true });
logger.info("service.started", { url: service.url });

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
function slowAssessor(assessor: Assessor, ms: number, log: Logger): Assessor {
  let calls = 0;
  return {
    ...assessor,
    async assess(request, options) {
      log.info("test.model_called", { requirementId: request.requirement.requirementId });
      await delay(ms * (0.25 + 0.25 * ((calls++ * 5) % 7)), undefined, { signal: options.signal });
      return assessor.assess(request, options);
    },
  };
}
