import { ConfigError, readConfig } from "../config.ts";
import { createLogger } from "../logger.ts";
import { startService } from "../start-service.ts";
import { runUntilStopped } from "./run-until-stopped.ts";

try {
  const logger = createLogger((line) => process.stderr.write(`${line}\n`));
  const service = await startService(readConfig(process.env), logger);
  logger.info("service.started", { url: service.url });
  runUntilStopped(service.close, { withParent: process.env.ASSAY_EXIT_WITH_PARENT === "true" });
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
