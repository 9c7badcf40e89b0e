import { type Database, memberships } from "@assay/db";
import { eq } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { Accounts } from "../ports/accounts.ts";
import { operatorOf } from "./provision-tenant.ts";
import { inSystem, inTenant } from "./transact.ts";

/**
 * Removes a person's lost second factors, recorded in each tenant that they are or were a member of. Returns how many there
 * were; undefined where nobody has this e-mail. For the operator alone: no role is asked for. Throws as the port does.
 */
export function resetFactors(db: Database, accounts: Accounts, email: string): Promise<number | undefined> {
  return accounts.resetFactors(email, async (userId) => {
    const rows = await inSystem(db, (tx) =>
      tx.select({ tenantId: memberships.tenantId }).from(memberships).where(eq(memberships.userId, userId)),
    );
    for (const { tenantId } of rows) {
      const operator = operatorOf(db, tenantId);
      await inTenant(operator, (tx) =>
        recordAudit(tx, operator, { action: "member.factors_reset", objectType: "member", objectId: userId }),
      );
    }
  });
}
