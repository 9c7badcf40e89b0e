import type { LinkCapability } from "@assay/contract";
import { refuseLink, requireCapability, requireRunOfLink } from "@assay/core/tenancy";
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { ApiEnv } from "../variables.ts";
import { declare, declaredBy } from "./declare.ts";

/**
 * Lets an auditor's link use the route, with one of the capabilities and for the run of the path. A route without this
 * declaration refuses every link.
 */
export function link(...anyOf: readonly [LinkCapability, ...LinkCapability[]]): MiddlewareHandler<ApiEnv> {
  const handler = createMiddleware<ApiEnv>(async (c, next) => {
    requireCapability(c.var.ctx, ...anyOf);
    const runId = c.req.param("runId");
    if (runId !== undefined) requireRunOfLink(c.var.ctx, runId);
    await next();
  });
  return declare(handler, { link: anyOf });
}

/** Throws FORBIDDEN for a link on a route that declares none, before the route looks at anything. */
export function refuseUndeclaredLink(c: Context<ApiEnv>): void {
  if (!matchedRoutes(c).some(({ handler }) => declaredBy(handler).link)) refuseLink(c.var.ctx);
}
