import { checkReviewer } from "@assay/core/tenancy";
import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../variables.ts";

/**
 * For acts of a person who may review: anyone who may not is refused before the body is read, as for want of a role. What a
 * link may do, `link` says; `act` completes "Cannot …".
 */
export function reviewer(act: string): MiddlewareHandler<ApiEnv> {
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (!c.var.ctx.link) await checkReviewer(c.var.ctx, act);
    await next();
  });
}
