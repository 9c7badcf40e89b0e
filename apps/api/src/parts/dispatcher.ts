import { createOutbox, type Engine, releaseAllLeases } from "@assay/core/jobs";
import type { Dispatcher, Failpoints } from "@assay/core/ports";
import type { Connection } from "@assay/db";
import { createLocalDispatcher, localSlots } from "@assay/embedded/dispatcher";
import type { Hono } from "hono";
import { type CallbackParts, createCallbacks } from "../callbacks/create-callbacks.ts";
import { createSlots } from "../callbacks/slots.ts";
import { createCheckInterval } from "../callbacks/sweep-when-late.ts";
import { sweepOnce } from "../compose.ts";
import type { Config } from "../config.ts";
import type { JobsProcess } from "../jobs-process/jobs-process.ts";
import { logFailures } from "../log-failures.ts";
import type { Logger } from "../logger.ts";
import type { ApiEnv } from "../variables.ts";
import { createConfiguredDispatcher, qstashAccount } from "./qstash.ts";
import { reachingDispatcher, reachingOutbox } from "./reaching.ts";

export interface DispatcherPart {
  readonly dispatcher: Dispatcher;
  /** The same, for what a request calls for. */
  readonly ofRequests: Dispatcher;
  /** Begins to serve the engine's work. */
  start(engine: Engine): Promise<void>;
  /** What the app has to serve for it. */
  mount(app: Hono<ApiEnv>, engine: Engine): void;
  /** Takes no more work, returns what runs, and waits for it to end. */
  stop(): Promise<void>;
}

interface Brought extends Pick<CallbackParts, "clock"> {
  readonly failpoints?: Failpoints | undefined;
  readonly jobsProcess?: JobsProcess | undefined;
}

/** What sets work going: QStash, which calls this process, else a loop inside it. */
export function openDispatcher(
  config: Config,
  connection: Connection,
  logger: Logger,
  { failpoints, clock, jobsProcess }: Brought = {},
): DispatcherPart {
  const part = qstashAccount(config)
    ? dispatchByQstash(config, connection, logger, { failpoints, clock })
    : jobsProcess
      ? leftTo(() => jobsProcess.wake())
      : config.TAKE_JOBS === "off"
        ? leftTo(() => {})
        : dispatchByLoop(config, connection, logger);
  return { ...part, ofRequests: reachingDispatcher(part.dispatcher, failpoints) };
}

type OwnPart = Omit<DispatcherPart, "ofRequests">;

/** Of a process that answers requests alone: others poll for the jobs, and sweep; `wake` may tell them. */
function leftTo(wake: () => void): OwnPart {
  return {
    dispatcher: { dispatch: async () => wake() },
    start: async () => {},
    mount: () => {},
    stop: async () => {},
  };
}

function dispatchByQstash(config: Config, { db }: Connection, logger: Logger, { failpoints, clock }: Brought): OwnPart {
  const outbox = reachingOutbox(createOutbox(db), failpoints);
  const slots = createSlots(config.limits.callbacksMax);
  const interval = createCheckInterval(config);
  return {
    dispatcher: createConfiguredDispatcher(qstashAccount(config)!, config, outbox, logger),
    start: async () => {},
    // What runs next to a request holds an attempt, for which `stop` waits.
    mount: (app, engine) =>
      createCallbacks({ config, engine, outbox, slots, interval, logger, clock, later: () => {} })(app),
    stop: () => slots.stop(),
  };
}

function dispatchByLoop(config: Config, { db, driver, tend }: Connection, logger: Logger): OwnPart {
  const { pollMs, sweepMs, tendEveryMs } = config.limits;
  const slots = localSlots({ document: config.DOCUMENT_SLOTS, assessment: config.ASSESSMENT_SLOTS });
  const dispatcher = createLocalDispatcher({ pollMs, sweepMs, slots });
  let tendedAt = performance.now();
  const tendWhenDue = async () => {
    if (!tend || performance.now() - tendedAt < tendEveryMs) return;
    tendedAt = performance.now();
    const tables = await tend();
    if (tables.length > 0) logger.info("database.tended", { tables });
  };
  return {
    dispatcher,
    async start(engine) {
      // The data folder is this process's own, and so is an embedded database: anyone who held a lease is dead.
      if (driver === "pglite") await releaseAllLeases(db);
      dispatcher.start(engine, {
        sweep: async () => {
          await sweepOnce(config, db);
          await tendWhenDue();
        },
        onError: logFailures(logger, "engine.failed"),
      });
    },
    mount: () => {},
    stop: () => dispatcher.stop(),
  };
}
