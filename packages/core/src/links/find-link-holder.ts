import { LINK_SESSION_HOURS } from "@assay/contract";
import { type Database, preparedOnce, runLinks, tenants } from "@assay/db";
import { and, eq, gt, inArray, isNull, type Placeholder, sql } from "drizzle-orm";
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
  if (noteUse) await noteUseOf(db, row, sessionHash);
  return { ...link, isTenantActive: tenantStatus === "ACTIVE" };
}

/** As of an API key: of many that find it due at once, one writes. */
async function noteUseOf(
  db: Database,
  { tenantId, id }: Pick<LinkHolder, "tenantId" | "id">,
  sessionHash: string,
): Promise<void> {
  const mine = and(eq(runLinks.tenantId, tenantId), eq(runLinks.id, id), inForce(sessionHash));
  await inSystem(db, (tx) => {
    const due = tx
      .select({ id: runLinks.id })
      .from(runLinks)
      .where(and(mine, useIsDue))
      .for("update", { skipLocked: true });
    return tx
      .update(runLinks)
      .set({ lastUsedAt: sql`now()`, sessionExpiresAt: sessionEnd })
      .where(and(eq(runLinks.tenantId, tenantId), inArray(runLinks.id, due)));
  });
}

const useIsDue = sql<boolean>`coalesce(${runLinks.lastUsedAt} < now() - interval '1 minute', true)`;

/** Asked before each request of an auditor. */
const linkInForce = preparedOnce((tx) =>
  tx
    .select({
      id: runLinks.id,
      tenantId: runLinks.tenantId,
      runId: runLinks.runId,
      capabilities: runLinks.capabilities,
      tenantStatus: tenants.status,
      noteUse: useIsDue,
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
