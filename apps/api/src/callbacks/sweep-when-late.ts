import { createMiddleware } from "hono/factory";
import type { Config } from "../config.ts";
import type { ApiEnv } from "../variables.ts";

export interface LateSweep {
  /** Dispatches lost jobs again, and sweeps if the last sweep of any process is too long ago. */
  check(): Promise<void>;
  /** Runs it next to the request. */
  later(act: () => Promise<void>): void;
}

/** How often one process checks the database, whatever the traffic. Its first request checks: an isolate may get no other. */
export interface CheckInterval {
  checkedAt: number;
  readonly everyMs: number;
}

const CHECKS_PER_LATE = 6;

export function createCheckInterval({ limits }: Pick<Config, "limits">): CheckInterval {
  return { checkedAt: Number.NEGATIVE_INFINITY, everyMs: limits.sweepLateMs / CHECKS_PER_LATE };
}

/** Any request can replace a schedule that no longer runs. */
export function sweepWhenLate({ check, later }: LateSweep, interval: CheckInterval) {
  return createMiddleware<ApiEnv>(async (_, next) => {
    const now = performance.now();
    if (now - interval.checkedAt >= interval.everyMs) {
      interval.checkedAt = now;
      later(check);
    }
    await next();
  });
}
