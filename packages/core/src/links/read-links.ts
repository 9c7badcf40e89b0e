import { isUuid, type Link, type LinkSession } from "@assay/contract";
import { oneRow, runLinks, type Transaction, tenants } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { mapPage, newestPage, type Page } from "../paging.ts";
import { withRun } from "../runs/read-runs.ts";
import type { Context } from "../tenancy/context.ts";
import { missingResource } from "../tenancy/missing-resource.ts";
import { nameActors } from "../tenancy/name-actors.ts";
import { requireLink } from "../tenancy/require-link.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenantForRun } from "../tenancy/transact.ts";
import { linkEnded } from "./link-ended.ts";
import { type ShownLink, shownLink, toLink } from "./to-link.ts";

/** Of a run, newest first, those that ended included. */
export async function listLinks(
  ctx: Context,
  runId: string,
  query: { limit: number; cursor?: string | undefined },
): Promise<Page<Link>> {
  requireRole(ctx, "ADMIN");
  const { tenantId } = ctx;
  return withRun(ctx, runId, async (tx) => {
    const from = tx.select(shownLink).from(runLinks);
    const where = and(eq(runLinks.tenantId, tenantId), eq(runLinks.runId, runId));
    const page = await newestPage("links", query, { from, columns: runLinks, where });
    const makers = page.items.map(({ createdBy }) => createdBy);
    const names = await nameActors(tx, tenantId, makers);
    return mapPage(page, (row) => toLink(row, names));
  });
}

export async function readLink(tx: Transaction, { tenantId, id }: { tenantId: string; id: string }): Promise<Link> {
  const row = oneRow(
    await tx
      .select(shownLink)
      .from(runLinks)
      .where(and(eq(runLinks.tenantId, tenantId), eq(runLinks.id, id))),
  );
  return toLink(row, await nameActors(tx, tenantId, [row.createdBy]));
}

/** Runs `act` with a link of the run, which stays locked. Throws NOT_FOUND, CROSS_TENANT_ACCESS_DENIED. */
export async function withLink<T>(
  ctx: Context,
  { runId, linkId }: { runId: string; linkId: string },
  act: (tx: Transaction, link: ShownLink) => Promise<T>,
): Promise<T> {
  const { tenantId } = ctx;
  const result = await withRun(ctx, runId, async (tx) => {
    if (!isUuid(linkId)) return undefined;
    const [row] = await tx
      .select(shownLink)
      .from(runLinks)
      .where(and(eq(runLinks.tenantId, tenantId), eq(runLinks.runId, runId), eq(runLinks.id, linkId)))
      .for("update");
    return row && { value: await act(tx, row) };
  });
  if (!result) throw await missingResource(ctx, "link", linkId);
  return result.value;
}

/** What the holder of a link is shown of it. Throws FORBIDDEN for anybody else, UNAUTHORIZED once the link has ended. */
export async function getLinkSession(ctx: Context): Promise<LinkSession> {
  const { runId, id } = requireLink(ctx);
  const session = await inTenantForRun(ctx, runId, (tx) => findLinkSession(tx, { tenantId: ctx.tenantId, id }));
  if (!session) throw linkEnded();
  return session;
}

export async function findLinkSession(
  tx: Transaction,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<LinkSession | undefined> {
  const [found] = await tx
    .select({
      linkId: runLinks.id,
      runId: runLinks.runId,
      label: runLinks.label,
      tenantName: tenants.name,
      capabilities: runLinks.capabilities,
      sessionEndsAt: sql`least(${runLinks.sessionExpiresAt}, ${runLinks.expiresAt})`.mapWith(runLinks.expiresAt),
      linkExpiresAt: runLinks.expiresAt,
    })
    .from(runLinks)
    .innerJoin(tenants, eq(tenants.id, runLinks.tenantId))
    .where(and(eq(runLinks.tenantId, tenantId), eq(runLinks.id, id)));
  if (!found) return undefined;
  const { sessionEndsAt, linkExpiresAt, ...row } = found;
  return { ...row, expiresAt: sessionEndsAt.toISOString(), linkExpiresAt: linkExpiresAt.toISOString() };
}
