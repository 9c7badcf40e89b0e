import { LINK_SESSION_HOURS } from "@assay/contract";
import { type Database, runLinks, tenants } from "@assay/db";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import type { LinkAccess } from "../tenancy/context.ts";
import { inSystem } from "../tenancy/transact.ts";

export interface LinkHolder extends LinkAccess {
  readonly tenantId: string;
  readonly isTenantActive: boolean;
}

/** When a session that is used now ends, unless it is used again. */
export const sessionEnd = sql`now() + make_interval(hours => ${LINK_SESSION_HOURS})`;

/**
 * Who holds the token of a session that is in force by the database's clock; undefined for any other, and once the link is
 * revoked or has expired. Renews the session, at most once a minute.
 */
export async function findLinkHolder(db: Database, token: string): Promise<LinkHolder | undefined> {
  const sessionHash = await sha256Hex(token);
  const inForce = and(
    eq(runLinks.sessionHash, sessionHash),
    isNull(runLinks.revokedAt),
    gt(runLinks.expiresAt, sql`now()`),
    gt(runLinks.sessionExpiresAt, sql`now()`),
  );
  return inSystem(db, async (tx) => {
    const [row] = await tx
      .select({
        id: runLinks.id,
        tenantId: runLinks.tenantId,
        runId: runLinks.runId,
        capabilities: runLinks.capabilities,
        tenantStatus: tenants.status,
        noteUse: sql<boolean>`coalesce(${runLinks.lastUsedAt} < now() - interval '1 minute', true)`,
      })
      .from(runLinks)
      .innerJoin(tenants, eq(tenants.id, runLinks.tenantId))
      .where(inForce);
    if (!row) return undefined;
    const { noteUse, tenantStatus, ...link } = row;
    if (noteUse)
      await tx
        .update(runLinks)
        .set({ lastUsedAt: sql`now()`, sessionExpiresAt: sessionEnd })
        .where(and(eq(runLinks.tenantId, row.tenantId), eq(runLinks.id, row.id), inForce));
    return { ...link, isTenantActive: tenantStatus === "ACTIVE" };
  });
}
