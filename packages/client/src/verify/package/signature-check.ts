import type { SignOffKey } from "../signatures.ts";
import type { Findings, PackageCheckName } from "./findings.ts";

/** base64 with padding, or base64url without. */
export type Base64Form = "base64" | "base64url";

/** The bytes, where the text is the one form that they have. */
export function decodeBase64(text: string, form: Base64Form): Uint8Array | undefined {
  const standard = form === "base64" ? text : text.replaceAll("-", "+").replaceAll("_", "/");
  if (form === "base64url" && /[+/=]/.test(text)) return undefined;
  try {
    const raw = atob(standard);
    const again = form === "base64" ? btoa(raw) : btoa(raw).replaceAll("=", "");
    return again === standard ? Uint8Array.from(raw, (character) => character.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}

export interface SignatureOf {
  readonly check: PackageCheckName;
  /** What is signed, in words. */
  readonly what: string;
  readonly keyId: string;
  readonly signature: Uint8Array | undefined;
  readonly message: Uint8Array;
}

/** Checks an Ed25519 signature. Without keys it stays open, whatever it is of. */
export async function checkSignature(
  findings: Findings,
  keys: readonly SignOffKey[] | undefined,
  { check, what, keyId, signature, message }: SignatureOf,
): Promise<void> {
  if (signature?.length !== 64) return findings.fail(check, `${what}: its signature is none`, "signature");
  if (!keys) return findings.leaveOpen(check, "no keys were given: signatures were not checked");
  const key = keys.find(({ kid }) => kid === keyId);
  if (!key) return findings.fail(check, `${what}: the key '${keyId}' is not among those given`, "signature");
  if (!(await isSignedBy(key, signature, message)))
    findings.fail(check, `${what}: the signature is not that of its text`, "signature");
}

async function isSignedBy({ x }: SignOffKey, signature: Uint8Array, message: Uint8Array): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey("jwk", { kty: "OKP", crv: "Ed25519", x }, "Ed25519", false, ["verify"]);
    const [given, signed] = [signature, message] as Uint8Array<ArrayBuffer>[];
    return await crypto.subtle.verify("Ed25519", key, given!, signed!);
  } catch {
    return false;
  }
}
