import { type Database, sweeps } from "@assay/db";
import { and, lt, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";
import { mayBegin } from "./due-jobs.ts";

/** No schedule of sweeps is that slow: within a longer gap the service or its database stood still. */
const GAP = sql`interval '3 minutes'`;

/** When sweeps continued after a gap: now where no sweep has taken place since it, null where there was none. */
export const resumedAt = sql<Date | null>`case when ${sweeps.sweptAt} < now() - ${GAP} then now() else ${sweeps.resumedAt} end`;

const SWEPT = {
  sweptAt: sql`now()`,
  resumedAt,
};

/** Notes that a sweep takes place, and whether it is the first one after a gap. */
export async function recordSweep(db: Database): Promise<void> {
  await inSystem(db, (tx) =>
    tx.insert(sweeps).values({ id: 1, sweptAt: sql`now()` }).onConflictDoUpdate({ target: sweeps.id, set: SWEPT }),
  );
}

/** Whether the last sweep is that long ago, by the database's clock. Of many who ask, one is told so. */
export function takeLateSweep(db: Database, { lateAfterMs }: { lateAfterMs: number }): Promise<boolean> {
  return inSystem(db, async (tx) => {
    const taken = await tx
      .insert(sweeps)
      .values({ id: 1, sweptAt: sql`now()` })
      .onConflictDoUpdate({
        target: sweeps.id,
        set: SWEPT,
        setWhere: and(lt(sweeps.sweptAt, databaseTimeIn(-lateAfterMs)), mayBegin),
      })
      .returning({ id: sweeps.id });
    return taken.length > 0;
  });
}
