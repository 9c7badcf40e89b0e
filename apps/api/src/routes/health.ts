import { AssayError } from "@assay/contract";
import { operations } from "@assay/contract/operations";
import { sql } from "drizzle-orm";
import type { Hono } from "hono";
import { describeError } from "../logger.ts";
import { bind, serve } from "../middleware/bind.ts";
import type { ApiServices } from "../services.ts";
import type { ApiEnv } from "../variables.ts";

export const LIVENESS_PATH = "/healthz";

const CHECK_MS_MAX = 3000;
const RETRY_AFTER_SECONDS = 5;

/** For whatever starts, restarts and balances processes: no token, and nothing told but which part fails. */
export function healthRoutes(services: ApiServices): Hono<ApiEnv> {
  const checks: Readonly<Record<string, () => Promise<unknown>>> = {
    database: () => services.db.execute(sql`select 1`),
    storage: () => services.files.check(),
    keys: () => services.identity.check(),
    ...(services.checkJobs && { jobs: services.checkJobs }),
  };
  let underWay: Promise<string[]> | undefined;
  const failing = () => {
    underWay ??= findFailing(services, checks).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  return serve(
    bind(operations.service.live, (c) => c.json({ status: "up" })),
    bind(operations.service.ready, async (c) => {
      const failed = await failing();
      if (failed.length > 0)
        throw new AssayError(
          "SERVICE_UNAVAILABLE",
          `Cannot serve requests because a part does not respond: ${failed.join(", ")}`,
          {
            details: { failed },
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          },
        );
      return c.json({ status: "ready", parts: Object.keys(checks) });
    }),
  );
}

async function findFailing(
  { logger }: ApiServices,
  checks: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([part, check]) => {
      try {
        await withTimeout(check());
        return [];
      } catch (error) {
        logger.error("readiness.failed", { part, ...describeError(error) });
        return [part];
      }
    }),
  );
  return results.flat();
}

async function withTimeout(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("The check took too long")), CHECK_MS_MAX);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
