import { runUntilStopped } from "../../src/entry/run-until-stopped.ts";
import { createLogger } from "../../src/logger.ts";
import { readProcessConfig } from "../../src/read-process-config.ts";
import { startService } from "../../src/start-service.ts";
import { createFailpoints } from "../faults/support/failpoints.ts";
import { slowModels } from "./slow-models.ts";

// The service alone as its own process, as entry/node.ts starts it, but for the models, unless TEST_CONFIGURED_MODELS is set.
const logger = createLogger((line) => process.stderr.write(`${line}\n`));
const { TEST_CONFIGURED_MODELS, TEST_FAILPOINTS } = process.env;
const service = await startService(readProcessConfig(process.env), logger, {
  ...(TEST_CONFIGURED_MODELS ? {} : slowModels(process.env, logger)),
  // A process that is killed gives the keys of its requests back soon.
  ...(TEST_FAILPOINTS && {
    failpoints: createFailpoints(TEST_FAILPOINTS),
    idempotency: { claimMs: 1000, renewMs: 300 },
  }),
});
runUntilStopped(service, logger, { withParent: true });
logger.info("service.started", { url: service.url });
