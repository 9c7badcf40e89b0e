import { createLocalWaker, LOCAL_SLOTS } from "@assay/adapters/local-waker";
import type { Waker } from "@assay/core/ports";
import { createOutbox, type Engine, releaseAllLeases } from "@assay/core/work";
import type { Connection } from "@assay/db";
import type { Hono } from "hono";
import { createCallbacks } from "../callbacks/create-callbacks.ts";
import { createSlices } from "../callbacks/slices.ts";
import { createLookPace } from "../callbacks/sweep-when-late.ts";
import { sweepOnce } from "../compose.ts";
import type { Config } from "../config.ts";
import { describeError, type Logger } from "../logger.ts";
import type { ApiEnv } from "../variables.ts";
import { createConfiguredWaker, qstashAccount } from "./qstash.ts";

export interface WakerPart {
  readonly waker: Waker;
  /** Begins to serve the engine's work. */
  start(engine: Engine): Promise<void>;
  /** What the app has to serve for it. */
  mount(app: Hono<ApiEnv>, engine: Engine): void;
  /** Takes no more work, gives back what runs, and waits for it to end. */
  stop(): Promise<void>;
}

/** What sets work going: QStash, which calls this process, else a loop inside it. */
export function openWaker(config: Config, connection: Connection, logger: Logger): WakerPart {
  return qstashAccount(config) ? wakeByQstash(config, connection, logger) : wakeByLoop(config, connection, logger);
}

function wakeByQstash(config: Config, { db }: Connection, logger: Logger): WakerPart {
  const outbox = createOutbox(db);
  const slices = createSlices(config.CALLBACKS_MAX);
  const pace = createLookPace(config);
  return {
    waker: createConfiguredWaker(qstashAccount(config)!, config, outbox, logger),
    start: async () => {},
    // What runs beside a request holds a slice, for which `stop` waits.
    mount: (app, engine) => createCallbacks({ config, engine, outbox, slices, pace, logger, later: () => {} })(app),
    stop: () => slices.stop(),
  };
}

function wakeByLoop(config: Config, { db, driver }: Connection, logger: Logger): WakerPart {
  const waker = createLocalWaker({ pollMs: config.POLL_MS, sweepMs: config.SWEEP_MS, slots: LOCAL_SLOTS });
  return {
    waker,
    async start(engine) {
      // The data folder is this process's own, and so is an embedded database: whoever held a lease is dead.
      if (driver === "pglite") await releaseAllLeases(db);
      waker.start(engine, {
        sweep: () => sweepOnce(config, db),
        onError: (error) => logger.error("engine.failed", describeError(error)),
      });
    },
    mount: () => {},
    stop: () => waker.stop(),
  };
}
