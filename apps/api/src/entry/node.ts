import { availableParallelism } from "node:os";
import { hasMembers } from "@assay/core/tenancy";
import { runCommand } from "../commands/run-command.ts";
import { doJobs } from "../jobs-process/do-jobs.ts";
import { createJobsProcess, JOBS_ARGUMENT } from "../jobs-process/jobs-process.ts";
import { placeOfJobs } from "../jobs-process/place-of-jobs.ts";
import { createLogger } from "../logger.ts";
import { firstTenantAdvice } from "../parts/first-tenant.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { startService } from "../start-service.ts";
import { writeLines } from "../write-lines.ts";
import { runUntilStopped } from "./run-until-stopped.ts";

/** The service alone, for deployments; with its jobs in a process of their own where that makes it faster. */
await runCommand(async () => {
  const config = readProcessConfig(process.env);
  const logger = createLogger(writeLines(process.stderr), config.LOG_LEVEL);
  const [, entry = "", argument] = process.argv;
  if (argument === JOBS_ARGUMENT) return doJobs(config, logger);
  const isApart = placeOfJobs(config, availableParallelism()) === "apart";
  const service = await startService(config, logger, isApart ? { jobsProcess: createJobsProcess(entry) } : {});
  if (!(await hasMembers(service.db))) logger.info("service.empty", { advice: firstTenantAdvice(config) });
  logger.info("service.started", { url: service.url });
  runUntilStopped(service, logger, { withParent: process.env.ASSAY_EXIT_WITH_PARENT === "true" });
});
