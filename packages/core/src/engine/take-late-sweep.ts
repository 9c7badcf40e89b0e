import { type Database, sweeps } from "@assay/db";
import { lt, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";

/** Whether the last sweep is that long ago, by the database's clock. Of many who ask, one is told so. */
export function takeLateSweep(db: Database, { lateAfterMs }: { lateAfterMs: number }): Promise<boolean> {
  return inSystem(db, async (tx) => {
    const taken = await tx
      .insert(sweeps)
      .values({ id: 1, sweptAt: sql`now()` })
      .onConflictDoUpdate({
        target: sweeps.id,
        set: { sweptAt: sql`now()` },
        setWhere: lt(sweeps.sweptAt, databaseTimeIn(-lateAfterMs)),
      })
      .returning({ id: sweeps.id });
    return taken.length > 0;
  });
}
