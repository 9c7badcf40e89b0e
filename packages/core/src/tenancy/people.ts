import { AssayError, type Person, type PersonListQuery } from "@assay/contract";
import { memberships, type Transaction } from "@assay/db";
import { and, desc, eq, getTableColumns, isNull } from "drizzle-orm";
import { contains } from "../contains.ts";
import { newestFirst, type Page, toPage } from "../paging.ts";
import { recordedHash, requireLocked, splitRecorded } from "../records/index.ts";
import type { Context } from "./context.ts";
import { findActiveMember } from "./find-active-member.ts";
import { isReviewer } from "./require-reviewer.ts";
import { hasRole } from "./require-role.ts";
import { inTenant } from "./transact.ts";

/**
 * The tenant's active members, newest first, for those who may assign and mention them; without those who are stored otherwise
 * than the audit log recorded.
 */
export function listPeople(ctx: Context, { q, limit, cursor }: PersonListQuery): Promise<Page<Person>> {
  const after = newestFirst("people", memberships.createdAt, memberships.userId, cursor);
  return inTenant(ctx, async (tx) => {
    if (!hasRole(ctx.actor, "MEMBER") && !(await isReviewer(tx, ctx)))
      throw new AssayError(
        "FORBIDDEN",
        "Cannot list the members because it requires the role MEMBER or the right to review",
      );
    const rows = await tx
      .select({ ...getTableColumns(memberships), recordedHash: recordedHash("member", ctx.tenantId) })
      .from(memberships)
      .where(
        and(
          eq(memberships.tenantId, ctx.tenantId),
          isNull(memberships.revokedAt),
          contains(memberships.email, q),
          after,
        ),
      )
      .orderBy(desc(memberships.createdAt), desc(memberships.userId))
      .limit(limit + 1);
    const page = toPage("people", rows, limit, (row) => [row.createdAt.toISOString(), row.userId]);
    const { sound } = await splitRecorded("member", page.items, (row) => row);
    return { items: sound.map(toPerson), nextCursor: page.nextCursor };
  });
}

/**
 * The active member with this id, who stays one until the transaction ends. Throws INTEGRITY_ERROR for one who is stored
 * otherwise than the audit log recorded.
 */
export async function findPerson(tx: Transaction, tenantId: string, userId: string): Promise<Person | undefined> {
  const row = await findActiveMember(tx, { tenantId, userId }, { lock: true });
  if (!row) return undefined;
  await requireLocked(tx, "member", { tenantId, id: userId, row });
  return toPerson(row);
}

/** As above. Throws NOT_FOUND. */
export async function lockPerson(tx: Transaction, tenantId: string, userId: string): Promise<Person> {
  const person = await findPerson(tx, tenantId, userId);
  if (person) return person;
  throw new AssayError("NOT_FOUND", `Cannot find an active member '${userId}' of the tenant`, {
    details: { id: userId },
  });
}

function toPerson({ userId, email, role, mayReview }: typeof memberships.$inferSelect): Person {
  return { userId, email, role, mayReview };
}
