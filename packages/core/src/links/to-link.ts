import type { Link, LinkState } from "@assay/contract";
import { runLinks } from "@assay/db";
import { getTableColumns, sql } from "drizzle-orm";
import { LINK_ACTOR } from "../tenancy/name-actors.ts";

/** By the database's clock. */
const state = sql<LinkState>`case
  when ${runLinks.revokedAt} is not null then 'REVOKED'
  when ${runLinks.expiresAt} <= now() then 'EXPIRED'
  when ${runLinks.sessionHash} is not null then 'IN_USE'
  else 'UNUSED' end`;

const { secretHash: _, sessionHash: __, ...shown } = getTableColumns(runLinks);

/** What is read of a link to show it: everything but the hashes. */
export const shownLink = { ...shown, state };
export type ShownLink = Omit<typeof runLinks.$inferSelect, "secretHash" | "sessionHash"> & { state: LinkState };

export function toLink(row: ShownLink, names: Readonly<Record<string, string>>): Link {
  return {
    id: row.id,
    runId: row.runId,
    label: row.label,
    capabilities: row.capabilities,
    state: row.state,
    createdBy: row.createdBy,
    createdByName: names[row.createdBy] ?? null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    exchangedAt: row.exchangedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

/** How the tenant's records name who opened the link. */
export function actorOfLink({ id, tenantId }: { readonly id: string; readonly tenantId: string }) {
  return { tenantId, actor: { id: `${LINK_ACTOR}${id}`, role: "VIEWER" as const, tenantId } };
}
