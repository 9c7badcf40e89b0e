import { takeLateSweep } from "@assay/core/engine";
import type { Engine, Outbox } from "@assay/core/work";
import type { Hono } from "hono";
import { sweepOnce } from "../compose.ts";
import type { Config } from "../config.ts";
import { describeError, type Logger } from "../logger.ts";
import { refuseUnknownMethods } from "../middleware/known-paths.ts";
import { callbackAddresses, createConfiguredVerifier } from "../parts/qstash.ts";
import type { ApiEnv } from "../variables.ts";
import { callbackRoutes } from "./callback-routes.ts";
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

/** What an entry mounts where QStash wakes: the callbacks, and the sweep that any late request sets going. */
export function createCallbacks(parts: CallbackParts): (app: Hono<ApiEnv>) => void {
  const { config, engine, slices, pace, logger } = parts;
  const sweep = () => sweepAndWake(parts);
  const sweepIfLate = async () => {
    if (await takeLateSweep(engine.db, { lateAfterMs: config.SWEEP_LATE_MS })) await sweep();
  };
  return (app) => {
    const routes = callbackRoutes({
      verifier: createConfiguredVerifier(config, logger),
      addresses: callbackAddresses(config),
      engine,
      slices,
      sweep,
    });
    app.route("/", refuseUnknownMethods(routes as unknown as Hono<ApiEnv>));
    app.route("/", routes);
    app.use(
      "/api/*",
      sweepWhenLate(
        {
          sweepIfLate,
          later: (act) =>
            parts.later(slices.run(act).catch((error) => logger.error("sweep.failed", describeError(error)))),
        },
        pace,
      ),
    );
  };
}

/** The sweep, and then a wake-up for everything that QStash should know of and does not. */
async function sweepAndWake({ config, engine, outbox }: CallbackParts): Promise<void> {
  await sweepOnce(config, engine.db);
  const overdue = await outbox.listOverdue({ limit: WAKE_MAX, overdueAfterMs: config.WAKE_OVERDUE_MS });
  if (overdue.length > 0) await engine.waker.wake(overdue);
}
