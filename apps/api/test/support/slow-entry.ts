import { readConfig } from "../../src/config.ts";
import { runUntilStopped } from "../../src/entry/run-until-stopped.ts";
import { createLogger } from "../../src/logger.ts";
import { startService } from "../../src/start-service.ts";
import { slowModels } from "./slow-models.ts";

// The service alone as its own process, as entry/node.ts starts it, but for the models.
const logger = createLogger((line) => process.stderr.write(`${line}\n`));
const service = await startService(readConfig(process.env), logger, slowModels(process.env, logger));
runUntilStopped(service, { withParent: true });
logger.info("service.started", { url: service.url });
