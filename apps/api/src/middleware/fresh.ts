import type { Freshness } from "@assay/contract";
import { requireFresh, requireSecondFactor } from "@assay/core/tenancy";
import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../variables.ts";
import { OPEN_PATHS } from "./session.ts";

/** Refuses anyone who has not proved lately who they are, before the body is read; `act` completes "Cannot …". */
export function fresh(freshness: Freshness, act = "do this"): MiddlewareHandler<ApiEnv> {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { settings, clock } = c.var.services;
    const { ctx } = c.var;
    const proof = requireFresh(ctx, act, { freshness, times: settings.freshness, now: clock.now() });
    if (freshness === "ACTION" && !OPEN_PATHS.has(c.req.path))
      requireSecondFactor(proof, c.var.signIn.secondFactorRule, act);
    c.set("ctx", { ...ctx, proof });
    await next();
  });
}
