import type { Database } from "@assay/db";

/** The same database, and how many transactions were begun on it. */
export function countTransactions(db: Database): { readonly db: Database; readonly begun: () => number } {
  let begun = 0;
  const counted = Object.create(db, {
    transaction: {
      value: (...args: Parameters<Database["transaction"]>) => {
        begun += 1;
        return db.transaction(...args);
      },
    },
  }) as Database;
  return { db: counted, begun: () => begun };
}
