import { canonicalJson } from "@assay/contract";
import { asBase64Url } from "../base64url.ts";
import type { PublicSigningKey } from "../ports/signer.ts";

/** The RFC 7638 thumbprint, of the key itself: what a file says that it is counts for nothing. */
export async function keyFingerprint({ kty, crv, x }: PublicSigningKey): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonicalJson({ kty, crv, x })));
  return asBase64Url(btoa(String.fromCharCode(...new Uint8Array(digest))));
}
