import type { Context } from "@assay/core/tenancy";
import {
  claimIdempotencyKey,
  type IdempotencyClaim,
  type KeptAnswer,
  releaseIdempotencyKey,
  renewIdempotencyKey,
} from "@assay/core/tenancy";
import type { Context as HonoContext } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ApiEnv } from "../variables.ts";
import { invalid } from "./invalid.ts";

type Claimed = { readonly kept?: KeptAnswer; readonly claim?: IdempotencyClaim };

/**
 * Serves a request under its Idempotency-Key, if it has one. `serve` keeps its answer in the transaction that does the
 * work; what it throws returns the key. The claim is short and renewed, so that a crash frees the key soon.
 */
export async function withIdempotencyKey(
  c: HonoContext<ApiEnv>,
  serve: (claimed: Claimed) => Promise<Response>,
): Promise<Response> {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined) return serve({});
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid("header", [{ field: "Idempotency-Key", issue: "must be 1 to 255 visible ASCII characters" }]);
  const { claimMs, renewMs } = c.var.services.settings.idempotency;
  const claimed = await claimIdempotencyKey(c.var.ctx, key, { claimMs });
  if ("kept" in claimed) return serve(claimed);
  // A renewal that fails is made up for by the next: the claim outlasts several.
  const renewal = setInterval(() => {
    renewIdempotencyKey(c.var.ctx, claimed.claim, { claimMs }).catch(() => {});
  }, renewMs);
  try {
    return await serve(claimed);
  } catch (error) {
    await release(c.var.ctx, claimed.claim);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

export function keptReply(c: HonoContext<ApiEnv>, { status, body }: KeptAnswer): Response {
  return c.body(body, status as ContentfulStatusCode, { "Content-Type": "application/json" });
}

// A key that cannot be returned now is returned by its claim's end; the first error is the one to report.
async function release(ctx: Context, claim: IdempotencyClaim): Promise<void> {
  await releaseIdempotencyKey(ctx, claim).catch(() => {});
}
