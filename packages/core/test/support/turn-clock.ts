import { inSystem } from "@assay/core/tenancy";
import { type Database, oneRow, rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import type { TestEngine } from "./test-engine.ts";

/** The database's clock in a test's hand: what jobs and models wait for comes when it is turned. */
export function turnClock(db: Database) {
  const clock = {
    /** Since the test began. */
    ms: 0,
    async pass(ms: number): Promise<void> {
      clock.ms += ms;
      const by = sql`${ms}::float8 * interval '1 millisecond'`;
      await inSystem(db, async (tx) => {
        await tx.execute(
          sql`update pauses set until = until - ${by}, answered_at = answered_at - ${by}, probe_until = probe_until - ${by}`,
        );
        await tx.execute(sql`update work_items set available_at = available_at - ${by} where state = 'PENDING'`);
      });
    },
    /** Does all work, each piece at its time, until nothing is left or the clock says `untilMs`. */
    async work(engine: TestEngine, untilMs = Infinity): Promise<void> {
      for (;;) {
        await engine.drain();
        const waitMs = await nextInMs(db);
        if (waitMs === null || clock.ms + waitMs > untilMs) return;
        await clock.pass(waitMs);
      }
    },
  };
  return clock;
}

async function nextInMs(db: Database): Promise<number | null> {
  const rows = await inSystem(db, (tx) =>
    rowsOf<{ ms: number | null }>(
      tx,
      sql`select ceil(extract(epoch from min(available_at) - now()) * 1000)::float8 as ms
        from work_items where state = 'PENDING'`,
    ),
  );
  const { ms } = oneRow(rows);
  return ms === null ? null : Math.max(0, ms);
}
