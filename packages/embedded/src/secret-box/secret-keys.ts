const KEY_BYTES = 32;
const ONE_KEY = /^[A-Za-z0-9_-]{43}$/;

/** Keys of AES-256, the one that seals first; those after it still open. */
export type SecretKeys = readonly [Uint8Array, ...Uint8Array[]];

/** An active new key; those before it still open. */
export function addSecretKey(keys: readonly Uint8Array[] = []): SecretKeys {
  return [crypto.getRandomValues(new Uint8Array(KEY_BYTES)), ...keys];
}

/** As a setting: each key in base64url, with commas between. */
export function secretKeysToText(keys: SecretKeys): string {
  return keys.map(encodeKey).join(",");
}

/** Undefined for a text that `secretKeysToText` did not write. */
export function readSecretKeys(text: string): SecretKeys | undefined {
  const parts = text.split(",").map((part) => part.trim());
  if (!parts.every((part) => ONE_KEY.test(part))) return undefined;
  const [first, ...others] = parts.map(decodeKey);
  return first && [first, ...others];
}

/** In base64url. */
export function encodeKey(key: Uint8Array): string {
  return btoa(String.fromCharCode(...key))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export function decodeKey(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}
