import { AssayError, type DamagedResult, isUuid, type Member, type MemberListQuery, type Role } from "@assay/contract";
import { memberships, oneRow, type Transaction } from "@assay/db";
import { and, asc, desc, eq, getTableColumns, inArray, isNull, or, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { contains } from "../contains.ts";
import { newestFirst, type Page, toPage } from "../paging.ts";
import { recordedHash, requireLocked, showRecorded } from "../records/index.ts";
import type { Context } from "./context.ts";
import { endConnectionsOf } from "./end-connections.ts";
import { found } from "./missing-resource.ts";
import { requirePerson } from "./require-person.ts";
import { requireRank } from "./require-rank.ts";
import { hasRole, requireRole } from "./require-role.ts";
import { inTenant } from "./transact.ts";

/** The tenant's active members, newest first; in the place of one that is stored otherwise than it was recorded, the user's id. */
export function listMembers(
  ctx: Context,
  { role, q, limit, cursor }: MemberListQuery,
): Promise<Page<Member | DamagedResult>> {
  requireRole(ctx, "ADMIN");
  const after = newestFirst("members", memberships.createdAt, memberships.userId, cursor);
  return inTenant(ctx, async (tx) => {
    const rows = await tx
      .select({ ...getTableColumns(memberships), recordedHash: recordedHash("member", ctx.tenantId) })
      .from(memberships)
      .where(
        and(
          eq(memberships.tenantId, ctx.tenantId),
          isNull(memberships.revokedAt),
          role === undefined ? undefined : eq(memberships.role, role),
          contains(memberships.email, q),
          after,
        ),
      )
      .orderBy(desc(memberships.createdAt), desc(memberships.userId))
      .limit(limit + 1);
    const page = toPage("members", rows, limit, (row) => [row.createdAt.toISOString(), row.userId]);
    const items = await showRecorded(
      "member",
      page.items,
      ({ userId }) => userId,
      (sound) => sound.map(toMember),
    );
    return { items, nextCursor: page.nextCursor };
  });
}

/** Throws FORBIDDEN for a role, old or new, above the actor's own, INVALID_STATE for the tenant's last ADMIN. */
export function changeMember(
  ctx: Context,
  userId: string,
  { role, mayReview }: { role?: Role | undefined; mayReview?: boolean | undefined },
): Promise<Member> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, "change a member");
  if (role !== undefined) requireRank(ctx, role, `give the role ${role}`);
  return onMember(ctx, userId, async (tx, { member, replaceable }) => {
    const wanted = { role: role ?? member.role, mayReview: mayReview ?? member.mayReview };
    if (!hasRole(wanted, member.role) && !replaceable) throw lastAdmin("demote");
    const changes = [
      ...(wanted.role === member.role ? [] : (["member.role_changed"] as const)),
      ...(wanted.mayReview === member.mayReview ? [] : (["member.review_right_changed"] as const)),
    ];
    if (changes.length === 0) return toMember(member);
    const row = oneRow(await tx.update(memberships).set(wanted).where(keyOf(ctx, userId)).returning());
    const events = changes.map((action) => ({ action, objectType: "member", objectId: userId }));
    await recordAudit(tx, ctx, ...events);
    return toMember(row);
  });
}

/** Ends the user's access with the next request. Throws as `changeMember` does. */
export function removeMember(ctx: Context, userId: string): Promise<void> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, "remove a member");
  return onMember(ctx, userId, async (tx, { replaceable }) => {
    if (!replaceable) throw lastAdmin("remove");
    await revoke(tx, ctx, userId);
    await recordAudit(tx, ctx, { action: "member.removed", objectType: "member", objectId: userId });
  });
}

type MemberRow = typeof memberships.$inferSelect;

interface LockedMember {
  readonly member: MemberRow;
  /** Whether the tenant has an ADMIN without this one. */
  readonly replaceable: boolean;
}

/** Acts on a member with the tenant's administrators locked, so that two cannot remove each other at once. */
async function onMember<T>(
  ctx: Context,
  userId: string,
  act: (tx: Transaction, found: LockedMember) => Promise<T>,
): Promise<T> {
  const result = isUuid(userId)
    ? await inTenant(ctx, async (tx) => {
        const locked = await lockMember(tx, ctx.tenantId, userId);
        if (!locked) return undefined;
        const { role } = locked.member;
        requireRank(ctx, role, `change a member with the role ${role}`);
        return { value: await act(tx, locked) };
      })
    : undefined;
  return (await found(ctx, "member", userId, result)).value;
}

/** An active member, with the tenant's administrators locked. Throws INTEGRITY_ERROR. */
async function lockMember(tx: Transaction, tenantId: string, userId: string): Promise<LockedMember | undefined> {
  const rows = await tx
    .select()
    .from(memberships)
    .where(
      and(
        eq(memberships.tenantId, tenantId),
        isNull(memberships.revokedAt),
        or(eq(memberships.userId, userId), inArray(memberships.role, ["ADMIN", "SUPER_ADMIN"])),
      ),
    )
    .orderBy(asc(memberships.userId))
    .for("update");
  const member = rows.find((row) => row.userId === userId);
  if (!member) return undefined;
  await requireLocked(tx, "member", { tenantId, id: userId, row: member });
  const others = rows.filter((row) => row.userId !== userId);
  return { member, replaceable: isReplaceable(member, others) };
}

/**
 * Ends a membership, if it is active, for a directory; the caller records it. Throws FORBIDDEN for a SUPER_ADMIN, and
 * INVALID_STATE for the tenant's last ADMIN.
 */
export async function endMembership(tx: Transaction, ctx: Context, userId: string): Promise<boolean> {
  const locked = await lockMember(tx, ctx.tenantId, userId);
  if (!locked) return false;
  if (hasRole(locked.member, "SUPER_ADMIN"))
    throw new AssayError("FORBIDDEN", "Cannot remove a SUPER_ADMIN by a directory: an operator of the service must");
  if (!locked.replaceable) throw lastAdmin("remove");
  await revoke(tx, ctx, userId);
  return true;
}

async function revoke(tx: Transaction, ctx: Context, userId: string): Promise<void> {
  await tx.update(memberships).set({ revokedAt: sql`now()` }).where(keyOf(ctx, userId));
  await endConnectionsOf(tx, ctx, userId);
}

/** A tenant keeps an ADMIN of its own: a SUPER_ADMIN, who runs the deployment, is no replacement for its last one. */
function isReplaceable({ role }: MemberRow, others: readonly MemberRow[]): boolean {
  if (!hasRole({ role }, "ADMIN")) return true;
  return others.some((other) => hasRole(other, "ADMIN") && hasRole({ role }, other.role));
}

function keyOf({ tenantId }: Context, userId: string) {
  return and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId));
}

function lastAdmin(verb: string): AssayError {
  return new AssayError(
    "INVALID_STATE",
    `Cannot ${verb} the last administrator of the tenant: give another member the role ADMIN first`,
  );
}

function toMember({ userId, email, role, mayReview, createdAt }: MemberRow): Member {
  return { userId, email, role, mayReview, createdAt: createdAt.toISOString() };
}
