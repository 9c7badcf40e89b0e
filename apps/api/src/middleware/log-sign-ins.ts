import type { Identity } from "@assay/core/ports";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { ApiEnv } from "../variables.ts";
import { bearerToken } from "./session.ts";

/** Where a company's sign-in sends people back to, who are then sent on with a code or with why not. */
const SSO_RETURN = /\/sso\/callback$/;
/** What is tried, by the end of the path; of a token, by the query. */
const WAYS: readonly (readonly [path: RegExp, way: string])[] = [
  [/\/token$/, "token"],
  [/\/factors\/recovery-codes\/verify$/, "recovery_code"],
  [/\/factors\/[^/]+\/verify$/, "totp"],
  [/\/passkeys\/authentication\/verify$/, "passkey"],
  [/\/sso$/, "sso"],
  [SSO_RETURN, "sso_return"],
  [/\/logout$/, "logout"],
];
const GRANTS = ["password", "refresh_token", "pkce"];
const answer = z.object({ user: z.object({ id: z.string() }).optional(), error_code: z.string().optional() });

/**
 * A line for each try at the built-in identity to sign in, to prove a factor or to sign out: how, who came in, or the code
 * of the refusal. Never what was given, an e-mail included.
 */
export const logSignIns = createMiddleware<ApiEnv>(async (c, next) => {
  const { method, path } = c.req;
  const isTry = method === (SSO_RETURN.test(path) ? "GET" : "POST");
  const found = isTry ? WAYS.find(([each]) => each.test(path))?.[1] : undefined;
  if (!found) return next();
  const { logger, identity } = c.var.services;
  // It says nothing of whom it has signed out, and its session is gone then.
  const caller = found === "logout" ? await readCaller(identity, c.req.header("Authorization")) : undefined;
  await next();
  const grant = found === "token" ? GRANTS.find((each) => each === c.req.query("grant_type")) : undefined;
  const isJson = c.res.headers.get("Content-Type")?.includes("json");
  const said = isJson ? answer.safeParse(await c.res.clone().json()).data : undefined;
  const back = URL.parse(c.res.headers.get("Location") ?? "")?.searchParams;
  logger.info("sign_in.answered", {
    requestId: c.var.requestId,
    way: grant ?? found,
    status: c.res.status,
    userId: said?.user?.id ?? caller?.userId ?? null,
    code: said?.error_code ?? back?.get("error_code") ?? null,
  });
});

async function readCaller(identity: Identity, authorization: string | undefined) {
  try {
    return await identity.verify(bearerToken(authorization));
  } catch {
    return undefined;
  }
}
