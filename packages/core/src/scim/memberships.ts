import { memberships, type Transaction } from "@assay/db";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { type AuditEvent, recordAudit } from "../audit/record-audit.ts";
import { isOneOf } from "../is-one-of.ts";
import { requireLocked } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { endMembership } from "../tenancy/members.ts";
import { rolesOf } from "./role-of.ts";

type Acting = Pick<Context, "tenantId" | "actor">;

/** Throws as `endMembership`. */
export async function disableMember(tx: Transaction, ctx: Context, userId: string): Promise<void> {
  if (await endMembership(tx, ctx, userId)) await recordAudit(tx, ctx, eventOf("member.removed", userId));
}

/** An ended membership is active again, with what the directory gives and nothing else. Throws INTEGRITY_ERROR. */
export async function restoreMember(
  tx: Transaction,
  ctx: Acting,
  { userId, scimUserId }: { readonly userId: string; readonly scimUserId: string },
): Promise<void> {
  const { tenantId } = ctx;
  const ended = and(
    eq(memberships.tenantId, tenantId),
    eq(memberships.userId, userId),
    isNotNull(memberships.revokedAt),
  );
  const [row] = await tx.select().from(memberships).where(ended).for("update");
  if (!row) return;
  await requireLocked(tx, "member", { tenantId, id: userId, row });
  const role = (await rolesOf(tx, tenantId, [scimUserId]))(scimUserId);
  await tx.update(memberships).set({ role, mayReview: false, revokedAt: null }).where(ended);
  await recordAudit(tx, ctx, { ...eventOf("member.reactivated", userId), details: { role } });
}

/** The user with an active membership and this address. */
export async function findMemberByEmail(tx: Transaction, tenantId: string, email: string): Promise<string | undefined> {
  const rows = await tx
    .select({ userId: memberships.userId, revokedAt: memberships.revokedAt })
    .from(memberships)
    .where(and(eq(memberships.tenantId, tenantId), eq(sql`lower(${memberships.email})`, email)));
  return rows.find(({ revokedAt }) => revokedAt === null)?.userId;
}

/** Of the users, those whose membership has ended. */
export async function findEnded(
  tx: Transaction,
  tenantId: string,
  userIds: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const ids = userIds.filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.tenantId, tenantId), isOneOf(memberships.userId, ids), isNotNull(memberships.revokedAt)));
  return new Set(rows.map(({ userId }) => userId));
}

function eventOf(action: "member.removed" | "member.reactivated", objectId: string): AuditEvent {
  return { action, objectType: "member", objectId };
}
