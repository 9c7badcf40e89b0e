import { type Engine, type Outbox, releaseLostJobs, takeLateSweep } from "@assay/core/jobs";
import type { Clock } from "@assay/core/ports";
import type { Hono } from "hono";
import { sweepOnce } from "../compose.ts";
import type { Config } from "../config.ts";
import { describeError, type Logger } from "../logger.ts";
import { refuseUnknownMethods } from "../middleware/known-paths.ts";
import { callbackAddresses, createConfiguredVerifier } from "../parts/qstash.ts";
import type { ApiEnv } from "../variables.ts";
import { callbackRoutes, WORK_PATH } from "./callback-routes.ts";
import type { Slots } from "./slots.ts";
import { type CheckInterval, sweepWhenLate } from "./sweep-when-late.ts";

export interface CallbackParts {
  readonly config: Config;
  readonly engine: Engine;
  readonly outbox: Outbox;
  readonly slots: Slots;
  readonly interval: CheckInterval;
  readonly logger: Logger;
  /** Default this machine's clock. */
  readonly clock?: Clock | undefined;
  /** Keeps the process for work next to a request. */
  later(work: Promise<unknown>): void;
}

const DISPATCH_MAX = 500;

/** What an entry mounts where QStash dispatches: the callbacks, and the look at what was lost that any request sets going. */
export function createCallbacks(parts: CallbackParts): (app: Hono<ApiEnv>) => void {
  const { config, engine, slots, interval, logger } = parts;
  const sweep = () => sweepAndDispatch(parts);
  const check = async () => {
    if (await takeLateSweep(engine.db, { lateAfterMs: config.limits.sweepLateMs })) await sweep();
    else await dispatchOverdue(parts);
  };
  const later = (act: () => Promise<void>) =>
    parts.later(slots.run(act).catch((error) => logger.error("sweep.failed", describeError(error))));
  return (app) => {
    const routes = callbackRoutes({
      verifier: createConfiguredVerifier(config, logger, parts.clock),
      addresses: callbackAddresses(config),
      engine,
      slots,
      sweep,
    });
    const checkBesideRequest = sweepWhenLate({ check, later }, interval);
    app.use(WORK_PATH, checkBesideRequest);
    app.route("/", refuseUnknownMethods(routes as unknown as Hono<ApiEnv>));
    app.route("/", routes);
    app.use("/api/*", checkBesideRequest);
  };
}

async function sweepAndDispatch(parts: CallbackParts): Promise<void> {
  await sweepOnce(parts.config, parts.engine.db);
  await parts.engine.failpoints?.reach("swept", { kind: "sweep", stage: "sweep" });
  await dispatchOverdue(parts);
}

/** A dispatch for everything that QStash should know of and does not, or that it has lost. */
async function dispatchOverdue({ config, engine, outbox }: CallbackParts): Promise<void> {
  await releaseLostJobs(engine.db, engine.leases);
  const overdue = await outbox.listOverdue({
    limit: DISPATCH_MAX,
    overdueAfterMs: config.limits.dispatchOverdueMs,
    parallelPerTenant: config.limits.deliveriesPerTenantMax,
  });
  if (overdue.length > 0) await engine.dispatcher.dispatch(overdue);
}
