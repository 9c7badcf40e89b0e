import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { ApiEnv } from "../variables.ts";

/** A line for each request: its route as declared, never the path with its ids or the query. */
export const requestLog = createMiddleware<ApiEnv>(async (c, next) => {
  const startedAt = performance.now();
  await next();
  const method = c.req.method;
  const route = matchedRoutes(c).find((each) => each.method === (method === "HEAD" ? "GET" : method));
  const ms = performance.now() - startedAt;
  c.var.services.meter?.request({ method, route: route?.path, status: c.res.status, ms });
  c.var.services.logger.info("request.served", {
    requestId: c.var.requestId,
    method,
    route: route?.path ?? null,
    status: c.res.status,
    ms: Math.round(ms),
    tenantId: (c.var.ctx as typeof c.var.ctx | undefined)?.tenantId ?? null,
  });
});
