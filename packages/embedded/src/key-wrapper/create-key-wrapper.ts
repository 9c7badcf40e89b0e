import type { KeyWrapper } from "@assay/core/ports";
import { createSecretBox } from "../secret-box/create-secret-box.ts";
import { decodeKey, encodeKey, type SecretKeys } from "../secret-box/secret-keys.ts";

/** Wraps with the first of the deployment's own keys; each unwraps. */
export async function createKeyWrapper(keys: SecretKeys): Promise<KeyWrapper> {
  const box = await createSecretBox(keys);
  return {
    keyId: box.keyId,
    wrap: (key, context) => box.seal(encodeKey(key), context),
    async unwrap(wrapped, context) {
      const text = await box.open(wrapped, context);
      return text === undefined ? undefined : decodeKey(text);
    },
  };
}
