import {
  CHECKPOINT_ORIGIN,
  CHECKPOINT_ORIGIN_1,
  type CheckpointStatement,
  canonicalJson,
  type KeptCheckpoint,
} from "@assay/contract";
import type { auditCheckpoints } from "@assay/db";
import type { PublicSigningKey } from "../ports/signer.ts";

type CheckpointRow = typeof auditCheckpoints.$inferSelect;

export function toStatement({
  tenantId,
  sequence,
  hash,
  createdAt,
  counter,
}: Pick<CheckpointRow, "tenantId" | "sequence" | "hash" | "createdAt" | "counter">): CheckpointStatement {
  const statement = { tenantId, sequence, hash, createdAt: createdAt.toISOString() };
  return counter === null
    ? { origin: CHECKPOINT_ORIGIN_1, ...statement }
    : { origin: CHECKPOINT_ORIGIN, ...statement, counter };
}

/** What is signed: the UTF-8 bytes of the statement's RFC 8785 form. */
export function statementBytes(statement: KeptCheckpoint["statement"]): Uint8Array {
  const { origin, tenantId, sequence, hash, createdAt, counter } = statement;
  const known = { origin, tenantId, sequence, hash, createdAt };
  return new TextEncoder().encode(canonicalJson(counter === undefined ? known : { ...known, counter }));
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

/** Whether the statement has a known form and a key that counts signed it. */
export async function isCheckpointOf(
  tenantId: string,
  { statement, keyId, signature }: KeptCheckpoint,
  keys: readonly PublicSigningKey[],
): Promise<boolean> {
  const key = keys.find(({ kid }) => kid === keyId);
  if (!key || statement.tenantId !== tenantId || !isKnownForm(statement)) return false;
  return isSignedBy(key, signature, statementBytes(statement));
}

/** Each origin has its own form: a counter that is not signed, or missing, is no statement of ours. */
export function isKnownForm({ origin, counter }: KeptCheckpoint["statement"]): boolean {
  return origin === (counter === undefined ? CHECKPOINT_ORIGIN_1 : CHECKPOINT_ORIGIN);
}
