import { LINK_SESSION_HOURS } from "@assay/contract";
import { type Database, preparedOnce, runLinks, tenants } from "@assay/db";
import { and, eq, gt, isNull, type Placeholder, sql } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import type { LinkAccess } from "../tenancy/context.ts";
import { inSystem, readInSystem } from "../tenancy/transact.ts";

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
  const [row] = await readInSystem(db, (tx) => linkInForce(tx, { sessionHash }));
  if (!row) return undefined;
  const { noteUse, tenantStatus, ...link } = row;
  if (noteUse)
    await inSystem(db, (tx) =>
      tx
        .update(runLinks)
        .set({ lastUsedAt: sql`now()`, sessionExpiresAt: sessionEnd })
        .where(and(eq(runLinks.tenantId, row.tenantId), eq(runLinks.id, row.id), inForce(sessionHash))),
    );
  return { ...link, isTenantActive: tenantStatus === "ACTIVE" };
}

/** Asked before each request of an auditor. */
const linkInForce = preparedOnce((tx) =>
  tx
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
    .where(inForce(sql.placeholder("sessionHash")))
    .prepare("link_in_force"),
);

function inForce(sessionHash: string | Placeholder) {
  return and(
    eq(runLinks.sessionHash, sessionHash),
    isNull(runLinks.revokedAt),
    gt(runLinks.expiresAt, sql`now()`),
    gt(runLinks.sessionExpiresAt, sql`now()`),
  );
}
