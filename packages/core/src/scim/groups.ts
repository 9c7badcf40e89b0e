import { isUuid, SCIM_GROUPS_MAX } from "@assay/contract";
import { insertInBatches, oneRow, scimGroupMembers, scimGroups, scimUsers, type Transaction } from "@assay/db";
import { and, asc, count, eq, ne, type SQL, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { isOneOf } from "../is-one-of.ts";
import { lockSignOns } from "../single-sign-on/lock-sign-ons.ts";
import type { Context } from "../tenancy/context.ts";
import { inTenant } from "../tenancy/transact.ts";
import { giveRoles } from "./give-roles.ts";
import { directoryFull, notUnique, notValid } from "./refusals.ts";
import { requireDirectory } from "./require-directory.ts";
import type { ListRange } from "./users.ts";
import { withEntry } from "./with-entry.ts";

export interface GroupFields {
  readonly displayName: string;
  readonly externalId: string | null;
  /** Ids of people of the directory. */
  readonly members: ReadonlySet<string>;
}

export interface DirectoryGroup {
  readonly id: string;
  readonly displayName: string;
  readonly externalId: string | null;
  /** In the order in which the people came; empty where they were not asked for. */
  readonly members: readonly { readonly id: string; readonly userName: string }[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface GroupFilter {
  readonly id?: string;
  readonly displayName?: string;
  readonly externalId?: string;
  /** The id of a person who is in it. */
  readonly member?: string;
}

interface Asked {
  readonly withMembers: boolean;
}

type GroupRow = typeof scimGroups.$inferSelect;

/** The groups of the directory in the order in which they came, and how many match. */
export function listDirectoryGroups(
  ctx: Context,
  filter: GroupFilter,
  { offset, limit, withMembers }: ListRange & Asked,
): Promise<{ total: number; groups: DirectoryGroup[] }> {
  requireDirectory(ctx);
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    const where = and(eq(scimGroups.tenantId, tenantId), ...conditionsOf(tenantId, filter));
    const { value } = oneRow(await tx.select({ value: count() }).from(scimGroups).where(where));
    const rows =
      limit === 0
        ? []
        : await tx
            .select()
            .from(scimGroups)
            .where(where)
            .orderBy(asc(scimGroups.createdAt), asc(scimGroups.id))
            .limit(limit)
            .offset(offset);
    const groups: DirectoryGroup[] = [];
    for (const row of rows) groups.push(await toGroup(tx, row, { withMembers }));
    return { total: value, groups };
  });
}

/** Throws NOT_FOUND, the same for another tenant's. */
export function getDirectoryGroup(ctx: Context, id: string, asked: Asked): Promise<DirectoryGroup> {
  requireDirectory(ctx);
  return withGroup(ctx, id, (tx, row) => toGroup(tx, row, asked));
}

/** It gives nothing until an ADMIN maps it. Throws VALIDATION_ERROR, INVALID_STATE with NOT_UNIQUE, TENANT_LIMIT_EXCEEDED. */
export function createDirectoryGroup(ctx: Context, { members, ...fields }: GroupFields): Promise<DirectoryGroup> {
  requireDirectory(ctx);
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    await lockSignOns(tx, tenantId);
    await requireFreeName(tx, tenantId, fields.displayName);
    const held = oneRow(await tx.select({ value: count() }).from(scimGroups).where(eq(scimGroups.tenantId, tenantId)));
    if (held.value >= SCIM_GROUPS_MAX) throw directoryFull("groups", SCIM_GROUPS_MAX);
    const row = oneRow(
      await tx
        .insert(scimGroups)
        .values({ tenantId, ...fields })
        .returning(),
    );
    await addMembers(tx, row, [...members]);
    await recordAudit(tx, ctx, eventOf("created", row.id));
    return toGroup(tx, row, { withMembers: true });
  });
}

/** Changes a group to what `change` makes of it, with its row locked; its people get at once what it gives. Throws as above. */
export function changeDirectoryGroup(
  ctx: Context,
  id: string,
  change: (before: GroupFields) => GroupFields,
): Promise<DirectoryGroup> {
  requireDirectory(ctx);
  const { tenantId } = ctx;
  return withGroup(ctx, id, async (tx, row) => {
    const before = new Set(await memberIds(tx, row));
    const { members, ...fields } = change({ ...row, members: before });
    if (fields.displayName !== row.displayName) await requireFreeName(tx, tenantId, fields.displayName, id);
    const [added, removed] = [[...members.difference(before)], [...before.difference(members)]];
    await addMembers(tx, row, added);
    await tx
      .delete(scimGroupMembers)
      .where(
        and(
          eq(scimGroupMembers.tenantId, tenantId),
          eq(scimGroupMembers.groupId, id),
          isOneOf(scimGroupMembers.scimUserId, removed),
        ),
      );
    const { displayName, externalId } = fields;
    const isRenamed = displayName !== row.displayName || externalId !== row.externalId;
    if (!isRenamed && added.length + removed.length === 0) return toGroup(tx, row, { withMembers: true });
    const changed = { displayName, externalId, updatedAt: sql`now()` };
    const now = oneRow(await tx.update(scimGroups).set(changed).where(keyOf(tenantId, id)).returning());
    await recordAudit(tx, ctx, eventOf("changed", id));
    if (row.role) await giveRoles(tx, ctx, [...added, ...removed]);
    return toGroup(tx, now, { withMembers: true });
  });
}

/** Its people lose what it gave. Throws NOT_FOUND. */
export function removeDirectoryGroup(ctx: Context, id: string): Promise<void> {
  requireDirectory(ctx);
  return withGroup(ctx, id, async (tx, row) => {
    const members = await memberIds(tx, row);
    await tx.delete(scimGroups).where(keyOf(ctx.tenantId, id));
    await recordAudit(tx, ctx, eventOf("removed", id));
    if (row.role) await giveRoles(tx, ctx, members);
  });
}

function withGroup<T>(ctx: Context, id: string, act: (tx: Transaction, row: GroupRow) => Promise<T>): Promise<T> {
  const find = (tx: Transaction) => tx.select().from(scimGroups).where(keyOf(ctx.tenantId, id));
  return withEntry(ctx, id, { what: "group", find, act });
}

async function addMembers(tx: Transaction, { tenantId, id: groupId }: GroupRow, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await tx
    .select({ id: scimUsers.id })
    .from(scimUsers)
    .where(and(eq(scimUsers.tenantId, tenantId), isOneOf(scimUsers.id, ids.filter(isUuid))));
  const unknown = new Set(ids).difference(new Set(known.map(({ id }) => id)));
  const [first] = unknown;
  if (first !== undefined)
    throw notValid(
      "members",
      `Cannot save the group because '${first.slice(0, 100)}' is not a user of this directory: a group has users alone`,
    );
  const rows = ids.map((scimUserId) => ({ tenantId, groupId, scimUserId }));
  await insertInBatches(tx, scimGroupMembers, rows);
}

async function memberIds(tx: Transaction, { tenantId, id }: GroupRow): Promise<string[]> {
  const rows = await tx
    .select({ id: scimGroupMembers.scimUserId })
    .from(scimGroupMembers)
    .where(and(eq(scimGroupMembers.tenantId, tenantId), eq(scimGroupMembers.groupId, id)));
  return rows.map((row) => row.id);
}

async function requireFreeName(
  tx: Transaction,
  tenantId: string,
  displayName: string,
  own: string | null = null,
): Promise<void> {
  const others = await tx
    .select({ id: scimGroups.id })
    .from(scimGroups)
    .where(
      and(
        eq(scimGroups.tenantId, tenantId),
        eq(scimGroups.displayName, displayName),
        own === null ? undefined : ne(scimGroups.id, own),
      ),
    );
  if (others.length > 0) throw notUnique(`the group '${displayName}'`);
}

function conditionsOf(tenantId: string, { id, displayName, externalId, member }: GroupFilter): SQL[] {
  const isMember = sql`exists (
    select from scim_group_members joined
    where joined.tenant_id = ${tenantId} and joined.group_id = ${scimGroups.id} and joined.scim_user_id = ${member}::uuid)`;
  return [
    id !== undefined && (isUuid(id) ? eq(scimGroups.id, id) : sql`false`),
    displayName !== undefined && eq(sql`lower(${scimGroups.displayName})`, displayName.toLowerCase()),
    externalId !== undefined && eq(scimGroups.externalId, externalId),
    member !== undefined && (isUuid(member) ? isMember : sql`false`),
  ].filter((condition) => condition !== false);
}

async function toGroup(tx: Transaction, row: GroupRow, { withMembers }: Asked): Promise<DirectoryGroup> {
  const { id, displayName, externalId, createdAt, updatedAt } = row;
  const members = withMembers
    ? await tx
        .select({ id: scimUsers.id, userName: scimUsers.userName })
        .from(scimGroupMembers)
        .innerJoin(scimUsers, eq(scimUsers.id, scimGroupMembers.scimUserId))
        .where(
          and(
            eq(scimGroupMembers.tenantId, row.tenantId),
            eq(scimUsers.tenantId, row.tenantId),
            eq(scimGroupMembers.groupId, id),
          ),
        )
        .orderBy(asc(scimUsers.createdAt), asc(scimUsers.id))
    : [];
  return { id, displayName, externalId, members, createdAt, updatedAt };
}

function keyOf(tenantId: string, id: string) {
  return and(eq(scimGroups.tenantId, tenantId), eq(scimGroups.id, id));
}

function eventOf(verb: "created" | "changed" | "removed", objectId: string) {
  return { action: `scim_group.${verb}`, objectType: "scim_group", objectId } as const;
}
