import type { PublicSigningKey } from "@assay/core/ports";
import { calculateJwkThumbprint } from "jose";
import { z } from "zod";
import { publicHalf, publicKey, signingKeys } from "./signing-keys.ts";

const published = z.object({ keys: z.array(publicKey).min(1) }).transform(({ keys }) => keys.map(publicHalf));
const kept = signingKeys.transform(({ current, retired }) => [publicHalf(current), ...retired.map(publicHalf)]);
const keyList = z.union([published, kept]);

/**
 * The public keys in a data folder's key file, or in what `/.well-known/assay-checkpoint-keys.json` returns. Undefined
 * where the text is neither, or a key's name is not its thumbprint.
 */
export async function readPublicKeys(text: string): Promise<PublicSigningKey[] | undefined> {
  try {
    const keys = keyList.parse(JSON.parse(text));
    const named = await Promise.all(keys.map(isNamedByThumbprint));
    return named.every(Boolean) ? keys : undefined;
  } catch {
    return undefined;
  }
}

async function isNamedByThumbprint({ kty, crv, x, kid, createdAt }: PublicSigningKey): Promise<boolean> {
  return (await calculateJwkThumbprint({ kty, crv, x })) === kid && !Number.isNaN(Date.parse(createdAt));
}
