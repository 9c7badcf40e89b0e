import { type Database, memberships, oneRow } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { sha256Hex } from "../digest.ts";
import { membershipsOfAddress } from "./memberships-of-address.ts";
import { operatorOf } from "./provision-tenant.ts";
import { requireSoundMember } from "./require-sound-member.ts";
import { inTenant } from "./transact.ts";

/**
 * Says, for every tenant that somebody with this address is a member of, that it is theirs. For the operator alone: no role
 * is asked for. Returns how many memberships that changed. Throws INTEGRITY_ERROR for one that is stored otherwise than it was
 * recorded, after those of other tenants before it.
 */
export async function proveAddress(
  db: Database,
  { email, reason }: { readonly email: string; readonly reason: string },
): Promise<number> {
  const rows = await membershipsOfAddress(db, email);
  const reasonHash = await sha256Hex(reason);
  for (const { tenantId, userId } of rows) {
    const operator = operatorOf(db, tenantId);
    await inTenant(operator, async (tx) => {
      const isTheirs = and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId));
      const member = oneRow(await tx.select().from(memberships).where(isTheirs).for("update"));
      await requireSoundMember(tx, member, "prove the address");
      await tx.update(memberships).set({ addressProof: "OPERATOR" }).where(isTheirs);
      const details = { reasonHash };
      await recordAudit(tx, operator, {
        action: "member.address_proved",
        objectType: "member",
        objectId: userId,
        details,
      });
    });
  }
  return rows.length;
}
