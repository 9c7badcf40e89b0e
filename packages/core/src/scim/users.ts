import { isUuid, SCIM_USERS_MAX } from "@assay/contract";
import { oneRow, scimGroupMembers, scimGroups, scimUsers, type Transaction } from "@assay/db";
import { and, asc, count, eq, getTableColumns, ne, or, type SQL, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { isOneOf } from "../is-one-of.ts";
import type { Accounts } from "../ports/accounts.ts";
import { isDomainProved } from "../single-sign-on/is-domain-proved.ts";
import { lockSignOns } from "../single-sign-on/lock-sign-ons.ts";
import type { Context } from "../tenancy/context.ts";
import { inTenant } from "../tenancy/transact.ts";
import { disableMember, findEnded, findMemberByEmail, restoreMember } from "./memberships.ts";
import { directoryFull, notUnique, notValid } from "./refusals.ts";
import { requireDirectory } from "./require-directory.ts";
import { withEntry } from "./with-entry.ts";

/** A person as a directory says. */
export interface DirectoryFields {
  readonly userName: string;
  /** Lower case. */
  readonly email: string;
  readonly externalId: string | null;
  readonly displayName: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  /** May be, or become at the first sign-in, a member. */
  readonly active: boolean;
}

export interface DirectoryUser extends DirectoryFields {
  readonly id: string;
  readonly groups: readonly { readonly id: string; readonly displayName: string }[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** All that is given must be equal; names and addresses without regard to case. */
export interface UserFilter {
  readonly id?: string;
  readonly userName?: string;
  readonly email?: string;
  readonly externalId?: string;
}

export interface ListRange {
  readonly offset: number;
  readonly limit: number;
}

/** What ends the sessions of who is disabled. */
export interface DirectoryParts {
  readonly accounts: Pick<Accounts, "endSessionsIn">;
}

type UserRow = typeof scimUsers.$inferSelect;

/** The people of the directory in the order in which they came, and how many match. */
export function listDirectoryUsers(
  ctx: Context,
  filter: UserFilter,
  { offset, limit }: ListRange,
): Promise<{ total: number; users: DirectoryUser[] }> {
  requireDirectory(ctx);
  return inTenant(ctx, async (tx) => {
    const where = and(eq(scimUsers.tenantId, ctx.tenantId), ...conditionsOf(filter));
    const { value } = oneRow(await tx.select({ value: count() }).from(scimUsers).where(where));
    const rows =
      limit === 0
        ? []
        : await tx
            .select()
            .from(scimUsers)
            .where(where)
            .orderBy(asc(scimUsers.createdAt), asc(scimUsers.id))
            .limit(limit)
            .offset(offset);
    return { total: value, users: await toUsers(tx, ctx.tenantId, rows) };
  });
}

/** Throws NOT_FOUND, the same for another tenant's. */
export function getDirectoryUser(ctx: Context, id: string): Promise<DirectoryUser> {
  requireDirectory(ctx);
  return withUser(ctx, id, async (_, user) => user);
}

/**
 * Invites somebody: their first sign-in through the provider makes them a member. One who is a member with this address
 * already is this person. Throws VALIDATION_ERROR for an address outside the proved domains, INVALID_STATE with NOT_UNIQUE,
 * TENANT_LIMIT_EXCEEDED, and as `changeDirectoryUser`.
 */
export async function createDirectoryUser(
  ctx: Context,
  { accounts }: DirectoryParts,
  fields: DirectoryFields,
): Promise<DirectoryUser> {
  requireDirectory(ctx);
  const { tenantId, actor } = ctx;
  const { user, ended } = await inTenant(ctx, async (tx) => {
    await lockSignOns(tx, tenantId);
    await requireOwnAddress(tx, tenantId, fields.email);
    await requireFree(tx, tenantId, fields);
    const mine = eq(scimUsers.tenantId, tenantId);
    const held = oneRow(await tx.select({ value: count() }).from(scimUsers).where(mine));
    if (held.value >= SCIM_USERS_MAX) throw directoryFull("users", SCIM_USERS_MAX);
    const userId = await findUnlinked(tx, tenantId, fields.email);
    const row = oneRow(
      await tx
        .insert(scimUsers)
        .values({ tenantId, ...toFields(fields), userId, createdBy: actor.id })
        .returning(),
    );
    const disabled = fields.active ? null : userId;
    if (disabled) await disableMember(tx, ctx, disabled);
    await recordAudit(tx, ctx, eventOf("created", row.id));
    return { user: oneRow(await toUsers(tx, tenantId, [row])), ended: disabled };
  });
  if (ended) await accounts.endSessionsIn({ tenantId, userIds: [ended] });
  return user;
}

/**
 * Changes a person to what `change` makes of them, with the row locked. Not active: the membership and its sessions end at
 * once. Active again: a member with what the directory gives. Throws FORBIDDEN for a SUPER_ADMIN and INVALID_STATE for the
 * last ADMIN who would be disabled; else as `createDirectoryUser`.
 */
export async function changeDirectoryUser(
  ctx: Context,
  { accounts }: DirectoryParts,
  id: string,
  change: (before: DirectoryFields) => DirectoryFields,
): Promise<DirectoryUser> {
  requireDirectory(ctx);
  const { tenantId } = ctx;
  const { user, ended } = await withUser(ctx, id, async (tx, before, row) => {
    const after = toFields(change(toFields(before)));
    if (after.email !== row.email) await requireOwnAddress(tx, tenantId, after.email);
    await requireFree(tx, tenantId, after, id);
    const { userId } = row;
    const isOther = JSON.stringify(after) !== JSON.stringify(toFields(before));
    if (isOther)
      await tx
        .update(scimUsers)
        .set({ ...after, updatedAt: sql`now()` })
        .where(keyOf(tenantId, id));
    if (userId && before.active && !after.active) await disableMember(tx, ctx, userId);
    if (userId && !before.active && after.active) await restoreMember(tx, ctx, { userId, scimUserId: id });
    if (isOther) await recordAudit(tx, ctx, eventOf("changed", id));
    const now = oneRow(await tx.select().from(scimUsers).where(keyOf(tenantId, id)));
    // Of before too, as long as they were disabled: the sessions may have outlived a process that ended.
    return { user: oneRow(await toUsers(tx, tenantId, [now])), ended: before.active && after.active ? null : userId };
  });
  if (ended) await accounts.endSessionsIn({ tenantId, userIds: [ended] });
  return user;
}

/** Removes a person from the directory; the membership and its sessions end at once. Throws as `changeDirectoryUser`. */
export async function removeDirectoryUser(ctx: Context, { accounts }: DirectoryParts, id: string): Promise<void> {
  requireDirectory(ctx);
  const { tenantId } = ctx;
  const userId = await withUser(ctx, id, async (tx, _, row) => {
    if (row.userId) await disableMember(tx, ctx, row.userId);
    await tx.delete(scimUsers).where(keyOf(tenantId, id));
    await recordAudit(tx, ctx, eventOf("removed", id));
    return row.userId;
  });
  if (userId) await accounts.endSessionsIn({ tenantId, userIds: [userId] });
}

function withUser<T>(
  ctx: Context,
  id: string,
  act: (tx: Transaction, user: DirectoryUser, row: UserRow) => Promise<T>,
): Promise<T> {
  return withEntry(ctx, id, {
    what: "user",
    find: (tx) => tx.select().from(scimUsers).where(keyOf(ctx.tenantId, id)),
    act: async (tx, row) => act(tx, oneRow(await toUsers(tx, ctx.tenantId, [row])), row),
  });
}

async function requireOwnAddress(tx: Transaction, tenantId: string, email: string): Promise<void> {
  if (await isDomainProved(tx, tenantId, email)) return;
  throw notValid(
    "emails",
    `Cannot save the user because '${email}' is not in a domain that the tenant has proved: prove the domain in the console, or give an address of a proved one`,
  );
}

async function requireFree(
  tx: Transaction,
  tenantId: string,
  { userName, email }: DirectoryFields,
  own?: string,
): Promise<void> {
  const same = or(eq(sql`lower(${scimUsers.userName})`, userName.toLowerCase()), eq(scimUsers.email, email));
  const others = await tx
    .select({ id: scimUsers.id })
    .from(scimUsers)
    .where(and(eq(scimUsers.tenantId, tenantId), same, own === undefined ? undefined : ne(scimUsers.id, own)))
    .limit(1);
  if (others.length > 0) throw notUnique(`the user '${userName}'`);
}

/** A member with the address who is nobody else of the directory. */
async function findUnlinked(tx: Transaction, tenantId: string, email: string): Promise<string | null> {
  const userId = await findMemberByEmail(tx, tenantId, email);
  if (userId === undefined) return null;
  const linked = await tx
    .select({ id: scimUsers.id })
    .from(scimUsers)
    .where(and(eq(scimUsers.tenantId, tenantId), eq(scimUsers.userId, userId)));
  return linked.length > 0 ? null : userId;
}

function conditionsOf({ id, userName, email, externalId }: UserFilter): SQL[] {
  return [
    id !== undefined && (isUuid(id) ? eq(scimUsers.id, id) : sql`false`),
    userName !== undefined && eq(sql`lower(${scimUsers.userName})`, userName.toLowerCase()),
    email !== undefined && eq(scimUsers.email, email.toLowerCase()),
    externalId !== undefined && eq(scimUsers.externalId, externalId),
  ].filter((condition) => condition !== false);
}

async function toUsers(tx: Transaction, tenantId: string, rows: readonly UserRow[]): Promise<DirectoryUser[]> {
  if (rows.length === 0) return [];
  const ended = await findEnded(
    tx,
    tenantId,
    rows.map(({ userId }) => userId),
  );
  const { id, displayName } = getTableColumns(scimGroups);
  const joined = await tx
    .select({ userId: scimGroupMembers.scimUserId, id, displayName })
    .from(scimGroupMembers)
    .innerJoin(scimGroups, eq(scimGroups.id, scimGroupMembers.groupId))
    .where(
      and(
        eq(scimGroupMembers.tenantId, tenantId),
        eq(scimGroups.tenantId, tenantId),
        isOneOf(
          scimGroupMembers.scimUserId,
          rows.map((row) => row.id),
        ),
      ),
    )
    .orderBy(asc(displayName));
  const groupsOf = Map.groupBy(joined, ({ userId }) => userId);
  return rows.map((row) => ({
    ...toFields(row),
    id: row.id,
    // One whom an ADMIN removed is no member, whatever the directory said before.
    active: row.active && !(row.userId && ended.has(row.userId)),
    groups: (groupsOf.get(row.id) ?? []).map((group) => ({ id: group.id, displayName: group.displayName })),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }));
}

function toFields(user: DirectoryFields): DirectoryFields {
  const { userName, email, externalId, displayName, givenName, familyName, active } = user;
  return { userName, email, externalId, displayName, givenName, familyName, active };
}

function keyOf(tenantId: string, id: string) {
  return and(eq(scimUsers.tenantId, tenantId), eq(scimUsers.id, id));
}

function eventOf(verb: "created" | "changed" | "removed", objectId: string) {
  return { action: `scim_user.${verb}`, objectType: "scim_user", objectId } as const;
}
