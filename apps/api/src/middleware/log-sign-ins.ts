import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { ApiEnv } from "../variables.ts";

/** What is tried, by the end of the path; of a token, by the query. */
const WAYS: readonly (readonly [path: RegExp, way: string])[] = [
  [/\/token$/, "token"],
  [/\/factors\/recovery-codes\/verify$/, "recovery_code"],
  [/\/factors\/[^/]+\/verify$/, "totp"],
  [/\/passkeys\/authentication\/verify$/, "passkey"],
  [/\/sso$/, "sso"],
  [/\/logout$/, "logout"],
];
const GRANTS = ["password", "refresh_token", "pkce"];
const answer = z.object({ user: z.object({ id: z.string() }).optional(), error_code: z.string().optional() });

/**
 * A line for each try at the built-in identity to sign in, to prove a factor or to sign out: how, who came in, or the code
 * of the refusal. Never what was given, an e-mail included.
 */
export const logSignIns = createMiddleware<ApiEnv>(async (c, next) => {
  await next();
  const { method, path } = c.req;
  const found = method === "POST" && WAYS.find(([each]) => each.test(path))?.[1];
  if (!found) return;
  const grant = found === "token" ? GRANTS.find((each) => each === c.req.query("grant_type")) : undefined;
  const isJson = c.res.headers.get("Content-Type")?.includes("json");
  const said = isJson ? answer.safeParse(await c.res.clone().json()).data : undefined;
  c.var.services.logger.info("sign_in.answered", {
    requestId: c.var.requestId,
    way: grant ?? found,
    status: c.res.status,
    userId: said?.user?.id ?? null,
    code: said?.error_code ?? null,
  });
});
