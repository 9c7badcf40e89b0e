import type { Database } from "@assay/db";

/** The same database, on which `act` happens once between the first transaction and the second one. */
export function betweenTransactions(db: Database, act: () => Promise<unknown>): Database {
  let begun = 0;
  return Object.create(db, {
    transaction: {
      value: async (...args: Parameters<Database["transaction"]>) => {
        begun += 1;
        if (begun === 2) await act();
        return db.transaction(...args);
      },
    },
  }) as Database;
}
