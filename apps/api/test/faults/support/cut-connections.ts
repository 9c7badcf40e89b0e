import { type Connection, rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";

/** How the server knows the connections of processes under test from those of the suite itself. */
export const UNDER_TEST = { PGAPPNAME: "assay-under-test" };

/** Ends every connection of the processes under test to their database, whatever it is in the middle of. Returns how many. */
export async function cutConnections(owner: Connection): Promise<number> {
  const cut = await rowsOf(
    owner.db,
    sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${UNDER_TEST.PGAPPNAME}`,
  );
  return cut.length;
}
