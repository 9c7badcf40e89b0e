import type { CallbackVerifier } from "@assay/adapters/qstash";
import { createMiddleware } from "hono/factory";
import { readText } from "../middleware/read-text.ts";
import type { ApiEnv } from "../variables.ts";

/** A dispatch holds an id; a sweep nothing. */
const BODY_BYTES_MAX = 1024;

export interface CallbackEnv {
  Variables: ApiEnv["Variables"] & { signedBody: string };
}

/**
 * Lets through what QStash signed for this path at one of the public addresses. The signature is over the body as it
 * came, so it is checked before anything reads it.
 */
export function signed(verifier: CallbackVerifier, addresses: readonly string[]) {
  return createMiddleware<CallbackEnv>(async (c, next) => {
    const { raw } = c.req;
    const body = raw.body ? await readText(raw.body, BODY_BYTES_MAX) : "";
    await verifier.verify({
      signature: c.req.header("Upstash-Signature"),
      body,
      urls: addresses.map((address) => `${address}${c.req.path}`),
    });
    c.set("signedBody", body);
    await next();
  });
}
