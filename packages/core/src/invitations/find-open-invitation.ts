import { AssayError, INVITATION_ENDED, isUuid } from "@assay/contract";
import { type Database, invitations, memberships, type Transaction, tenants } from "@assay/db";
import { and, arrayContains, eq, gt, isNull, or, sql } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import { hasRole } from "../tenancy/require-role.ts";
import { asSystem, inSystem } from "../tenancy/transact.ts";

type InvitationRow = typeof invitations.$inferSelect;

export type OpenInvitation = InvitationRow & { readonly tenantName: string };

/** Which invitation a secret opens, ended or not. Throws UNAUTHORIZED with INVITATION_ENDED for a secret of none. */
export async function findBySecret(db: Database, secret: string): Promise<{ tenantId: string; id: string }> {
  const hash = await sha256Hex(secret);
  const [row] = await inSystem(db, (tx) =>
    tx
      .select({ tenantId: invitations.tenantId, id: invitations.id })
      .from(invitations)
      .where(arrayContains(invitations.secretHashes, [hash])),
  );
  if (!row) throw invitationEnded();
  return row;
}

/**
 * The invitation, locked, as long as it can be accepted: who invites may still give that role, and the tenant is active.
 * Throws UNAUTHORIZED with INVITATION_ENDED, for whatever reason it cannot.
 */
export async function lockOpen(
  tx: Transaction,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<OpenInvitation> {
  const [row] = await tx
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.tenantId, tenantId),
        eq(invitations.id, id),
        isNull(invitations.acceptedAt),
        isNull(invitations.withdrawnAt),
        gt(invitations.expiresAt, sql`now()`),
      ),
    )
    .for("update");
  const [tenant] = await tx
    .select({ name: tenants.name })
    .from(tenants)
    .where(and(eq(tenants.id, tenantId), eq(tenants.status, "ACTIVE")));
  if (!row || !tenant || !(await mayStillInvite(tx, row))) throw invitationEnded();
  return { ...row, tenantName: tenant.name };
}

/** A link that somebody kept of the time when they could invite must not let them in again. */
async function mayStillInvite(tx: Transaction, { tenantId, invitedBy, role }: InvitationRow): Promise<boolean> {
  // An operator may always: by a command, which takes the machine itself.
  if (invitedBy === "system") return true;
  if (!isUuid(invitedBy)) return false;
  return asSystem(tx, async () => {
    const rows = await tx
      .select({ role: memberships.role })
      .from(memberships)
      .innerJoin(tenants, and(eq(tenants.id, memberships.tenantId), eq(tenants.status, "ACTIVE")))
      .where(
        and(
          eq(memberships.userId, invitedBy),
          isNull(memberships.revokedAt),
          or(
            eq(memberships.role, "SUPER_ADMIN"),
            and(eq(memberships.tenantId, tenantId), eq(memberships.role, "ADMIN")),
          ),
        ),
      );
    return rows.some((inviter) => hasRole(inviter, role));
  });
}

/** The same for one that was accepted, withdrawn or renewed, has expired, and for one that there never was. */
function invitationEnded(): AssayError {
  return new AssayError(
    "UNAUTHORIZED",
    "Cannot open this invitation because it was accepted, withdrawn or renewed, or has expired",
    { details: { reason: INVITATION_ENDED } },
  );
}
