import { type Database, oneRow, rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { inSystem } from "../tenancy/transact.ts";

/** Returns whether a job has been due for a minute while no process does any. */
export function areJobsLeft(db: Database): Promise<boolean> {
  return inSystem(db, async (tx) => {
    const rows = await rowsOf<{ left: boolean }>(
      tx,
      sql`select exists (
          select from work_items where state = 'PENDING' and available_at < now() - interval '1 minute')
        and not exists (select from work_items where state = 'RUNNING' and lease_until > now()) as left`,
    );
    return oneRow(rows).left;
  });
}
