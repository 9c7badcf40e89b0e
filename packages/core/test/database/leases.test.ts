import {
  claimJob,
  listDueJobs,
  type ReleaseOptions,
  releaseAllLeases,
  releaseLostJobs,
  runJob,
} from "@assay/core/jobs";
import { createTenant, inSystem } from "@assay/core/tenancy";
import { jobs, newId } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createProbeEngine } from "../support/probe-engine.ts";
import { ofEachKind } from "../support/test-engine.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => inSystem(database.db, (tx) => tx.delete(jobs)));
afterAll(() => database.close());

const LEASE = { leaseMs: 60_000 };
const SLOTS = ofEachKind({ free: 1000, perTenantMax: 1000 });
type Probe = Awaited<ReturnType<typeof createProbeEngine>>;

const change = (ids: readonly string[], set: Record<string, unknown>) =>
  inSystem(database.db, (tx) => tx.update(jobs).set(set).where(inArray(jobs.id, ids)));
const expire = (ids: readonly string[]) => change(ids, { leaseUntil: sql`now() - interval '1 second'` });
const released = async (options: Partial<ReleaseOptions> = {}) =>
  (await releaseLostJobs(database.db, { ...LEASE, ...options })).map(({ jobId }) => jobId).toSorted();
const counted = async (probe: Probe, ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { losses, crashes } = await probe.job(id);
      return [losses, crashes];
    }),
  );

/** Claims all of them for one holder, which dies. */
async function loseTogether(ids: readonly string[]): Promise<void> {
  const holder = newId();
  for (const id of ids) expect(await claimJob(database.db, id, { ...LEASE, holder })).toBeDefined();
  await expire(ids);
  await releaseLostJobs(database.db, LEASE);
}

const addAll = (probe: Probe, count: number) => Promise.all(Array.from({ length: count }, () => probe.add()));

/** Resolves when the row has been changed so that `is` holds. */
async function untilItem(
  probe: Probe,
  id: string,
  is: (job: Awaited<ReturnType<Probe["job"]>>) => boolean,
): Promise<void> {
  while (!is(await probe.job(id))) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("a lease", () => {
  test("is renewed as long as the attempt continues, for all items of the holder", async () => {
    const probe = await createProbeEngine(database.db, { settings: { leaseMs: 200 } });
    const ids = await addAll(probe, 3);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    probe.run = async () => {
      await ended;
      return probe.done();
    };
    const running = ids.map((id) => runJob(probe.engine, id));
    await Promise.all(
      ids.map(async (id) => {
        await untilItem(probe, id, ({ state }) => state === "RUNNING");
        const { leaseUntil: first } = await probe.job(id);
        // Longer than a lease that nobody renews.
        await untilItem(probe, id, ({ leaseUntil }) => leaseUntil!.getTime() > first!.getTime() + 200);
      }),
    );
    end();
    expect(await Promise.all(running)).toEqual(["done", "done", "done"]);
  });

  test("that was taken over ends the attempt when it would be renewed, and nothing is committed", async () => {
    const probe = await createProbeEngine(database.db, { settings: { leaseMs: 100 } });
    const id = await probe.add();
    const { promise: attempt, resolve: endAttempt } = Promise.withResolvers<unknown>();
    probe.run = async ({ signal }) => {
      await releaseAllLeases(database.db);
      await claimJob(database.db, id, LEASE);
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      endAttempt(signal.reason);
      return probe.done();
    };
    expect(await runJob(probe.engine, id)).toBe("nothing");
    expect(await attempt).toMatchObject({ name: "LostLease" });
    expect(await probe.traces()).toBe(0);
    expect(await probe.job(id)).toMatchObject({ state: "RUNNING", fence: 2, attempts: 0 });
    expect(probe.reports).toEqual([]);
  });

  test("that ran out is given back together with the others of its holder", async () => {
    const probe = await createProbeEngine(database.db);
    const [early, late] = (await addAll(probe, 2)) as [string, string];
    const holder = newId();
    for (const id of [early, late]) await claimJob(database.db, id, { ...LEASE, holder });
    await expire([early]);
    await change([late], { leaseUntil: sql`now() + interval '2 seconds'` });
    expect(await released()).toEqual([]);
    await expire([late]);
    expect(await released()).toEqual([early, late].toSorted());
    expect(await probe.job(early)).toMatchObject({ state: "PENDING", leaseUntil: null, publishedAt: null });
  });

  test("that its holder let run out is given back by itself without a crash, but for what it works on", async () => {
    const probe = await createProbeEngine(database.db);
    const [forgotten, kept] = (await addAll(probe, 2)) as [string, string];
    const holder = newId();
    for (const id of [forgotten, kept]) await claimJob(database.db, id, { ...LEASE, holder });
    await expire([forgotten, kept]);
    expect(await released({ holder, keptIds: () => [kept] })).toEqual([forgotten]);
    expect(await counted(probe, [forgotten, kept])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(await probe.job(kept)).toMatchObject({ state: "RUNNING" });
  });

  test("that ran out alone, next to others that are renewed, is given back", async () => {
    const probe = await createProbeEngine(database.db);
    const [forgotten, renewed] = (await addAll(probe, 2)) as [string, string];
    const holder = newId();
    for (const id of [forgotten, renewed]) await claimJob(database.db, id, { ...LEASE, holder });
    await expire([forgotten]);
    expect(await released()).toEqual([forgotten]);
    expect(await counted(probe, [forgotten])).toEqual([[1, 0]]);
  });
});

describe("a crash", () => {
  test("counts against the only job of its process", async () => {
    const probe = await createProbeEngine(database.db);
    const ids = await addAll(probe, 1);
    await loseTogether(ids);
    expect(await counted(probe, ids)).toEqual([[1, 1]]);
  });

  test("counts against none of several, as any may be the cause", async () => {
    const probe = await createProbeEngine(database.db);
    const ids = await addAll(probe, 3);
    await loseTogether(ids);
    await loseTogether(ids);
    expect(await counted(probe, ids)).toEqual(ids.map(() => [2, 0]));
  });

  test("counts against the one that was lost again and again, and not against what ran next to it", async () => {
    const probe = await createProbeEngine(database.db);
    const [poison] = (await addAll(probe, 1)) as [string];
    for (const crashes of [0, 0, 1, 2]) {
      const others = await addAll(probe, 2);
      await loseTogether([poison, ...others]);
      expect((await probe.job(poison)).crashes).toBe(crashes);
      expect(await counted(probe, others)).toEqual(others.map(() => [1, 0]));
    }
  });

  test("is forgotten when the job gets on: at a checkpoint, and when an attempt ends", async () => {
    const probe = await createProbeEngine(database.db);
    const ids = await addAll(probe, 1);
    for (let at = 0; at < 3; at++) await loseTogether(ids);
    probe.run = async (attempt) => {
      await attempt.checkpoint((tx) => probe.trace(tx));
      expect((await probe.job(ids[0]!)).crashes).toBe(0);
      return probe.done("more");
    };
    await runJob(probe.engine, ids[0]!);
    expect(probe.reports).toEqual([]);
    expect(await counted(probe, ids)).toEqual([[0, 0]]);
  });
});

describe("lost work", () => {
  const due = async (options: { withoutSuspects?: boolean } = {}) =>
    (await listDueJobs(database.db, SLOTS, options)).map(({ jobId }) => jobId);

  test("comes behind fresh attempt, even behind what was called for later", async () => {
    const probe = await createProbeEngine(database.db);
    const lost = await addAll(probe, 2);
    await loseTogether(lost);
    const fresh = await addAll(probe, 2);
    const order = await due();
    expect(new Set(order.slice(0, 2))).toEqual(new Set(fresh));
    expect(new Set(order.slice(2))).toEqual(new Set(lost));
  });

  test("of which any may be the cause of the crashes is served one at a time", async () => {
    const probe = await createProbeEngine(database.db);
    const suspects = await addAll(probe, 3);
    for (let at = 0; at < 2; at++) await loseTogether(suspects);
    const once = await addAll(probe, 2);
    await loseTogether(once);
    const [fresh] = await addAll(probe, 1);
    const order = await due();
    expect(order[0]).toBe(fresh);
    expect(new Set(order.slice(1, 3))).toEqual(new Set(once));
    expect(order).toHaveLength(4);
    expect(suspects).toContain(order[3]);
    expect(await due({ withoutSuspects: true })).toEqual(order.slice(0, 3));
  });

  test("is claimed by none that works on a suspect already", async () => {
    const probe = await createProbeEngine(database.db);
    const [running, waiting] = (await addAll(probe, 2)) as [string, string];
    for (let at = 0; at < 2; at++) await loseTogether([running, waiting]);
    probe.run = async () => {
      expect(await runJob(probe.engine, waiting)).toBe("nothing");
      return probe.done();
    };
    expect(await runJob(probe.engine, running)).toBe("done");
    expect(await runJob(probe.engine, waiting)).toBe("done");
    expect(probe.reports).toEqual([]);
  });

  test("of one tenant does not wait for another tenant whose slots are taken", async () => {
    const probe = await createProbeEngine(database.db);
    const full = (await createTenant(database.db, { name: "Full" })).id;
    const [held, suspect] = [await probe.add(full), await probe.add(full)];
    const [mine] = await addAll(probe, 1);
    for (let at = 0; at < 2; at++) await loseTogether([suspect, mine!]);
    await claimJob(database.db, held, LEASE);
    await change([suspect], { availableAt: sql`now() - interval '1 hour'` });
    const list = await listDueJobs(database.db, ofEachKind({ free: 10, perTenantMax: 1 }), {});
    expect(list).toEqual([{ jobId: mine, tenantId: probe.tenantId, kind: "file", suspect: true }]);
  });

  test("is taken over by a delivery that comes again, and whatever was lost with it is dispatched", async () => {
    const probe = await createProbeEngine(database.db);
    const ids = (await addAll(probe, 2)) as [string, string];
    const holder = newId();
    for (const id of ids) await claimJob(database.db, id, { ...LEASE, holder });
    expect(await runJob(probe.engine, ids[0])).toBe("nothing");
    await expire(ids);
    expect(await runJob(probe.engine, ids[0])).toBe("done");
    expect(probe.dispatched).toEqual([{ jobId: ids[1], tenantId: probe.tenantId }]);
    expect(await probe.job(ids[1])).toMatchObject({ state: "PENDING" });
  });

  test("is claimed once by many that look at the same time", async () => {
    const probe = await createProbeEngine(database.db);
    const ids = await addAll(probe, 10);
    const holder = newId();
    for (const id of ids) await claimJob(database.db, id, { ...LEASE, holder });
    await expire(ids);
    const all = await Promise.all(Array.from({ length: 4 }, () => released()));
    expect(all.flat().toSorted()).toEqual(ids.toSorted());
    expect(await counted(probe, ids)).toEqual(ids.map(() => [1, 0]));
  });
});

test("the items of the only process are lost at once when it starts again", async () => {
  const probe = await createProbeEngine(database.db);
  const id = await probe.add();
  await claimJob(database.db, id, { leaseMs: 60_000, holder: newId() });
  await releaseAllLeases(database.db);
  const [row] = await inSystem(database.db, (tx) => tx.select().from(jobs).where(eq(jobs.id, id)));
  expect(row).toMatchObject({ state: "PENDING", losses: 1 });
});
