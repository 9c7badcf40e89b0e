import { LINK_SESSION_HOURS } from "@assay/contract";
import { type Database, preparedOnce, runLinks, tenants } from "@assay/db";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
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
 * Who holds the token of a session that is active by the database's clock; undefined for any other, and once the link is
 * revoked or has expired. Renews the session, at most once a minute.
 */
export async function findLinkHolder(db: Database, token: string): Promise<LinkHolder | undefined> {
  return (await findLinkHolders(db, [token])).get(token);
}

/** As `findLinkHolder`, of several tokens by each; those that are not active are missing. */
export async function findLinkHolders(db: Database, tokens: readonly string[]): Promise<Map<string, LinkHolder>> {
  const sessionHashes = await Promise.all(tokens.map(sha256Hex));
  const rows = await readInSystem(db, (tx) => activeLinks(tx, { sessionHashes }));
  const used = rows.filter(({ noteUse }) => noteUse);
  const which = { tenantIds: used.map(({ tenantId }) => tenantId), ids: used.map(({ id }) => id), sessionHashes };
  if (used.length > 0) await inSystem(db, (tx) => noteUse(tx, which));
  const byHash = new Map(rows.map((row) => [row.sessionHash, row]));
  return new Map(
    tokens.flatMap((token, at) => {
      const row = byHash.get(sessionHashes[at]!);
      if (!row) return [];
      const { noteUse: _, sessionHash: __, tenantStatus, ...link } = row;
      return [[token, { ...link, isTenantActive: tenantStatus === "ACTIVE" }]];
    }),
  );
}

const useIsDue = sql<boolean>`coalesce(${runLinks.lastUsedAt} < now() - interval '1 minute', true)`;

const inForce = and(
  sql`${runLinks.sessionHash} = any(${sql.placeholder("sessionHashes")}::text[])`,
  isNull(runLinks.revokedAt),
  gt(runLinks.expiresAt, sql`now()`),
  gt(runLinks.sessionExpiresAt, sql`now()`),
);

/** As of an API key: of many that find it due at once, one writes. */
const noteUse = preparedOnce((tx) => {
  const mine = and(
    sql`${runLinks.tenantId} = any(${sql.placeholder("tenantIds")}::uuid[])`,
    sql`${runLinks.id} = any(${sql.placeholder("ids")}::uuid[])`,
  );
  const due = tx
    .select({ id: runLinks.id })
    .from(runLinks)
    .where(and(mine, inForce, useIsDue))
    .for("update", { skipLocked: true });
  return tx
    .update(runLinks)
    .set({ lastUsedAt: sql`now()`, sessionExpiresAt: sessionEnd })
    .where(and(mine, sql`${runLinks.id} = any(array(${due}))`))
    .prepare("note_link_use");
});

/** Asked before each request of an auditor. */
const activeLinks = preparedOnce((tx) =>
  tx
    .select({
      id: runLinks.id,
      sessionHash: runLinks.sessionHash,
      tenantId: runLinks.tenantId,
      runId: runLinks.runId,
      capabilities: runLinks.capabilities,
      tenantStatus: tenants.status,
      noteUse: useIsDue,
    })
    .from(runLinks)
    .innerJoin(tenants, eq(tenants.id, runLinks.tenantId))
    .where(inForce)
    .prepare("links_in_force"),
);
