import { CHECKPOINT_ORIGIN, type CheckpointStatement, canonicalJson } from "@assay/contract";
import type { auditCheckpoints } from "@assay/db";
import type { PublicSigningKey } from "../ports/signer.ts";

type CheckpointRow = typeof auditCheckpoints.$inferSelect;

export function toStatement({
  tenantId,
  sequence,
  hash,
  createdAt,
}: Pick<CheckpointRow, "tenantId" | "sequence" | "hash" | "createdAt">): CheckpointStatement {
  return { origin: CHECKPOINT_ORIGIN, tenantId, sequence, hash, createdAt: createdAt.toISOString() };
}

/** What is signed: the UTF-8 bytes of the statement's RFC 8785 form. */
export function statementBytes(statement: Readonly<Record<keyof CheckpointStatement, string | number>>): Uint8Array {
  const { origin, tenantId, sequence, hash, createdAt } = statement;
  return new TextEncoder().encode(canonicalJson({ origin, tenantId, sequence, hash, createdAt }));
}

export function encodeSignature(signature: Uint8Array): string {
  return btoa(String.fromCharCode(...signature));
}

/** Never throws: what cannot be read is no signature. */
export async function isSignedBy(key: PublicSigningKey, signature: string, bytes: Uint8Array): Promise<boolean> {
  const { kty, crv, x } = key;
  try {
    const publicKey = await crypto.subtle.importKey("jwk", { kty, crv, x }, "Ed25519", false, ["verify"]);
    const decoded = Uint8Array.from(atob(signature), (character) => character.charCodeAt(0));
    return await crypto.subtle.verify("Ed25519", publicKey, decoded, bytes as Uint8Array<ArrayBuffer>);
  } catch {
    return false;
  }
}
