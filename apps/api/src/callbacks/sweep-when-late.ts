import { createMiddleware } from "hono/factory";
import type { Config } from "../config.ts";
import type { ApiEnv } from "../variables.ts";

export interface LateSweep {
  /** Tells the queue of what it lost, and sweeps if the last sweep of any process is too long ago. */
  look(): Promise<void>;
  /** Has it happen beside the request. */
  later(act: () => Promise<void>): void;
}

/** How often one process asks the database, whatever the traffic. Its first request asks: an isolate may get no other. */
export interface LookPace {
  lookedAt: number;
  readonly everyMs: number;
}

const LOOKS_PER_LATE = 6;

export function createLookPace({ SWEEP_LATE_MS }: Pick<Config, "SWEEP_LATE_MS">): LookPace {
  return { lookedAt: Number.NEGATIVE_INFINITY, everyMs: SWEEP_LATE_MS / LOOKS_PER_LATE };
}

/** Any request stands in for a schedule that has died. */
export function sweepWhenLate({ look, later }: LateSweep, pace: LookPace) {
  return createMiddleware<ApiEnv>(async (_, next) => {
    const now = performance.now();
    if (now - pace.lookedAt >= pace.everyMs) {
      pace.lookedAt = now;
      later(look);
    }
    await next();
  });
}
