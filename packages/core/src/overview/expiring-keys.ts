import type { Overview } from "@assay/contract";
import { apiKeys, oneRow, type Transaction } from "@assay/db";
import { and, asc, count, eq, lt, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";

const SOON_MS = 30 * 86_400_000;
const FIRST = 20;

/** Keys active that expire soon, and expired ones that nobody revoked; the earliest first. */
export async function findExpiringKeys(tx: Transaction, tenantId: string): Promise<Overview["apiKeys"]> {
  const isExpiring = and(
    eq(apiKeys.tenantId, tenantId),
    sql`${apiKeys.revokedAt} is null`,
    lt(apiKeys.expiresAt, databaseTimeIn(SOON_MS)),
  );
  const counted = oneRow(await tx.select({ value: count() }).from(apiKeys).where(isExpiring));
  const rows = await tx
    .select({ id: apiKeys.id, name: apiKeys.name, prefix: apiKeys.prefix, expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .where(isExpiring)
    .orderBy(asc(apiKeys.expiresAt), asc(apiKeys.id))
    .limit(FIRST);
  return {
    count: counted.value,
    items: rows.map(({ expiresAt, ...row }) => ({ ...row, expiresAt: expiresAt.toISOString() })),
  };
}
