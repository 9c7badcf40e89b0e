import { hasMembers } from "@assay/core/tenancy";
import { runCommand } from "../commands/run-command.ts";
import { readConfig } from "../config.ts";
import { createLogger } from "../logger.ts";
import { firstTenantAdvice } from "../parts/first-tenant.ts";
import { startService } from "../start-service.ts";
import { writeLines } from "../write-lines.ts";
import { runUntilStopped } from "./run-until-stopped.ts";

/** The service alone, for deployments. */
await runCommand(async () => {
  const logger = createLogger(writeLines(process.stderr));
  const config = readConfig(process.env);
  const service = await startService(config, logger);
  if (!(await hasMembers(service.db))) logger.info("service.empty", { advice: firstTenantAdvice(config) });
  logger.info("service.started", { url: service.url });
  runUntilStopped(service, { withParent: process.env.ASSAY_EXIT_WITH_PARENT === "true" });
});
