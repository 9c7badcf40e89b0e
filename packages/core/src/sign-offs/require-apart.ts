import { AssayError, isUuid, type SignOffRole } from "@assay/contract";
import { memberships, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import type { SignOffRow } from "./to-sign-off.ts";

/** In `details.reason` of FORBIDDEN. */
const ADDRESS_UNPROVED = "ADDRESS_UNPROVED";

/**
 * Throws FORBIDDEN where the signer and somebody who has signed may be one person: one invited the other by a link that
 * was handed over, in one step or several, and nobody has proved the address since.
 */
export async function requireApart(
  tx: Transaction,
  { tenantId, role, signerId }: { tenantId: string; role: SignOffRole; signerId: string },
  signed: readonly SignOffRow[],
): Promise<void> {
  const mine = await inviters(tx, tenantId, signerId);
  for (const { signerId: other } of signed) {
    if (other === signerId) continue;
    if (!mine.has(other) && !(await inviters(tx, tenantId, other)).has(signerId)) continue;
    throw new AssayError(
      "FORBIDDEN",
      `Cannot sign as ${role} because one of the signers invited the other by a link that was handed over: an operator proves the address with npm run person:prove-address`,
      { details: { role, reason: ADDRESS_UNPROVED, signerId: other } },
    );
  }
}

/** Who invited a person by a link that was handed over, who invited that one, and so on. */
async function inviters(tx: Transaction, tenantId: string, userId: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let at: string | null = userId; at !== null && isUuid(at); ) {
    const [row] = await tx
      .select({ invitedBy: memberships.invitedBy, addressProof: memberships.addressProof })
      .from(memberships)
      .where(and(eq(memberships.tenantId, tenantId), eq(memberships.userId, at)));
    const inviter: string | null = row?.addressProof === "NONE" ? row.invitedBy : null;
    if (inviter === null || found.has(inviter)) break;
    found.add(inviter);
    at = inviter;
  }
  return found;
}
