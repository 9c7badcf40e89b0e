import { AssayError } from "@assay/contract";
import { createMiddleware } from "hono/factory";
import type { RateLimit, Taken } from "../rate-limit.ts";
import type { ApiServices } from "../services.ts";
import type { ApiEnv } from "../variables.ts";

const WHAT = {
  requests: "requests",
  uploads: "uploads",
  searches: "searches",
  packages: "packages and reports",
} as const;
type LimitName = keyof typeof WHAT;

/** Takes one of the tenant's share of a minute. Throws RATE_LIMITED, with the time to wait. */
export function takeFromLimit(
  { limits }: Pick<ApiServices, "limits">,
  which: LimitName,
  tenantId: string,
  show: (limit: RateLimit, taken: Taken) => void = () => {},
): void {
  const limit = limits[which];
  const taken = limit.take(tenantId);
  const { retryAfterSeconds } = taken;
  show(limit, taken);
  if (retryAfterSeconds === 0) return;
  throw new AssayError(
    "RATE_LIMITED",
    `Cannot serve more than ${limit.perMinute} ${WHAT[which]} per minute for a tenant: try again in ${retryAfterSeconds} s`,
    { details: { limitPerMinute: limit.perMinute }, retryAfterSeconds },
  );
}

/**
 * Refuses what a tenant asks for beyond its share of a minute, with the time to wait in `Retry-After`. Each reply says
 * what is left, as the draft of the IETF has it (draft-ietf-httpapi-ratelimit-headers).
 */
export const limitRate = (which: LimitName) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    let shown: [name: string, value: string][] = [];
    takeFromLimit(c.var.services, which, c.var.ctx.tenantId, ({ perMinute }, { remaining, fullInSeconds }) => {
      shown = [
        ["RateLimit-Policy", `"${which}";q=${perMinute};w=60`],
        ["RateLimit", `"${which}";r=${remaining};t=${fullInSeconds}`],
      ];
      for (const [name, value] of shown) c.header(name, value, { append: true });
    });
    await next();
    // Of a reply that a handler made without the context.
    for (const [name, value] of shown) if (!c.res.headers.get(name)?.includes(value)) c.res.headers.append(name, value);
  });

/** Refuses more from an address than it may ask for in a minute. Where no address is known, nothing is counted. */
const limitAddress = (which: "exchanges" | "authorizations", act: string) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const { [which]: limit, clientAddress } = c.var.services;
    const address = clientAddress?.(c);
    const { retryAfterSeconds } = address ? limit.take(address) : { retryAfterSeconds: 0 };
    if (retryAfterSeconds > 0)
      throw new AssayError(
        "RATE_LIMITED",
        `Cannot ${act} more than ${limit.perMinute} times per minute from one address: try again in ${retryAfterSeconds} s`,
        { details: { limitPerMinute: limit.perMinute }, retryAfterSeconds },
      );
    await next();
  });

export const limitExchanges = limitAddress("exchanges", "open links");

export const limitAuthorization = limitAddress("authorizations", "register applications or ask for tokens");
