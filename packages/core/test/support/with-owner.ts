import type { Connection } from "@assay/db";
import { rowsOf } from "@assay/db";
import type { TestDatabase } from "@assay/testing";
import type { SQL } from "drizzle-orm";

/** Does what the service itself may not do, as the owner of the tables. */
export async function withOwner<T>(database: TestDatabase, act: (owner: Connection) => Promise<T>): Promise<T> {
  const owner = await database.asOwner();
  try {
    return await act(owner);
  } finally {
    await owner.close();
  }
}

/** What is in the tables, no matter whose it is. */
export function ownerRows<T>(database: TestDatabase, query: SQL): Promise<T[]> {
  return withOwner(database, (owner) => rowsOf<T>(owner.db, query));
}
