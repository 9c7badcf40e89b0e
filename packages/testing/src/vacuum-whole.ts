import { type Database, oneRow, rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";

/**
 * Makes the planner's statistics of a table and marks its pages as visible to all, so that what is read of it is counted
 * alike each time. A transaction that is open meanwhile, such as one of autovacuum, keeps pages from that: until it ends.
 */
export async function vacuumWhole(owner: Database, table: string): Promise<void> {
  for (;;) {
    await owner.execute(sql`vacuum analyze ${sql.identifier(table)}`);
    const pages = sql`select relallvisible >= relpages as "areVisible" from pg_class where oid = ${table}::regclass`;
    if (oneRow(await rowsOf<{ areVisible: boolean }>(owner, pages)).areVisible) return;
  }
}
