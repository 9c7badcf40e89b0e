import { type Context, inTenant } from "@assay/core/tenancy";
import {
  identityProviders,
  newId,
  scimGroupMembers,
  scimGroups,
  scimKeys,
  scimUsers,
  ssoSubjects,
  tenantDomains,
} from "@assay/db";

/** A row in each table of single sign-on, for a member of the tenant. */
export function addSignOn({ db, tenantId }: Context, { userId }: { userId: string }): Promise<void> {
  return inTenant({ db, tenantId }, async (tx) => {
    const made = { tenantId, createdBy: userId };
    const provider = { name: "Directory", issuer: "https://id.example.test", clientId: "assay" };
    const sealed = { secret: new Uint8Array(1), secretKeyId: "k", defaultRole: "VIEWER" as const, active: true };
    await tx.insert(identityProviders).values({ ...made, ...provider, ...sealed });
    await tx.insert(tenantDomains).values({ ...made, domain: "example.test", token: "t" });
    await tx.insert(ssoSubjects).values({ tenantId, issuer: provider.issuer, subject: "s", userId });
    await tx.insert(scimKeys).values({ ...made, name: "Directory", prefix: "p", keyHash: newId() });
    const [scimUserId, groupId] = [newId(), newId()];
    await tx.insert(scimUsers).values({
      id: scimUserId,
      tenantId,
      userName: "A@example.test",
      email: "a@example.test",
      active: true,
      createdBy: `scim-key:${newId()}`,
    });
    await tx.insert(scimGroups).values({ id: groupId, tenantId, displayName: "Auditors" });
    await tx.insert(scimGroupMembers).values({ tenantId, groupId, scimUserId });
  });
}
