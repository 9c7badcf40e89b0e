import { canonicalJson } from "@assay/contract";
import type { checkpointKeys } from "@assay/db";
import type { PublicSigningKey, Signer } from "../ports/signer.ts";
import { encodeSignature, isSignedBy } from "./checkpoint-statement.ts";

const ORIGIN = "assay/checkpoint-key/v1";

/** One key's word for another: that what the other signs counts as well. */
export interface Voucher {
  readonly key: PublicSigningKey;
  readonly vouchedBy: string;
  readonly signature: string;
}

type VoucherRow = Pick<typeof checkpointKeys.$inferSelect, "keyId" | "vouchedBy" | "x" | "createdAt" | "signature">;

export function toVoucher({ keyId, vouchedBy, x, createdAt, signature }: VoucherRow): Voucher {
  return {
    key: { kty: "OKP", crv: "Ed25519", x, kid: keyId, createdAt: createdAt.toISOString() },
    vouchedBy,
    signature,
  };
}

export async function vouchFor(key: PublicSigningKey, signer: Signer): Promise<VoucherRow> {
  return {
    keyId: key.kid,
    vouchedBy: signer.keyId,
    x: key.x,
    createdAt: new Date(key.createdAt),
    signature: encodeSignature(await signer.sign(keyBytes(key))),
  };
}

export function isVouchedBy(voucher: PublicSigningKey, { key, vouchedBy, signature }: Voucher): Promise<boolean> {
  return vouchedBy === voucher.kid ? isSignedBy(voucher, signature, keyBytes(key)) : Promise.resolve(false);
}

function keyBytes({ kid, x, createdAt }: PublicSigningKey): Uint8Array {
  return new TextEncoder().encode(
    canonicalJson({ origin: ORIGIN, kid, x, createdAt: new Date(createdAt).toISOString() }),
  );
}
