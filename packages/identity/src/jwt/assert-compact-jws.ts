import { base64url } from "jose";

const TOKEN_LENGTH_MAX = 8192;
const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Refuses what is not three base64url parts in their one canonical form, before anything is parsed: otherwise the
 * same token could be written in many ways.
 */
export function assertCompactJws(token: unknown): asserts token is string {
  if (typeof token !== "string" || token.length > TOKEN_LENGTH_MAX || !COMPACT_JWS.test(token)) {
    throw new TypeError(
      `Cannot read the token because it must be a compact JWS of at most ${TOKEN_LENGTH_MAX} characters`,
    );
  }
  if (token.split(".").some((part) => base64url.encode(base64url.decode(part)) !== part)) {
    throw new TypeError("Cannot read the token because its parts must be canonical base64url");
  }
}
