import type { Connection } from "@assay/contract";
import { connections } from "@assay/db";
import { and, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { mapPage, newestPage, type Page } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { nameActors } from "../tenancy/name-actors.ts";
import { requirePerson } from "../tenancy/require-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { hostOfApp } from "./find-app.ts";

type Query = { readonly limit: number; readonly cursor?: string | undefined };

/** Of all members, newest first: those that can read now. */
export function listConnections(ctx: Context, query: Query): Promise<Page<Connection>> {
  requireRole(ctx, "ADMIN");
  return listActive(ctx, query, undefined);
}

/** The caller's own, as `listConnections`. */
export function listOwnConnections(ctx: Context, query: Query): Promise<Page<Connection>> {
  requirePerson(ctx, "list connected applications");
  return listActive(ctx, query, eq(connections.userId, ctx.actor.id));
}

function listActive(ctx: Context, query: Query, which: SQL | undefined): Promise<Page<Connection>> {
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    const isActive = and(isNotNull(connections.codeUsedAt), isNull(connections.endedAt));
    const where = and(eq(connections.tenantId, tenantId), isActive, gt(connections.expiresAt, sql`now()`), which);
    const page = await newestPage("connections", query, {
      from: tx.select().from(connections),
      columns: connections,
      where,
    });
    const members = page.items.map(({ userId }) => userId);
    const names = await nameActors(tx, tenantId, members);
    return mapPage(page, ({ id, clientId, clientName, userId, ...row }) => ({
      ...{ id, clientName, clientHost: hostOfApp(clientId), userId, userName: names[userId] ?? null },
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      expiresAt: row.expiresAt.toISOString(),
    }));
  });
}
