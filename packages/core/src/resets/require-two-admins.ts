import { ADDRESS_UNPROVED, AssayError } from "@assay/contract";
import { memberships, type Transaction } from "@assay/db";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { mayBeOnePerson } from "../tenancy/may-be-one-person.ts";
import { hasRole } from "../tenancy/require-role.ts";
import { requireOneTenant } from "./require-one-tenant.ts";

/** Throws FORBIDDEN where both may be one person, INVALID_STATE where one of them is no ADMIN of the rank by now, and where the account is not this tenant's alone. */
export async function requireTwoAdmins(
  tx: Transaction,
  {
    tenantId,
    userId,
    admins,
  }: { readonly tenantId: string; readonly userId: string; readonly admins: readonly string[] },
): Promise<void> {
  const isOne = and(
    eq(memberships.tenantId, tenantId),
    inArray(memberships.userId, [userId, ...admins]),
    isNull(memberships.revokedAt),
  );
  const rows = await tx.select().from(memberships).where(isOne).orderBy(asc(memberships.userId)).for("share");
  const member = rows.find((row) => row.userId === userId);
  const may = rows.filter((row) => admins.includes(row.userId) && hasRole(row, "ADMIN"));
  if (!member || may.length !== 2 || may.some((admin) => !hasRole(admin, member.role)))
    throw new AssayError(
      "INVALID_STATE",
      "Cannot reset the account because who began or confirmed it may no longer, or the person is no member any more: begin another reset",
    );
  const [first, second] = may.map((admin) => admin.userId);
  if (await mayBeOnePerson(tx, tenantId, first!, second!))
    throw new AssayError(
      "FORBIDDEN",
      "Cannot reset the account because one person may hold both administrators' accounts, as one was invited by a link that was handed over: an operator proves the address with npm run person:prove-address",
      { details: { reason: ADDRESS_UNPROVED } },
    );
  await requireOneTenant(tx, tenantId, userId);
}
