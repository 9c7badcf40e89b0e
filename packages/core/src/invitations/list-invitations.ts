import type { Invitation, InvitationListQuery } from "@assay/contract";
import { invitations } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { mapPage, newestPage, type Page } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { nameActors } from "../tenancy/name-actors.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { invitationState, shownInvitation, toInvitation } from "./to-invitation.ts";

/** Of the tenant, newest first, those that ended included. */
export function listInvitations(ctx: Context, query: InvitationListQuery): Promise<Page<Invitation>> {
  requireRole(ctx, "ADMIN");
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    const inState = query.state && eq(invitationState, query.state);
    const page = await newestPage("invitations", query, {
      from: tx.select(shownInvitation).from(invitations),
      columns: invitations,
      where: and(eq(invitations.tenantId, tenantId), inState),
    });
    const makers = page.items.map(({ invitedBy }) => invitedBy);
    const names = await nameActors(tx, tenantId, makers);
    return mapPage(page, (row) => toInvitation(row, names));
  });
}
