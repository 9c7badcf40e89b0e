import { base64url } from "jose";
import { type SigningKeys, signingKeys } from "./signing-keys.ts";

/** One line without blanks or quotes, for a setting. */
export function keysToText(keys: SigningKeys): string {
  return base64url.encode(JSON.stringify(keys));
}

/** Undefined where the text is not what `keysToText` wrote. */
export function readKeysText(text: string): SigningKeys | undefined {
  try {
    return signingKeys.parse(JSON.parse(new TextDecoder().decode(base64url.decode(text))));
  } catch {
    return undefined;
  }
}
