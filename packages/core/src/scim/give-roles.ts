import { memberships, scimUsers, type Transaction } from "@assay/db";
import { and, asc, eq, getTableColumns, inArray, isNull } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { isOneOf } from "../is-one-of.ts";
import { recordedHash, requireAsRecorded } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { rolesOf } from "./role-of.ts";

/** What a directory may give and take; an ADMIN is one by a person's decision. */
const GIVEN_BY_GROUPS = ["VIEWER", "MEMBER"] as const;

/** Gives members of the directory the role that their groups now give, and records it. Throws INTEGRITY_ERROR. */
export async function giveRoles(
  tx: Transaction,
  ctx: Pick<Context, "tenantId" | "actor">,
  scimUserIds: readonly string[],
): Promise<void> {
  if (scimUserIds.length === 0) return;
  const { tenantId } = ctx;
  const people = await tx
    .select({ id: scimUsers.id, userId: scimUsers.userId })
    .from(scimUsers)
    .where(and(eq(scimUsers.tenantId, tenantId), isOneOf(scimUsers.id, scimUserIds)));
  const idOf = new Map(people.map(({ id, userId }) => [userId, id]));
  const changeable = and(
    eq(memberships.tenantId, tenantId),
    isOneOf(
      memberships.userId,
      [...idOf.keys()].filter((id) => id !== null),
    ),
    isNull(memberships.revokedAt),
    inArray(memberships.role, [...GIVEN_BY_GROUPS]),
  );
  await tx.select().from(memberships).where(changeable).orderBy(asc(memberships.userId)).for("update");
  const members = await tx
    .select({ ...getTableColumns(memberships), recordedHash: recordedHash("member", tenantId) })
    .from(memberships)
    .where(changeable);
  const roleOf = await rolesOf(tx, tenantId, [...idOf.values()]);
  const wanted = (userId: string) => roleOf(idOf.get(userId)!);
  const changed = members.filter(({ userId, role }) => role !== wanted(userId));
  await requireAsRecorded("member", changed, ({ userId }) => userId);
  for (const role of GIVEN_BY_GROUPS) {
    const ids = changed.map(({ userId }) => userId).filter((userId) => wanted(userId) === role);
    const mine = and(eq(memberships.tenantId, tenantId), isOneOf(memberships.userId, ids));
    if (ids.length > 0) await tx.update(memberships).set({ role }).where(mine);
  }
  const events = changed.map(({ userId }) => ({
    action: "member.role_changed" as const,
    objectType: "member",
    objectId: userId,
    details: { role: wanted(userId) },
  }));
  await recordAudit(tx, ctx, ...events);
}
