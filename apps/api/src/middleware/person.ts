import { requireMember, requirePerson } from "@assay/core/tenancy";
import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../variables.ts";

/** Refuses an API key, a link and a schedule before the body is read; `act` completes "Cannot …". */
export function person(act: string): MiddlewareHandler<ApiEnv> {
  return createMiddleware<ApiEnv>(async (c, next) => {
    requirePerson(c.var.ctx, act);
    await next();
  });
}

/** As `person`, and anyone who acts from another tenant. */
export function member(act: string): MiddlewareHandler<ApiEnv> {
  return createMiddleware<ApiEnv>(async (c, next) => {
    requireMember(c.var.ctx, act);
    await next();
  });
}
