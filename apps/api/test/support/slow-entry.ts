import { readConfig } from "../../src/config.ts";
import { runUntilStopped } from "../../src/entry/run-until-stopped.ts";
import { createLogger } from "../../src/logger.ts";
import { startService } from "../../src/start-service.ts";
import { slowModels } from "./slow-models.ts";

// The service alone as its own process, as entry/node.ts starts it, but for the models, unless TEST_CONFIGURED_MODELS is set.
const logger = createLogger((line) => process.stderr.write(`${line}\n`));
const models = process.env.TEST_CONFIGURED_MODELS ? {} : slowModels(process.env, logger);
const service = await startService(readConfig(process.env), logger, models);
runUntilStopped(service, { withParent: true });
logger.info("service.started", { url: service.url });
