import type { OfferedInvitation } from "@assay/contract";
import type { Database } from "@assay/db";
import { nameActors } from "../tenancy/name-actors.ts";
import { inTenant } from "../tenancy/transact.ts";
import { findBySecret, lockOpen } from "./find-open-invitation.ts";

/** Shows who invites whom, to which tenant, to anyone who has the secret; changes nothing, and looks at no account. */
export async function exchangeInvitation(db: Database, secret: string): Promise<OfferedInvitation> {
  const which = await findBySecret(db, secret);
  const { tenantId } = which;
  return inTenant({ db, tenantId }, async (tx) => {
    const { tenantName, email, role, invitedBy, expiresAt } = await lockOpen(tx, which);
    const names = await nameActors(tx, tenantId, [invitedBy]);
    return { tenantName, email, role, invitedByName: names[invitedBy] ?? null, expiresAt: expiresAt.toISOString() };
  });
}
