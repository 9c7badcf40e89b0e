import { AssayError } from "@assay/contract";
import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../variables.ts";

const WHAT = { requests: "requests", uploads: "uploads", searches: "searches" } as const;

/** Refuses what a tenant asks for beyond its share of a minute, with the time to wait in `Retry-After`. */
export const limitRate = (which: keyof typeof WHAT) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const limit = c.var.services.limits[which];
    const retryAfterSeconds = limit.take(c.var.ctx.tenantId);
    if (retryAfterSeconds > 0)
      throw new AssayError(
        "RATE_LIMITED",
        `Cannot serve more than ${limit.perMinute} ${WHAT[which]} per minute for a tenant: try again in ${retryAfterSeconds} s`,
        { details: { limitPerMinute: limit.perMinute }, retryAfterSeconds },
      );
    await next();
  });
