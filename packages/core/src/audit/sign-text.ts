import { AssayError } from "@assay/contract";
import { asBase64, asBase64Url } from "../base64url.ts";
import type { PublicSigningKey, Signer } from "../ports/signer.ts";
import { encodeSignature, isSignedBy } from "./checkpoint-statement.ts";

/**
 * Ed25519 over the UTF-8 bytes, base64url. Throws SERVICE_UNAVAILABLE for a signature that does not verify: none such is
 * ever stored.
 */
export async function signText(signer: Signer, text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const signature = await signer.sign(bytes).then(encodeSignature, () => undefined);
  if (signature === undefined || !(await isSignedBy(signer.publicKey, signature, bytes)))
    throw new AssayError(
      "SERVICE_UNAVAILABLE",
      `Cannot sign because the key '${signer.keyId}' of this deployment gives no valid signature: nothing was stored`,
    );
  return asBase64Url(signature);
}

interface SignedText {
  readonly payload: string;
  /** Base64url. */
  readonly signature: string;
  readonly keyId: string;
}

/** Whether one of the keys signed the text. */
export function isTextSigned({ payload, signature, keyId }: SignedText, keys: readonly PublicSigningKey[]) {
  const key = keys.find(({ kid }) => kid === keyId);
  if (!key) return Promise.resolve(false);
  return isSignedBy(key, asBase64(signature), new TextEncoder().encode(payload));
}
