import { takeLateSweep } from "@assay/core/engine";
import { type Engine, type Outbox, releaseLostWork } from "@assay/core/work";
import type { Hono } from "hono";
import { sweepOnce } from "../compose.ts";
import type { Config } from "../config.ts";
import { describeError, type Logger } from "../logger.ts";
import { refuseUnknownMethods } from "../middleware/known-paths.ts";
import { callbackAddresses, createConfiguredVerifier } from "../parts/qstash.ts";
import type { ApiEnv } from "../variables.ts";
import { callbackRoutes, WORK_PATH } from "./callback-routes.ts";
import type { Slices } from "./slices.ts";
import { type LookPace, sweepWhenLate } from "./sweep-when-late.ts";

export interface CallbackParts {
  readonly config: Config;
  readonly engine: Engine;
  readonly outbox: Outbox;
  readonly slices: Slices;
  readonly pace: LookPace;
  readonly logger: Logger;
  /** Keeps the process for work beside a request. */
  later(work: Promise<unknown>): void;
}

const WAKE_MAX = 500;

/** What an entry mounts where QStash wakes: the callbacks, and the look at what was lost that any request sets going. */
export function createCallbacks(parts: CallbackParts): (app: Hono<ApiEnv>) => void {
  const { config, engine, slices, pace, logger } = parts;
  const sweep = () => sweepAndWake(parts);
  const look = async () => {
    if (await takeLateSweep(engine.db, { lateAfterMs: config.SWEEP_LATE_MS })) await sweep();
    else await wakeOverdue(parts);
  };
  const later = (act: () => Promise<void>) =>
    parts.later(slices.run(act).catch((error) => logger.error("sweep.failed", describeError(error))));
  return (app) => {
    const routes = callbackRoutes({
      verifier: createConfiguredVerifier(config, logger),
      addresses: callbackAddresses(config),
      engine,
      slices,
      sweep,
    });
    const lookBeside = sweepWhenLate({ look, later }, pace);
    app.use(WORK_PATH, lookBeside);
    app.route("/", refuseUnknownMethods(routes as unknown as Hono<ApiEnv>));
    app.route("/", routes);
    app.use("/api/*", lookBeside);
  };
}

async function sweepAndWake(parts: CallbackParts): Promise<void> {
  await sweepOnce(parts.config, parts.engine.db);
  await wakeOverdue(parts);
}

/** A wake-up for everything that QStash should know of and does not, or that it has lost. */
async function wakeOverdue({ config, engine, outbox }: CallbackParts): Promise<void> {
  await releaseLostWork(engine.db, engine.leases);
  const overdue = await outbox.listOverdue({
    limit: WAKE_MAX,
    overdueAfterMs: config.WAKE_OVERDUE_MS,
    parallelPerTenant: config.QSTASH_PARALLEL_PER_TENANT,
  });
  if (overdue.length > 0) await engine.waker.wake(overdue);
}
