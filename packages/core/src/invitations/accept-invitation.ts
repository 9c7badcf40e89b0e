import { type AcceptedInvitation, AssayError, TENANT_OF_PROVIDER } from "@assay/contract";
import { type Database, invitations, memberships, type Transaction } from "@assay/db";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { dropMails } from "../mail/enqueue-mail.ts";
import type { Accounts } from "../ports/accounts.ts";
import { requireLocked } from "../records/index.ts";
import { asSystem, inTenant } from "../tenancy/transact.ts";
import { findBySecret, lockOpen, type OpenInvitation } from "./find-open-invitation.ts";

/** Who accepts: somebody who is signed in, or somebody who chooses a password for a new account. */
export type Accepting =
  /** `onlyTenantId`: a provider vouches for the session, for its tenant alone. */
  { readonly userId: string; readonly onlyTenantId?: string } | { readonly password: string };

/**
 * Makes the person a member, from now on. Throws UNAUTHORIZED with INVITATION_ENDED; FORBIDDEN for an account with another
 * address than the invited one; INVALID_STATE for a password where the address has an account: its owner signs in;
 * INTEGRITY_ERROR where an ended membership of theirs is not stored as it was recorded.
 */
export async function acceptInvitation(
  db: Database,
  accounts: Accounts,
  secret: string,
  accepting: Accepting,
): Promise<AcceptedInvitation> {
  const which = await findBySecret(db, secret);
  const { tenantId } = which;
  const offered = await inTenant({ db, tenantId }, (tx) => lockOpen(tx, which));
  // In no transaction: to hash takes long, and the accounts may be in this database too, which takes a second connection.
  const userId =
    "password" in accepting
      ? await makeAccount(accounts, offered, accepting.password)
      : await requireAddress(accounts, offered, accepting);
  return inTenant({ db, tenantId }, async (tx) => {
    const invitation = await lockOpen(tx, which);
    await join(tx, invitation, userId);
    const { email, role, tenantName } = invitation;
    return { email, role, tenant: { id: tenantId, name: tenantName } };
  });
}

async function makeAccount(accounts: Accounts, { email, tenantId, delivery }: OpenInvitation, password: string) {
  const account = await accounts.create({ email, password, tenantId, isProved: delivery === "MAIL" });
  if (!account)
    throw new AssayError(
      "INVALID_STATE",
      "Cannot accept the invitation with a new password: if you have an account, sign in, then open the link again",
    );
  return account.userId;
}

async function requireAddress(
  accounts: Accounts,
  { email, tenantId }: OpenInvitation,
  { userId, onlyTenantId = tenantId }: Exclude<Accepting, { password: string }>,
) {
  if (onlyTenantId !== tenantId)
    throw new AssayError(
      "FORBIDDEN",
      "Cannot accept the invitation with a company's sign-in because it serves its own tenant alone: sign in with your password",
      { details: { reason: TENANT_OF_PROVIDER } },
    );
  if ((await accounts.findEmail(userId)) === email) return userId;
  throw new AssayError(
    "FORBIDDEN",
    `Cannot accept the invitation with this account because it is for '${email}': sign in with that address`,
  );
}

async function join(tx: Transaction, invitation: OpenInvitation, userId: string): Promise<void> {
  const { id, tenantId, email, role, invitedBy, delivery } = invitation;
  const addressProof = delivery === "MAIL" ? "MAIL" : ((await findProof(tx, userId)) ?? "NONE");
  const granted = { role, email, invitedBy, addressProof };
  await requireSoundBefore(tx, tenantId, userId);
  const [joined] = await tx
    .insert(memberships)
    .values({ tenantId, userId, ...granted })
    .onConflictDoUpdate({
      target: [memberships.tenantId, memberships.userId],
      set: { ...granted, mayReview: false, revokedAt: null },
      setWhere: isNotNull(memberships.revokedAt),
    })
    .returning({ userId: memberships.userId });
  if (!joined)
    throw new AssayError("INVALID_STATE", "Cannot accept the invitation because this account is a member already");
  await tx
    .update(invitations)
    .set({ acceptedAt: sql`now()`, acceptedBy: userId, secretHashes: [] })
    .where(and(eq(invitations.tenantId, tenantId), eq(invitations.id, id)));
  await dropMails(tx, { tenantId, subjectId: id });
  const by = { tenantId, actor: { id: userId, role, tenantId } };
  const details = { role, kind: delivery };
  await recordAudit(
    tx,
    by,
    { action: "invitation.accepted", objectType: "invitation", objectId: id, details },
    { action: "member.joined", objectType: "member", objectId: userId, details },
  );
}

/** What is recorded now would cover a membership of before that was changed behind the back of the audit log. */
async function requireSoundBefore(tx: Transaction, tenantId: string, userId: string): Promise<void> {
  const [row] = await tx
    .select()
    .from(memberships)
    .where(and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId)))
    .for("update");
  if (row) await requireLocked(tx, "member", { tenantId, id: userId, row });
}

/** An address that the same account has proved in another tenant is proved. */
function findProof(tx: Transaction, userId: string) {
  return asSystem(tx, async () => {
    const [row] = await tx
      .select({ proof: memberships.addressProof })
      .from(memberships)
      .where(and(eq(memberships.userId, userId), inArray(memberships.addressProof, ["MAIL", "OPERATOR"])))
      .limit(1);
    return row?.proof;
  });
}
