import { type ClaimedJob, claimDueJobs, claimJob, listDueJobs, type Turns } from "@assay/core/jobs";
import { inSystem } from "@assay/core/tenancy";
import { jobs, newId } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ofEachKind } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

const TENANTS = 1000;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await withOwner(database, ({ db }) =>
    db.execute(sql`insert into tenants (id, name)
      select md5(at::text)::uuid, 'Tenant ' || at from generate_series(0, ${TENANTS}::int) at`),
  );
});
afterAll(() => database.close());
beforeEach(() => withOwner(database, ({ db }) => db.execute(sql`truncate work_items`)));

/** Of the tenants numbered so; times are of the past, each a second later. */
function add(tenants: { from: number; to: number }, jobsEach: number, set: { delayed?: boolean } = {}): Promise<void> {
  const { delayed = false } = set;
  return withOwner(database, async ({ db }) => {
    await db.execute(sql`
      insert into work_items (id, tenant_id, kind, subject_id, stage, available_at, delayed)
      select gen_random_uuid(), md5(at::text)::uuid, 'file', gen_random_uuid(), 'probe',
        now() + case when ${delayed} then interval '1 hour' else -interval '1 hour' end
          + make_interval(secs => nth), ${delayed}
      from generate_series(${tenants.from}::int, ${tenants.to}::int) at, generate_series(1, ${jobsEach}::int) nth`);
  });
}

/** What a process with free slots for files takes. */
function createProcess() {
  const holder = newId();
  const turns: Turns = new Map();
  return {
    async claim(free: number, perTenantMax = 6): Promise<readonly ClaimedJob[]> {
      const slots = { ...ofEachKind({ free: 0, perTenantMax: 1 }), file: { free, perTenantMax } };
      return (await claimDueJobs(database.db, slots, { leaseMs: 60_000, holder, turns })).claimed;
    },
  };
}

const end = (claimed: readonly { id: string }[]) =>
  inSystem(database.db, (tx) =>
    tx
      .update(jobs)
      .set({ state: "DONE" })
      .where(
        inArray(
          jobs.id,
          claimed.map(({ id }) => id),
        ),
      ),
  );
const tenantsOf = (claimed: readonly { tenantId: string }[]) => claimed.map(({ tenantId }) => tenantId);

describe("with a thousand tenants and a heavy one", () => {
  test("each is served once before any is served twice", async () => {
    await add({ from: 0, to: 0 }, 500);
    await add({ from: 1, to: TENANTS }, 2);
    const { claim } = createProcess();
    const served: string[] = [];
    while (served.length < TENANTS + 1) {
      const claimed = await claim(8);
      served.push(...tenantsOf(claimed));
      await end(claimed);
    }
    expect(new Set(served.slice(0, TENANTS + 1)).size).toBe(TENANTS + 1);
  });

  test("so it is where slots come free one by one, and none of a tenant's waits while others have it twice", async () => {
    await add({ from: 0, to: 0 }, 500);
    await add({ from: 1, to: 60 }, 3);
    const { claim } = createProcess();
    const held = [...(await claim(8))];
    const served = tenantsOf(held);
    for (let more = 0; more < 110; more++) {
      await end(held.splice(0, 1));
      const [next] = await claim(1);
      held.push(next!);
      served.push(next!.tenantId);
    }
    const counts = [...Map.groupBy(served, (tenant) => tenant).values()].map(({ length }) => length);
    expect(counts).toHaveLength(61);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  test("several processes take each job once, and leave none", async () => {
    await add({ from: 0, to: 0 }, 20);
    await add({ from: 1, to: 100 }, 1);
    const processes = [createProcess(), createProcess(), createProcess()];
    const taken: string[] = [];
    for (let idle = 0; idle < processes.length; ) {
      const { claim } = processes[taken.length % processes.length]!;
      const claimed = await claim(5);
      idle = claimed.length === 0 ? idle + 1 : 0;
      taken.push(...claimed.map(({ id }) => id));
      await end(claimed);
    }
    expect(taken).toHaveLength(120);
    expect(new Set(taken).size).toBe(120);
  });

  test("one of which the process runs as many as it may is passed over, also where it alone has more", async () => {
    await add({ from: 0, to: 0 }, 500);
    const { claim } = createProcess();
    expect(await claim(8, 3)).toHaveLength(3);
    expect(await claim(5, 3)).toEqual([]);
    await add({ from: 1, to: 40 }, 1);
    expect(new Set(tenantsOf(await claim(5, 3))).size).toBe(5);
  });
});

describe("what is for later", () => {
  const due = async () => tenantsOf(await listDueJobs(database.db, ofEachKind({ free: 8, perTenantMax: 4 }), {}));

  test("is found when its time has come, by whatever look comes next", async () => {
    await add({ from: 1, to: 5 }, 1, { delayed: true });
    expect(await due()).toEqual([]);
    await inSystem(database.db, (tx) => tx.update(jobs).set({ availableAt: sql`now()` }));
    expect(new Set(await due()).size).toBe(5);
    expect(new Set(await due()).size, "and again, as none was taken").toBe(5);
  });

  test("takes its turn among the others", async () => {
    await add({ from: 0, to: 0 }, 100, { delayed: true });
    await add({ from: 1, to: 20 }, 1);
    await inSystem(database.db, (tx) =>
      tx.update(jobs).set({ availableAt: sql`now() - interval '2 hours'` }).where(sql`delayed`),
    );
    const { claim } = createProcess();
    const served: string[] = [];
    for (let more = 0; more < 21; more++) {
      const [next] = await claim(1);
      served.push(next!.tenantId);
      await end([next!]);
    }
    expect(new Set(served).size).toBe(21);
  });

  test("and is claimed by its id before a look has noticed is not late afterwards", async () => {
    await add({ from: 1, to: 1 }, 1, { delayed: true });
    const [job] = await inSystem(database.db, (tx) => tx.update(jobs).set({ availableAt: sql`now()` }).returning());
    expect(await claimJob(database.db, job!.id, { leaseMs: 60_000 })).toBeDefined();
    await inSystem(database.db, (tx) => tx.update(jobs).set({ state: "PENDING" }));
    const [row] = await inSystem(database.db, (tx) => tx.select().from(jobs));
    expect(row).toMatchObject({ delayed: false });
  });
});
