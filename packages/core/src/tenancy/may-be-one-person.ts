import { isUuid } from "@assay/contract";
import { memberships, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";

/** Who invited a person by a link that was handed over, who invited that one, and so on: each may hold the account of the next. */
export async function findInviters(tx: Transaction, tenantId: string, userId: string): Promise<ReadonlySet<string>> {
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

/** Whether one person may hold both accounts: one invited the other so, or somebody invited both. */
export async function mayBeOnePerson(tx: Transaction, tenantId: string, one: string, other: string): Promise<boolean> {
  const mine = new Set([one, ...(await findInviters(tx, tenantId, one))]);
  const theirs = [other, ...(await findInviters(tx, tenantId, other))];
  return theirs.some((userId) => mine.has(userId));
}
