const SECRET_BYTES = 32;

/** 32 random bytes, base64url. */
export function newSecret(): string {
  const text = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
