import type { Role } from "@assay/contract";
import { requireRole } from "@assay/core/tenancy";
import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../variables.ts";
import { declare } from "./declare.ts";

/** The least role that may use a route; also how the route declares it, for `routeTable`. */
export function role(least: Role): MiddlewareHandler<ApiEnv> {
  const handler = createMiddleware<ApiEnv>(async (c, next) => {
    requireRole(c.var.ctx, least);
    await next();
  });
  return declare(handler, { role: least });
}
