import type { Connection } from "@assay/db";
import type { TestDatabase } from "@assay/testing";

/** Does what the service itself may not do, as the owner of the tables. */
export async function withOwner<T>(database: TestDatabase, act: (owner: Connection) => Promise<T>): Promise<T> {
  const owner = await database.asOwner();
  try {
    return await act(owner);
  } finally {
    await owner.close();
  }
}
