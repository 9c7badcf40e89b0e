import type { AuditEntry, KeptCheckpoint } from "../../generated/admin-types.ts";
import { canonicalJson, sha256Hex } from "../../verify/canonical-json.ts";

/** A public key of the service, as it lists them. */
export interface WitnessedKey {
  readonly kid: string;
  readonly x: string;
}

/** What a witness keeps of a tenant, and what it lets in. */
export interface Witness {
  /** The newest of the tenant. */
  newest(tenantId: string): Promise<KeptCheckpoint | undefined>;
  keys(): Promise<readonly WitnessedKey[]>;
  /** Hashes of entries `audit.resumed` that the operator of the witness has asked about. */
  readonly accepted: ReadonlySet<string>;
}

/** Why a checkpoint is not kept: it cannot be read, or it does not continue what is kept. */
export class Refused extends Error {
  readonly kind: "UNREADABLE" | "FORK";

  constructor(kind: "UNREADABLE" | "FORK", message: string) {
    super(message);
    this.kind = kind;
  }
}

const ORIGINS = { withCounter: "assay/audit-checkpoint/v2", without: "assay/audit-checkpoint/v1" };

/**
 * Checks that a checkpoint continues what is kept, by the entries in between. Returns the breaks that were accepted on
 * the way. Throws Refused.
 */
export async function checkContinues(
  witness: Witness,
  checkpoint: KeptCheckpoint,
  entries: AsyncIterable<AuditEntry>,
): Promise<{ readonly resumedWith: readonly string[] }> {
  await requireSigned(witness, checkpoint);
  const { statement } = checkpoint;
  const kept = await witness.newest(statement.tenantId);
  if (!kept) return { resumedWith: [] };
  if ((statement.counter ?? 0) <= (kept.statement.counter ?? 0) && kept.statement.counter !== undefined)
    throw new Refused("FORK", `counter ${statement.counter ?? "of none"} follows ${kept.statement.counter}`);
  let { sequence, hash } = kept.statement;
  let broken: string | undefined;
  const resumedWith: string[] = [];
  for await (const { hash: stored, ...entry } of entries) {
    if (witness.accepted.has(stored) && entry.action === "audit.resumed" && (await hashOf(entry)) === stored) {
      resumedWith.push(stored);
      broken = undefined;
    } else if (broken !== undefined) {
      broken = resumptionAt(broken, stored, entry.action);
      continue;
    } else if (
      entry.tenantId !== statement.tenantId ||
      entry.sequence !== sequence + 1 ||
      entry.previousHash !== hash ||
      (await hashOf(entry)) !== stored
    ) {
      broken = resumptionAt(`entry ${entry.sequence} does not continue entry ${sequence}`, stored, entry.action);
      continue;
    }
    ({ sequence } = entry);
    hash = stored;
  }
  if (broken !== undefined) throw new Refused("FORK", broken);
  if (sequence !== statement.sequence || hash !== statement.hash)
    throw new Refused("FORK", `the entries end at ${sequence} ${hash}, and the statement says ${statement.sequence}`);
  return { resumedWith };
}

/** A break is accepted by the operator of the witness, and by nobody else. */
function resumptionAt(broken: string, hash: string, action: string): string {
  if (action !== "audit.resumed") return broken;
  return `${broken}; the service continued with entry ${hash}: start the witness with --accept ${hash} once you know why`;
}

async function requireSigned(witness: Witness, { statement, keyId, signature }: KeptCheckpoint): Promise<void> {
  const { origin, tenantId, sequence, hash, createdAt, counter } = statement;
  const known = { origin, tenantId, sequence, hash, createdAt, ...(counter === undefined ? {} : { counter }) };
  if (origin !== (counter === undefined ? ORIGINS.without : ORIGINS.withCounter))
    throw new Refused("UNREADABLE", `origin '${origin}' is not one of a checkpoint`);
  const key = (await witness.keys()).find(({ kid }) => kid === keyId);
  if (!key) throw new Refused("UNREADABLE", `key '${keyId}' is not among --keys`);
  if (!(await isSigned(key, signature, canonicalJson(known))))
    throw new Refused("UNREADABLE", "the signature is not that of its key");
}

/** Ed25519 of a key over a text, the signature in base64. */
export async function isSigned({ x }: Pick<WitnessedKey, "x">, signature: string, text: string): Promise<boolean> {
  try {
    const jwk = { kty: "OKP", crv: "Ed25519", x };
    const key = await crypto.subtle.importKey("jwk", jwk, "Ed25519", false, ["verify"]);
    const bytes = Uint8Array.from(atob(signature), (character) => character.charCodeAt(0));
    return await crypto.subtle.verify("Ed25519", key, bytes, new TextEncoder().encode(text));
  } catch {
    return false;
  }
}

/** As the service computes it: an entry of version 1 is hashed without `version` and `details`. */
function hashOf(entry: Omit<AuditEntry, "hash">): Promise<string> {
  const { version, details, ...first } = entry;
  return sha256Hex(canonicalJson(version === 1 && details === null ? first : entry));
}
