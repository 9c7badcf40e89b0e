import type { Freshness } from "@assay/contract";
import { requireFresh } from "@assay/core/tenancy";
import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../variables.ts";

/** Refuses anyone who has not proved lately who they are, before the body is read; `act` completes "Cannot …". */
export function fresh(freshness: Freshness, act = "do this"): MiddlewareHandler<ApiEnv> {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { settings, clock } = c.var.services;
    const { ctx } = c.var;
    c.set("ctx", { ...ctx, proof: requireFresh(ctx, act, { freshness, times: settings.freshness, now: clock.now() }) });
    await next();
  });
}
