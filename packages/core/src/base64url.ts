/** Base64url without padding, of bytes. */
export function toBase64Url(bytes: Uint8Array): string {
  return asBase64Url(btoa(String.fromCharCode(...bytes)));
}

/** The same, of base64. */
export function asBase64Url(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Base64 without padding, of base64url. */
export function asBase64(base64url: string): string {
  return base64url.replaceAll("-", "+").replaceAll("_", "/");
}
