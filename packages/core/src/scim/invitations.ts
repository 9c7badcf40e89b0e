import type { SsoRole } from "@assay/contract";
import { scimKeys, scimUsers, type Transaction } from "@assay/db";
import { and, eq, isNull } from "drizzle-orm";
import { rolesOf } from "./role-of.ts";

/** Somebody whom a directory has made and who has not signed in since. */
export interface DirectoryInvitation {
  readonly scimUserId: string;
  readonly role: SsoRole;
  /** As `scim-key:<id>`. */
  readonly invitedBy: string;
}

export async function findDirectoryInvitation(
  tx: Transaction,
  tenantId: string,
  email: string,
): Promise<DirectoryInvitation | undefined> {
  const [row] = await tx
    .select({ id: scimUsers.id, createdBy: scimUsers.createdBy })
    .from(scimUsers)
    .where(
      and(
        eq(scimUsers.tenantId, tenantId),
        eq(scimUsers.email, email),
        eq(scimUsers.active, true),
        isNull(scimUsers.userId),
      ),
    );
  if (!row) return undefined;
  const roleOf = await rolesOf(tx, tenantId, [row.id]);
  return { scimUserId: row.id, role: roleOf(row.id), invitedBy: row.createdBy };
}

export async function linkToDirectory(
  tx: Transaction,
  tenantId: string,
  scimUserId: string,
  userId: string,
): Promise<void> {
  // Of one person at a time: whom an earlier entry of the directory was is known by the newer one from now on.
  const other = and(eq(scimUsers.tenantId, tenantId), eq(scimUsers.userId, userId));
  await tx.update(scimUsers).set({ userId: null, active: false }).where(other);
  const mine = and(eq(scimUsers.tenantId, tenantId), eq(scimUsers.id, scimUserId));
  await tx.update(scimUsers).set({ userId }).where(mine);
}

/**
 * Whether a directory decides who becomes a member, and has not let in anyone who has this address: the tenant has a SCIM key
 * that is active, or the directory has disabled them.
 */
export async function isLeftOut(tx: Transaction, tenantId: string, email: string): Promise<boolean> {
  const active = and(eq(scimKeys.tenantId, tenantId), isNull(scimKeys.revokedAt));
  const keys = await tx.select({ id: scimKeys.id }).from(scimKeys).where(active).limit(1);
  if (keys.length > 0) return true;
  const disabled = and(eq(scimUsers.tenantId, tenantId), eq(scimUsers.email, email), eq(scimUsers.active, false));
  return (await tx.select({ id: scimUsers.id }).from(scimUsers).where(disabled)).length > 0;
}
