import { auditCheckpoints, checkpointKeys, type Database, type Transaction } from "@assay/db";
import { asc, count, inArray } from "drizzle-orm";
import type { PublicSigningKey, Signer } from "../ports/signer.ts";
import { inSystem } from "../tenancy/transact.ts";
import { isVouchedBy, toVoucher, type Voucher, vouchFor } from "./key-statement.ts";

type Keys = readonly PublicSigningKey[];

/**
 * Keeps the active key in the database, with its word for the keys before it and for `further` ones. At its first
 * start it also vouches for every key that was active there; a row that is added later by somebody else counts for
 * nothing. Returns the keys that it vouched for now, its own omitted. Safe to repeat.
 */
export async function keepCheckpointKeys(db: Database, signer: Signer, further: Keys = []): Promise<Keys> {
  const vouchers = await inSystem(db, listTokens);
  const mine = await vouchedFor(signer.publicKey, vouchers);
  const added = (await keysToKeep(signer, vouchers, further)).filter(({ kid }) => !mine.has(kid));
  if (added.length === 0) return [];
  const rows = await Promise.all(added.map((key) => vouchFor(key, signer)));
  await inSystem(db, (tx) => tx.insert(checkpointKeys).values(rows).onConflictDoNothing());
  return added.filter(({ kid }) => kid !== signer.keyId);
}

/** Every key whose signature counts, the current one first: the signer's, and those that a key that counts vouches for. */
export async function listCheckpointKeys(db: Database, signer: Signer): Promise<Keys> {
  return trustedKeys(signer.publicKeys, await inSystem(db, listTokens));
}

export interface KeyInspection {
  /** What counts from the next start on. */
  readonly known: Keys;
  /** Keys that signed checkpoints and do not count. */
  readonly unknown: readonly { readonly keyId: string; readonly checkpoints: number }[];
  /** Keys that are listed, signed nothing and do not count. */
  readonly unconfirmed: readonly string[];
}

/** How the keys of the database stand to the active one. Changes nothing. */
export async function inspectCheckpointKeys(db: Database, signer: Signer, further: Keys = []): Promise<KeyInspection> {
  const { vouchers, signed } = await inSystem(db, async (tx) => ({
    vouchers: await listTokens(tx),
    signed: await tx
      .select({ keyId: auditCheckpoints.keyId, checkpoints: count() })
      .from(auditCheckpoints)
      .groupBy(auditCheckpoints.keyId)
      .orderBy(auditCheckpoints.keyId),
  }));
  const known = await trustedKeys(await keysToKeep(signer, vouchers, further), vouchers);
  const isKnown = (keyId: string) => known.some(({ kid }) => kid === keyId);
  const unknown = signed.filter(({ keyId }) => !isKnown(keyId));
  const listed = new Set(vouchers.map(({ key }) => key.kid));
  for (const { keyId } of unknown) listed.delete(keyId);
  return { known, unknown, unconfirmed: [...listed].filter((keyId) => !isKnown(keyId)) };
}

/** Those of the keys that signed a checkpoint here. */
export async function keysThatSigned(db: Database, keys: Keys): Promise<Keys> {
  if (keys.length === 0) return [];
  const ids = keys.map(({ kid }) => kid);
  const signed = await inSystem(db, (tx) =>
    tx
      .selectDistinct({ keyId: auditCheckpoints.keyId })
      .from(auditCheckpoints)
      .where(inArray(auditCheckpoints.keyId, ids)),
  );
  return keys.filter(({ kid }) => signed.some(({ keyId }) => keyId === kid));
}

async function listTokens(tx: Transaction): Promise<Voucher[]> {
  const rows = await tx
    .select()
    .from(checkpointKeys)
    .orderBy(asc(checkpointKeys.keptAt), asc(checkpointKeys.keyId), asc(checkpointKeys.vouchedBy));
  return rows.map(toVoucher);
}

async function keysToKeep(signer: Signer, vouchers: readonly Voucher[], further: Keys): Promise<Keys> {
  const isFirstStart = !(await vouchedFor(signer.publicKey, vouchers)).has(signer.keyId);
  const wanted = [...signer.publicKeys, ...(isFirstStart ? await activeKeys(vouchers) : []), ...further];
  return wanted.filter(({ kid }, at) => wanted.findIndex((key) => key.kid === kid) === at);
}

async function vouchedFor(key: PublicSigningKey, vouchers: readonly Voucher[]): Promise<Set<string>> {
  const verified = await Promise.all(vouchers.map((voucher) => isVouchedBy(key, voucher)));
  return new Set(vouchers.filter((_, at) => verified[at]).map((voucher) => voucher.key.kid));
}

/** Keys that vouched for themselves: each was the active key of some start. */
async function activeKeys(vouchers: readonly Voucher[]): Promise<Keys> {
  const verified = await Promise.all(vouchers.map((voucher) => isVouchedBy(voucher.key, voucher)));
  return vouchers.filter((_, at) => verified[at]).map(({ key }) => key);
}

async function trustedKeys(roots: Keys, vouchers: readonly Voucher[]): Promise<Keys> {
  const trusted = new Map(roots.map((key) => [key.kid, key]));
  // Those that are added on the way are met later in the same loop.
  for (const key of trusted.values())
    for (const voucher of vouchers)
      if (!trusted.has(voucher.key.kid) && (await isVouchedBy(key, voucher))) trusted.set(voucher.key.kid, voucher.key);
  return [...trusted.values()];
}
