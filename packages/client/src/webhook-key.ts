/** The bytes of a webhook's secret, with or without `whsec_` before them; undefined for what is no base64. */
export function readSecretBytes(secret: string): Uint8Array<ArrayBuffer> | undefined {
  return decodeBase64(secret.replace(/^whsec_/, ""));
}

export function importHmacKey(bytes: Uint8Array<ArrayBuffer>, usage: "sign" | "verify"): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [usage]);
}

export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
