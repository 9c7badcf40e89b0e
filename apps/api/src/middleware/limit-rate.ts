import { AssayError } from "@assay/contract";
import { createMiddleware } from "hono/factory";
import type { ApiServices } from "../services.ts";
import type { ApiEnv } from "../variables.ts";

const WHAT = { requests: "requests", uploads: "uploads", searches: "searches" } as const;
type LimitName = keyof typeof WHAT;

/** Takes one of the tenant's share of a minute. Throws RATE_LIMITED, with the time to wait. */
export function takeFromLimit({ limits }: Pick<ApiServices, "limits">, which: LimitName, tenantId: string): void {
  const limit = limits[which];
  const retryAfterSeconds = limit.take(tenantId);
  if (retryAfterSeconds === 0) return;
  throw new AssayError(
    "RATE_LIMITED",
    `Cannot serve more than ${limit.perMinute} ${WHAT[which]} per minute for a tenant: try again in ${retryAfterSeconds} s`,
    { details: { limitPerMinute: limit.perMinute }, retryAfterSeconds },
  );
}

/** Refuses what a tenant asks for beyond its share of a minute, with the time to wait in `Retry-After`. */
export const limitRate = (which: LimitName) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    takeFromLimit(c.var.services, which, c.var.ctx.tenantId);
    await next();
  });

/** Refuses more exchanges of links from an address than a person makes. Where no address is known, nothing is counted. */
export const limitExchanges = createMiddleware<ApiEnv>(async (c, next) => {
  const { exchanges, clientAddress } = c.var.services;
  const address = clientAddress?.(c);
  const retryAfterSeconds = address ? exchanges.take(address) : 0;
  if (retryAfterSeconds > 0)
    throw new AssayError(
      "RATE_LIMITED",
      `Cannot open more than ${exchanges.perMinute} links per minute from one address: try again in ${retryAfterSeconds} s`,
      { details: { limitPerMinute: exchanges.perMinute }, retryAfterSeconds },
    );
  await next();
});
