import { toBase64Url } from "./base64url.ts";

const SECRET_BYTES = 32;

/** 32 random bytes, base64url. */
export function newSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}
