import type { Connection } from "@assay/db";
import { connectNeon } from "@assay/db/connect-neon";
import { type CloudRuntime, createCloudApp } from "../cloud-app.ts";
import { type Config, ConfigError } from "../config.ts";
import { createLogger } from "../logger.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { writeLines } from "../write-lines.ts";

export interface DenoService {
  fetch(request: Request): Promise<Response>;
}

/** What `deno serve` serves, with one pool of database connections for the process. Ends the process on a ConfigError. */
export async function serveDeno(
  openParts: (config: Config) => Promise<Omit<CloudRuntime, "withDatabase">>,
): Promise<DenoService> {
  let connection: Connection | undefined;
  try {
    const config = readProcessConfig(process.env);
    const logger = createLogger(writeLines(process.stderr), config.LOG_LEVEL);
    const app = createCloudApp(config, logger, {
      ...(await openParts(config)),
      withDatabase(keep, act) {
        connection ??= connectNeon(config.DATABASE_URL!, {
          poolSize: config.DATABASE_POOL_SIZE,
          wsProxy: config.DATABASE_WS_PROXY,
        });
        return act(connection.db, keep);
      },
    });
    // The process outlives its requests, and with it what they leave going.
    return { fetch: (request) => app.fetch(request, () => {}) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return process.exit(1);
  }
}
