import { AssayError, type InvitationDelivery, isUuid } from "@assay/contract";
import { invitations, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { dropMails } from "../mail/enqueue-mail.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requirePerson } from "../tenancy/require-person.ts";
import { requireRank } from "../tenancy/require-rank.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { type IssuedInvitation, invitationEnd, issue, makeSecret } from "./invite-member.ts";
import { type ShownInvitation, shownInvitation } from "./to-invitation.ts";

/**
 * Ends the present link and issues another, also of one that has expired; who renews is who invites from then on, as they may
 * have the link. Throws INVALID_STATE once it has ended.
 */
export async function renewInvitation(
  ctx: Context,
  { delivery }: { delivery: InvitationDelivery },
  id: string,
): Promise<IssuedInvitation> {
  const made = await makeSecret(delivery);
  return onInvitation(ctx, id, "renew an invitation", async (tx, row) => {
    if (row.state === "ACCEPTED" || row.state === "WITHDRAWN") throw ended(row, "renew");
    await tx
      .update(invitations)
      .set({ delivery, secretHashes: made.hashes, invitedBy: ctx.actor.id, expiresAt: invitationEnd })
      .where(keyOf(row));
    return { ...(await issue(tx, ctx, { ...row, delivery }, "invitation.renewed")), secret: made.secret };
  });
}

/** Ends the link with the next request; one that was withdrawn before stays as it is. Throws INVALID_STATE for an accepted one. */
export async function withdrawInvitation(ctx: Context, id: string): Promise<void> {
  await onInvitation(ctx, id, "withdraw an invitation", async (tx, row) => {
    if (row.state === "WITHDRAWN") return;
    if (row.state === "ACCEPTED") throw ended(row, "withdraw");
    await tx
      .update(invitations)
      .set({ withdrawnAt: sql`now()`, withdrawnBy: ctx.actor.id, secretHashes: [] })
      .where(keyOf(row));
    await dropMails(tx, { tenantId: ctx.tenantId, subjectId: row.id });
    await recordAudit(tx, ctx, { action: "invitation.withdrawn", objectType: "invitation", objectId: row.id });
  });
}

async function onInvitation<T>(
  ctx: Context,
  id: string,
  what: string,
  act: (tx: Transaction, row: ShownInvitation) => Promise<T>,
): Promise<T> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, what);
  const { tenantId } = ctx;
  const result = isUuid(id)
    ? await inTenant(ctx, async (tx) => {
        const [row] = await tx.select(shownInvitation).from(invitations).where(keyOf({ tenantId, id })).for("update");
        if (!row) return undefined;
        requireRank(ctx, row.role, `${what} with the role ${row.role}`);
        return { value: await act(tx, row) };
      })
    : undefined;
  return (await found(ctx, "invitation", id, result)).value;
}

function keyOf({ tenantId, id }: Pick<ShownInvitation, "tenantId" | "id">) {
  return and(eq(invitations.tenantId, tenantId), eq(invitations.id, id));
}

function ended({ id, state }: ShownInvitation, verb: string): AssayError {
  return new AssayError("INVALID_STATE", `Cannot ${verb} invitation '${id}' because it must be open: it is ${state}`, {
    details: { state },
  });
}
