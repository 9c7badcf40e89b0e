import type { Role } from "@assay/contract";
import { type Context, changeMember, putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";

/** A member of the tenant, who acts by the returned context. */
export async function makePerson(
  { db, tenantId, actor }: Context,
  { role, mayReview, email }: { role: Role; mayReview?: boolean; email?: string },
): Promise<Context & { readonly userId: string }> {
  const userId = newId();
  await putMember(db, { tenantId, userId, email: email ?? `${userId}@example.test`, role });
  if (mayReview !== undefined) await changeMember({ db, tenantId, actor }, userId, { mayReview });
  return { db, tenantId, actor: { id: userId, role, tenantId }, userId };
}
