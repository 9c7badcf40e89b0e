import { type AuditEntry, canonicalJson } from "@assay/contract";
import { sha256Hex } from "../digest.ts";

/** `previousHash` of a chain's first entry. */
export const AUDIT_GENESIS = "0".repeat(64);

/**
 * SHA-256 of the entry's RFC 8785 form without `hash`; `previousHash` is inside, which makes the chain. An entry of
 * version 1 is hashed without `version` and `details`; one that has details all the same has another hash.
 */
export function auditHash(entry: Omit<AuditEntry, "hash">): Promise<string> {
  const { version, details, ...first } = entry;
  return sha256Hex(canonicalJson(version === 1 && details === null ? first : entry));
}
