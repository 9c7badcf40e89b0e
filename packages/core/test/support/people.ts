import type { Role } from "@assay/contract";
import { type Context, putMember } from "@assay/core/tenancy";
import { newId } from "@assay/db";

/** Somebody signed in, with an active membership of the tenant. */
export async function addPerson(ctx: Context, name: string, role: Role = "MEMBER"): Promise<Context> {
  const { db, tenantId } = ctx;
  const userId = newId();
  await putMember(db, { tenantId, userId, email: `${name}@example.test`, role });
  return { db, tenantId, actor: { id: userId, role, tenantId } };
}
