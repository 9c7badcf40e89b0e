import { sha256Hex } from "@assay/core/digest";
import type { SecretBox } from "@assay/core/ports";
import type { SecretKeys } from "./secret-keys.ts";

const ALGORITHM = "AES-GCM";
const IV_BYTES = 12;
const KEY_ID_LENGTH = 16;

/** AES-256-GCM by WebCrypto: a random nonce each, the context as additional data. The first key seals, each opens. */
export async function createSecretBox(keys: SecretKeys): Promise<SecretBox> {
  const entries = await Promise.all(keys.map(openKey));
  const [{ keyId, key }] = entries as [Entry, ...Entry[]];
  return {
    keyId,
    keyIds: entries.map((entry) => entry.keyId),
    async seal(text, context) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const sealed = await crypto.subtle.encrypt(parametersOf(iv, context), key, new TextEncoder().encode(text));
      return { keyId, bytes: new Uint8Array([...iv, ...new Uint8Array(sealed)]) };
    },
    async open({ keyId: sealedWith, bytes }, context) {
      const entry = entries.find((each) => each.keyId === sealedWith);
      if (!entry) return undefined;
      try {
        const parameters = parametersOf(bytes.slice(0, IV_BYTES), context);
        const text = await crypto.subtle.decrypt(parameters, entry.key, bytes.slice(IV_BYTES));
        return new TextDecoder().decode(text);
      } catch {
        // Not sealed with this key or for this context: WebCrypto says nothing more.
        return undefined;
      }
    },
  };
}

interface Entry {
  readonly keyId: string;
  readonly key: CryptoKey;
}

async function openKey(bytes: Uint8Array): Promise<Entry> {
  const key = await crypto.subtle.importKey("raw", bytes as Uint8Array<ArrayBuffer>, ALGORITHM, false, [
    "encrypt",
    "decrypt",
  ]);
  return { keyId: (await sha256Hex(bytes)).slice(0, KEY_ID_LENGTH), key };
}

function parametersOf(iv: Uint8Array<ArrayBuffer>, context: string): AesGcmParams {
  return { name: ALGORITHM, iv, additionalData: new TextEncoder().encode(context) };
}
