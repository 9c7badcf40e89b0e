import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../variables.ts";

export interface LateSweep {
  /** Sweeps if the last sweep of any process is too long ago. */
  sweepIfLate(): Promise<void>;
  /** Has it happen beside the request. */
  later(act: () => Promise<void>): void;
}

/** How often one process asks the database, whatever the traffic. */
export interface LookPace {
  lookedAt: number;
  readonly everyMs: number;
}

export function createLookPace(everyMs: number): LookPace {
  return { lookedAt: performance.now(), everyMs };
}

/** Any request stands in for a schedule that has died. */
export function sweepWhenLate({ sweepIfLate, later }: LateSweep, pace: LookPace) {
  return createMiddleware<ApiEnv>(async (_, next) => {
    const now = performance.now();
    if (now - pace.lookedAt >= pace.everyMs) {
      pace.lookedAt = now;
      later(sweepIfLate);
    }
    await next();
  });
}
