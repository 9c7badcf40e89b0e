import type { SsoRole } from "@assay/contract";
import { identityProviders, scimGroupMembers, scimGroups, type Transaction } from "@assay/db";
import { and, eq, isNotNull } from "drizzle-orm";
import { isOneOf } from "../is-one-of.ts";

/**
 * What the directory gives each of its people: the highest role of their mapped groups, else the active provider's default.
 */
export async function rolesOf(
  tx: Transaction,
  tenantId: string,
  scimUserIds: readonly string[],
): Promise<(scimUserId: string) => SsoRole> {
  const [provider] = await tx
    .select({ role: identityProviders.defaultRole })
    .from(identityProviders)
    .where(and(eq(identityProviders.tenantId, tenantId), eq(identityProviders.active, true)));
  const mapped = await tx
    .select({ scimUserId: scimGroupMembers.scimUserId, role: scimGroups.role })
    .from(scimGroupMembers)
    .innerJoin(scimGroups, eq(scimGroups.id, scimGroupMembers.groupId))
    .where(
      and(
        eq(scimGroupMembers.tenantId, tenantId),
        eq(scimGroups.tenantId, tenantId),
        isOneOf(scimGroupMembers.scimUserId, scimUserIds),
        isNotNull(scimGroups.role),
      ),
    );
  const given = new Map<string, SsoRole>();
  for (const { scimUserId, role } of mapped)
    if (role === "MEMBER" || !given.has(scimUserId)) given.set(scimUserId, role ?? "VIEWER");
  return (scimUserId) => given.get(scimUserId) ?? provider?.role ?? "VIEWER";
}
