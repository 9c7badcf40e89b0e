import type { Transaction } from "@assay/db";
import type { TestDatabase } from "@assay/testing";
import { type SQL, sql } from "drizzle-orm";
import { withOwner } from "./with-owner.ts";

/** Changes what is final, as anyone who owns the database can: with the guard of the table off. */
export function withoutGuards(
  database: TestDatabase,
  table: string,
  change: SQL,
  trigger: "final" | "new_of_open_run" | "guarded" = "final",
): Promise<void> {
  const guard = (tx: Transaction, state: string) =>
    tx.execute(sql.raw(`alter table ${table} ${state} trigger ${table}_${trigger}`));
  return withOwner(database, ({ db }) =>
    db.transaction(async (tx) => {
      await guard(tx, "disable");
      await tx.execute(change);
      await guard(tx, "enable always");
    }),
  );
}
