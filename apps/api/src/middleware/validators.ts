import type { Context } from "hono";
import packageJson from "../../package.json" with { type: "json" };
import type { ApiEnv } from "../variables.ts";

/** For bytes whose hash is their ETag: kept by the client, asked for each time, never changed on the way. */
export const EXACT_BYTES = "private, no-cache, no-transform";

/** For exact bytes that the client does not keep. */
export const UNALTERED = "no-store, no-transform";

/**
 * Gives the reply its ETag and says whether the client already has it: then the reply is `notModified`. Call it once
 * the caller's access is checked.
 */
export function hasUnchanged(c: Context<ApiEnv>, etag: string, cacheControl = "private, no-cache"): boolean {
  c.header("ETag", etag);
  c.header("Cache-Control", cacheControl);
  const known = c.req.header("If-None-Match");
  if (known === undefined) return false;
  return known.trim() === "*" || known.split(",").some((each) => opaque(each) === opaque(etag));
}

/** The weak tag of what is said of a thing that never changes; another release may say more of it. */
export function tagOf(noun: string, id: string): string {
  return `W/"${noun}-${id}-${packageJson.version}"`;
}

export function notModified(c: Context<ApiEnv>): Response {
  return c.body(null, 304);
}

/** A tag without its weakness: what both sides of If-None-Match are compared by. */
function opaque(etag: string): string {
  return etag.trim().replace(/^W\//, "");
}
