import type { Connection } from "@assay/db";
import { sql } from "drizzle-orm";

/** Ends every connection of the service to its database, whatever it is in the middle of. */
export async function cutConnections(owner: Connection): Promise<void> {
  await owner.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
}
