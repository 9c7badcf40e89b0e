import { isUuid, type MapScimGroupBody, type ScimGroup } from "@assay/contract";
import { oneRow, scimGroupMembers, scimGroups, type Transaction } from "@assay/db";
import { and, count, eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { isOneOf } from "../is-one-of.ts";
import { mapPage, newestPage, type Page } from "../paging.ts";
import { lockSignOns } from "../single-sign-on/lock-sign-ons.ts";
import type { Context } from "../tenancy/context.ts";
import type { PageQuery } from "../tenancy/list-for-admins.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requirePerson } from "../tenancy/require-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { giveRoles } from "./give-roles.ts";

type GroupRow = typeof scimGroups.$inferSelect;

/** Newest first. */
export function listScimGroups(ctx: Context, query: PageQuery): Promise<Page<ScimGroup>> {
  requireRole(ctx, "ADMIN");
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    const where = eq(scimGroups.tenantId, tenantId);
    const from = tx.select().from(scimGroups);
    const page = await newestPage<GroupRow>("scim-groups", query, { from, columns: scimGroups, where });
    const ids = page.items.map(({ id }) => id);
    const members = await tx
      .select({ id: scimGroupMembers.groupId, value: count() })
      .from(scimGroupMembers)
      .where(and(eq(scimGroupMembers.tenantId, tenantId), isOneOf(scimGroupMembers.groupId, ids)))
      .groupBy(scimGroupMembers.groupId);
    const counts = new Map(members.map(({ id, value }) => [id, value]));
    return mapPage(page, (row) => toScimGroup(row, counts.get(row.id) ?? 0));
  });
}

/** Says what a group gives; its people get it at once, but for ADMINs. Throws NOT_FOUND. */
export async function mapScimGroup(ctx: Context, id: string, { role }: MapScimGroupBody): Promise<ScimGroup> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, "map a group");
  const { tenantId } = ctx;
  const mine = and(eq(scimGroups.tenantId, tenantId), eq(scimGroups.id, id));
  const mapped = isUuid(id)
    ? await inTenant(ctx, async (tx) => {
        await lockSignOns(tx, tenantId);
        const [before] = await tx.select().from(scimGroups).where(mine);
        if (!before) return undefined;
        const people = await peopleOf(tx, before);
        if (before.role === role) return toScimGroup(before, people.length);
        const set = { role, updatedAt: sql`now()` };
        const row = oneRow(await tx.update(scimGroups).set(set).where(mine).returning());
        await recordAudit(tx, ctx, {
          action: "scim_group.mapped",
          objectType: "scim_group",
          objectId: id,
          ...(role && { details: { role } }),
        });
        await giveRoles(tx, ctx, people);
        return toScimGroup(row, people.length);
      })
    : undefined;
  return found(ctx, "SCIM group", id, mapped);
}

async function peopleOf(tx: Transaction, { tenantId, id }: GroupRow): Promise<string[]> {
  const { scimUserId } = scimGroupMembers;
  const rows = await tx
    .select({ scimUserId })
    .from(scimGroupMembers)
    .where(and(eq(scimGroupMembers.tenantId, tenantId), eq(scimGroupMembers.groupId, id)));
  return rows.map((row) => row.scimUserId);
}

function toScimGroup({ id, displayName, role, createdAt, updatedAt }: GroupRow, members: number): ScimGroup {
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { id, displayName, role, members, ...times };
}
