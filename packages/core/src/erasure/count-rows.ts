import { oneRow, rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { ERASED, type ErasedTable } from "./erased-tables.ts";

export const isOwned = ({ owner }: ErasedTable, tenantId: string) => sql`${sql.identifier(owner)} = ${tenantId}`;

/** How many rows a tenant has, by table; tables without one are not named. In a transaction of the tenant. */
export async function countRows(tx: Transaction, tenantId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ERASED) {
    const { n } = oneRow(
      await rowsOf<{ n: number }>(
        tx,
        sql`select count(*)::float8 as n from ${sql.identifier(table.name)} where ${isOwned(table, tenantId)}`,
      ),
    );
    if (n > 0) counts[table.name] = n;
  }
  return counts;
}
