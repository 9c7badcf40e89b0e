import { AssayError, type FirstPassword } from "@assay/contract";
import type { Database } from "@assay/db";
import { recordAudit } from "../audit/record-audit.ts";
import { sha256Hex } from "../digest.ts";
import type { Accounts } from "../ports/accounts.ts";
import { endOpenLinks } from "./end-open-resets.ts";
import { membershipsOfAddress } from "./memberships-of-address.ts";
import { operatorOf } from "./provision-tenant.ts";
import { inTenant } from "./transact.ts";

/**
 * Gives the person with this address another first password, which must be changed, and ends their sessions; recorded in each
 * of their tenants before anyone sees the password. For the operator alone: anyone who sets a password can sign as its person.
 * Throws INVALID_STATE where no single account has the address, and where people reset theirs by mail.
 */
export async function resetPerson(
  db: Database,
  accounts: Accounts,
  { email, reason }: { readonly email: string; readonly reason: string },
): Promise<FirstPassword> {
  const rows = await membershipsOfAddress(db, email);
  const [userId, another] = new Set(rows.map((row) => row.userId));
  if (!userId || another || (await accounts.findEmail(userId)) !== email)
    throw new AssayError(
      "INVALID_STATE",
      `Cannot reset '${email}' because it must be the address of one member's account`,
    );
  const password = await accounts.resetPassword(userId);
  const details = { reasonHash: await sha256Hex(reason) };
  for (const { tenantId } of rows) {
    const operator = operatorOf(db, tenantId);
    await inTenant(operator, async (tx) => {
      await endOpenLinks(tx, tenantId, userId);
      const event = { objectType: "member", objectId: userId, details };
      await recordAudit(tx, operator, { action: "member.password_reset", ...event });
    });
  }
  return password;
}
