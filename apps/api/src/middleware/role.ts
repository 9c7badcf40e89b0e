import type { Role } from "@assay/contract";
import { requireRole } from "@assay/core/tenancy";
import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../variables.ts";

/** Refuses anyone below the least role that may use a route. */
export function role(least: Role): MiddlewareHandler<ApiEnv> {
  return createMiddleware<ApiEnv>(async (c, next) => {
    requireRole(c.var.ctx, least);
    await next();
  });
}
