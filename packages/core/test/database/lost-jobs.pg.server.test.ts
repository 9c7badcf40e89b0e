import { createOutbox, releaseLostJobs } from "@assay/core/jobs";
import { createTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";

const LOST = 10_000;
const TENANTS = 10;
const LIMIT = 500;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Half of them were at work in a process that died, the messages of the others are lost. */
async function loseJobs(): Promise<void> {
  const tenants = await Promise.all(
    Array.from({ length: TENANTS }, (_, at) => createTenant(database.db, { name: `Tenant ${at}` })),
  );
  const owner = await database.asOwner();
  await owner.db.execute(sql`
    insert into work_items (id, tenant_id, kind, subject_id, stage, state, available_at, published_at, lease_until, holder, fence)
    select gen_random_uuid(), (${sql.param(`{${tenants.map(({ id }) => id).join(",")}}`)}::uuid[])[1 + at % ${TENANTS}::int],
      'file', gen_random_uuid(), 'probe', case when at % 2 = 0 then 'RUNNING' else 'PENDING' end,
      now() - interval '1 hour', now() - interval '1 hour', case when at % 2 = 0 then now() - interval '1 minute' end,
      case when at % 2 = 0 then gen_random_uuid() end, 1
    from generate_series(1, ${LOST}::int) at`);
  await owner.close();
}

test("10,000 lost jobs are published again, each once, within 100 sweeps of at most 500", async () => {
  await loseJobs();
  const outbox = createOutbox(database.db);
  const published = new Map<string, number>();
  let sweeps = 0;
  for (; published.size < LOST && sweeps < 100; sweeps++) {
    await releaseLostJobs(database.db, { leaseMs: 12_000 });
    const overdue = await outbox.listOverdue({ limit: LIMIT, overdueAfterMs: 90_000, parallelPerTenant: 6 });
    expect(overdue.length).toBeLessThanOrEqual(LIMIT);
    for (const { jobId } of overdue) published.set(jobId, (published.get(jobId) ?? 0) + 1);
    await outbox.markPublished(overdue);
  }
  expect(published.size).toBe(LOST);
  expect(new Set(published.values())).toEqual(new Set([1]));
  expect(sweeps).toBe(LOST / LIMIT);
  const owner = await database.asOwner();
  expect(
    await rowsOf(owner.db, sql`select state, losses, count(*)::int as n from work_items group by 1, 2 order by 2`),
  ).toEqual([0, 1].map((losses) => ({ state: "PENDING", losses, n: LOST / 2 })));
  await owner.close();
});
