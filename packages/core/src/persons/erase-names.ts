import { erasedName } from "@assay/contract";
import { comments, invitations, mails, memberships, reviews, signOffs, type Transaction } from "@assay/db";
import { and, eq, getTableColumns, or, sql } from "drizzle-orm";
import type { AuditEvent } from "../audit/record-audit.ts";
import { recordedHash, requireAsRecorded } from "../records/index.ts";
import { forgetSubjects } from "./end-access.ts";

type MemberRow = typeof memberships.$inferSelect;

/**
 * Puts a token in the place of a member's name in every row of the tenant, and destroys the salt of what they signed. Each row
 * must be as it was recorded, as its entry, which is returned, holds the digest of what it is from now on. Throws
 * INTEGRITY_ERROR.
 */
export async function eraseNames(tx: Transaction, member: MemberRow): Promise<AuditEvent[]> {
  await requireSoundRecords(tx, member);
  const { tenantId, userId } = member;
  const name = erasedName(userId);
  const isMember = and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId));
  await tx.execute(sql`set constraints invitations_erased, mails_erased deferred`);
  await renameAddressed(tx, member, name);
  // Before the rest: the database lets no other name become a token.
  await tx
    .update(memberships)
    .set({
      email: name,
      nameSalt: null,
      erasedAt: sql`now()`,
      revokedAt: sql`coalesce(${memberships.revokedAt}, now())`,
    })
    .where(isMember);
  // In this tenant, as the next one sees no row of it.
  await tx.execute(sql`set constraints invitations_erased, mails_erased immediate`);
  const ofReviews = await tx
    .update(reviews)
    .set({ reviewerName: name })
    .where(and(eq(reviews.tenantId, tenantId), eq(reviews.reviewerId, userId)))
    .returning({ id: reviews.id, runId: reviews.runId });
  const ofComments = await tx
    .update(comments)
    .set({ authorName: name })
    .where(and(eq(comments.tenantId, tenantId), eq(comments.authorId, userId)))
    .returning({ id: comments.id, runId: comments.runId });
  const ofSignOffs = await tx
    .update(signOffs)
    .set({ signerName: name })
    .where(and(eq(signOffs.tenantId, tenantId), eq(signOffs.signerId, userId)))
    .returning({ id: signOffs.id, runId: signOffs.runId });
  await forgetSubjects(tx, member);
  return [
    ...ofReviews.map((row) => erased("review", row)),
    ...ofComments.map((row) => erased("comment", row)),
    ...ofSignOffs.map((row) => erased("sign_off", row)),
  ];
}

/** While the membership still has the address: the database compares with it. */
async function renameAddressed(tx: Transaction, { tenantId, userId, email }: MemberRow, name: string): Promise<void> {
  const address = sql`lower(${email}::text)`;
  await tx
    .update(invitations)
    .set({ email: name })
    .where(
      and(
        eq(invitations.tenantId, tenantId),
        or(eq(invitations.acceptedBy, userId), eq(sql`lower(${invitations.email})`, address)),
      ),
    );
  await tx
    .update(mails)
    .set({ address: name })
    .where(and(eq(mails.tenantId, tenantId), eq(sql`lower(${mails.address})`, address)));
}

function erased(
  objectType: "review" | "comment" | "sign_off",
  { id, runId }: { readonly id: string; readonly runId: string },
): AuditEvent {
  return { action: `${objectType}.name_erased`, objectType, objectId: id, runId };
}

async function requireSoundRecords(tx: Transaction, { tenantId, userId }: MemberRow): Promise<void> {
  const idOf = ({ id }: { readonly id: string }) => id;
  const ofReviews = await tx
    .select({ ...getTableColumns(reviews), recordedHash: recordedHash("review", tenantId) })
    .from(reviews)
    .where(and(eq(reviews.tenantId, tenantId), eq(reviews.reviewerId, userId)))
    .for("update");
  await requireAsRecorded("review", ofReviews, idOf);
  const ofComments = await tx
    .select({ ...getTableColumns(comments), recordedHash: recordedHash("comment", tenantId) })
    .from(comments)
    .where(and(eq(comments.tenantId, tenantId), eq(comments.authorId, userId)))
    .for("update");
  await requireAsRecorded("comment", ofComments, idOf);
  const ofSignOffs = await tx
    .select({ ...getTableColumns(signOffs), recordedHash: recordedHash("sign_off", tenantId) })
    .from(signOffs)
    .where(and(eq(signOffs.tenantId, tenantId), eq(signOffs.signerId, userId)))
    .for("update");
  await requireAsRecorded("sign_off", ofSignOffs, idOf);
}
