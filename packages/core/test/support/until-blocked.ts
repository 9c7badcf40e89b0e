import { rowsOf } from "@assay/db";
import type { TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";

/** Returns when so many transactions wait for locks of others. */
export async function untilBlocked({ db }: TestDatabase, count = 1): Promise<void> {
  for (;;) {
    const blocked = await rowsOf(
      db,
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (blocked.length >= count) return;
  }
}
