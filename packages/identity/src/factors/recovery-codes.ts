import { createHash, randomBytes } from "node:crypto";
import { toBase32 } from "./totp.ts";

const RECOVERY_CODES = 10;
/** 120 bits: no list of hashes can be searched for it, so that it needs no slow hash. Those of before have 80. */
const CODE_BYTES = 15;

export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(CODE_BYTES)).match(/.{4}/g)!.join("-"));
}

/** Without letter case, spaces and dashes, as people copy codes from paper. */
export function hashOfRecoveryCode(code: string): string {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, "");
  return createHash("sha256").update(plain).digest("hex");
}
