import { ADDRESS_UNPROVED, AssayError, type SignOffRole } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { findInviters } from "../tenancy/may-be-one-person.ts";
import type { SignOffRow } from "./to-sign-off.ts";

/**
 * Throws FORBIDDEN where the signer and somebody who has signed may be one person: one invited the other by a link that
 * was handed over, in one step or several, and nobody has proved the address since.
 */
export async function requireApart(
  tx: Transaction,
  { tenantId, role, signerId }: { tenantId: string; role: SignOffRole; signerId: string },
  signed: readonly SignOffRow[],
): Promise<void> {
  const mine = await findInviters(tx, tenantId, signerId);
  for (const { signerId: other } of signed) {
    if (other === signerId) continue;
    if (!mine.has(other) && !(await findInviters(tx, tenantId, other)).has(signerId)) continue;
    throw new AssayError(
      "FORBIDDEN",
      `Cannot sign as ${role} because one of the signers invited the other by a link that was handed over: an operator proves the address with npm run person:prove-address`,
      { details: { role, reason: ADDRESS_UNPROVED, signerId: other } },
    );
  }
}
