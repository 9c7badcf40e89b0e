import type { LinkCapability } from "@assay/contract";
import { refuseLink, requireCapability, requireRunOfLink } from "@assay/core/tenancy";
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { ApiEnv } from "../variables.ts";
import { operationOf } from "./declare.ts";

/** Lets an auditor's link use the route with one of the capabilities, for the run of the path. */
export function link(...anyOf: readonly [LinkCapability, ...LinkCapability[]]): MiddlewareHandler<ApiEnv> {
  return createMiddleware<ApiEnv>(async (c, next) => {
    requireCapability(c.var.ctx, ...anyOf);
    const runId = c.req.param("runId");
    if (runId !== undefined) requireRunOfLink(c.var.ctx, runId);
    await next();
  });
}

/** Throws FORBIDDEN for a link on a route whose operation names none, before the route looks at anything. */
export function refuseUndeclaredLink(c: Context<ApiEnv>): void {
  if (!matchedRoutes(c).some(({ handler }) => operationOf(handler)?.link)) refuseLink(c.var.ctx);
}
