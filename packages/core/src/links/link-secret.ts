const SECRET_BYTES = 32;

/** Begins a session's token, so that it is told from an API key and from what an identity issues. */
export const LINK_TOKEN_START = "assay_link_";

/** 32 random bytes, base64url. */
export function newLinkSecret(): string {
  const text = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
