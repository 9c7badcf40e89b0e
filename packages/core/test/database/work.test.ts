import { AssayError, DocumentError, ModelError } from "@assay/contract";
import { createTenant, inTenant } from "@assay/core/tenancy";
import {
  cancelWork,
  claimWorkItem,
  enqueue,
  listDueWork,
  releaseAllLeases,
  releaseLostWork,
  runWorkItem,
  ShuttingDown,
} from "@assay/core/work";
import { newId } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProbeEngine } from "../support/probe-engine.ts";
import { ENGINE_SETTINGS, ofEachKind } from "../support/test-engine.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const LEASE = { leaseMs: 60_000 };
const never = () => new Promise<never>(() => {});

describe("a claim", () => {
  test("goes to one of two who ask at the same time", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    const claims = await Promise.all([claimWorkItem(database.db, id, LEASE), claimWorkItem(database.db, id, LEASE)]);
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claimWorkItem(database.db, id, LEASE)).toBeUndefined();
  });

  test("whose lease ran out is taken over, which counts as a crash and not as an attempt", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    expect(await claimWorkItem(database.db, id, LEASE)).toMatchObject({ fence: 1, crashes: 0 });
    await releaseAllLeases(database.db);
    expect(await claimWorkItem(database.db, id, LEASE)).toMatchObject({ fence: 2, crashes: 1, attempts: 0 });
  });

  test("finds nothing in work that is not due, finished or unknown", async () => {
    const probe = await createProbeEngine(database.db);
    const [later] = await inTenant({ db: database.db, tenantId: probe.tenantId }, (tx) =>
      enqueue(tx, [{ tenantId: probe.tenantId, kind: "file", subjectId: newId(), stage: "probe", delayMs: 60_000 }]),
    );
    const done = await probe.add();
    await runWorkItem(probe.engine, done);
    for (const id of [later!.workItemId, done, newId()])
      expect(await claimWorkItem(database.db, id, LEASE)).toBeUndefined();
  });
});

describe("a wake-up", () => {
  test("that comes ten times at once makes one slice", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    await Promise.all(Array.from({ length: 10 }, () => runWorkItem(probe.engine, id)));
    expect(probe.slices).toBe(1);
    expect(await probe.traces()).toBe(1);
    expect(await probe.item(id)).toMatchObject({ state: "DONE", fence: 1, leaseUntil: null });
  });

  test("of a holder that was taken over commits nothing", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    probe.run = async () => {
      probe.run = async () => probe.done();
      await releaseAllLeases(database.db);
      await runWorkItem(probe.engine, id);
      return probe.done();
    };
    await runWorkItem(probe.engine, id);
    expect(probe.slices).toBe(2);
    expect(await probe.traces()).toBe(1);
    expect(await probe.item(id)).toMatchObject({ state: "DONE", fence: 2, attempts: 0 });
    expect(probe.reports).toEqual([]);
  });

  test("of a holder that was taken over and fails changes nothing either", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    probe.run = async () => {
      await releaseAllLeases(database.db);
      await claimWorkItem(database.db, id, LEASE);
      throw new DocumentError("NO_TEXT", "Cannot find text");
    };
    await runWorkItem(probe.engine, id);
    expect(await probe.item(id)).toMatchObject({ state: "RUNNING", fence: 2 });
    expect(probe.failed).toEqual([]);
  });

  test("whose slice says `more` comes again, with its failures forgotten", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    const slices = [
      () => Promise.reject(new ModelError("MODEL_TIMEOUT", "Too slow")),
      async () => probe.done("more"),
      async () => probe.done(),
    ];
    probe.run = () => slices.shift()!();
    await runWorkItem(probe.engine, id);
    await runWorkItem(probe.engine, id);
    expect(await probe.item(id)).toMatchObject({ state: "PENDING", attempts: 0, crashes: 0 });
    expect(probe.woken.at(-1)).toEqual({ workItemId: id, tenantId: probe.tenantId });
    await runWorkItem(probe.engine, id);
    expect(await probe.item(id)).toMatchObject({ state: "DONE" });
    expect(await probe.traces()).toBe(2);
  });
});

describe("a failure", () => {
  test("that may pass is tried again after growing waits, and is final after the last attempt", async () => {
    const probe = await createProbeEngine(database.db, { settings: { retryDelayMs: 10_000, attemptsMax: 3 } });
    const id = await probe.add();
    probe.run = () => Promise.reject(new Error("connection reset"));
    for (const [attempts, waitMs] of [
      [1, 10_000],
      [2, 40_000],
    ] as const) {
      await runWorkItem(probe.engine, id);
      const item = await probe.item(id);
      expect(item).toMatchObject({ state: "PENDING", attempts, lastError: "INTERNAL_ERROR" });
      expect(item.dueInMs).toBeGreaterThan(waitMs * 0.7);
      expect(item.dueInMs).toBeLessThanOrEqual(waitMs);
      await runWorkItem(probe.engine, id);
      expect(probe.slices).toBe(attempts);
      await probe.hurry(id);
    }
    await runWorkItem(probe.engine, id);
    expect(await probe.item(id)).toMatchObject({ state: "FAILED", attempts: 3 });
    expect(probe.failed).toHaveLength(1);
    expect(probe.reports.map(({ final }) => final)).toEqual([false, false, true]);
  });

  test.each([
    new DocumentError("NO_TEXT", "Cannot find text"),
    new ModelError("MODEL_REFUSED", "No"),
    new ModelError("MODEL_REJECTED_REQUEST", "No"),
    new AssayError("INVALID_STATE", "No"),
    new AssayError("NOT_FOUND", "No"),
  ])("that is final is not tried again: $code", async (error) => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    probe.run = () => Promise.reject(error);
    await runWorkItem(probe.engine, id);
    expect(await probe.item(id)).toMatchObject({ state: "FAILED", lastError: error.code });
    expect(probe.failed.map((item) => item.id)).toEqual([id]);
  });

  test.each([
    new ModelError("MODEL_RATE_LIMITED", "Later", { retryAfterSeconds: 90 }),
    new AssayError("SERVICE_UNAVAILABLE", "Later", { retryAfterSeconds: 90 }),
  ])("that names a time is tried again then: $code", async (error) => {
    const probe = await createProbeEngine(database.db, { settings: { retryDelayMs: 100 } });
    const id = await probe.add();
    probe.run = () => Promise.reject(error);
    await runWorkItem(probe.engine, id);
    expect((await probe.item(id)).dueInMs / 1000).toBeCloseTo(90, -1);
  });

  test("in the commit leaves nothing of the slice behind", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    probe.run = async () => ({
      state: "done",
      async write(tx) {
        await probe.trace(tx);
        throw new ModelError("MODEL_UNAVAILABLE", "Gone");
      },
    });
    await runWorkItem(probe.engine, id);
    expect(await probe.traces()).toBe(0);
    expect(await probe.item(id)).toMatchObject({ state: "PENDING", attempts: 1, lastError: "MODEL_UNAVAILABLE" });
  });

  test("that its stage cannot record is tried again, and given up in the end", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    probe.run = () => Promise.reject(new DocumentError("NO_TEXT", "Cannot find text"));
    probe.fail = () => {
      throw new Error("The record is broken");
    };
    for (let attempt = 1; attempt < 2 * ENGINE_SETTINGS.attemptsMax; attempt++) {
      expect(await runWorkItem(probe.engine, id)).toBe("again");
      expect(await probe.item(id)).toMatchObject({ state: "PENDING", attempts: attempt, lastError: "INTERNAL_ERROR" });
    }
    expect(await runWorkItem(probe.engine, id)).toBe("failed");
    expect(await probe.item(id)).toMatchObject({ state: "FAILED", leaseUntil: null });
    expect(probe.reports.at(-1)).toMatchObject({ final: true, error: { message: "The record is broken" } });
  });

  test("that its stage could not record is recorded as soon as it can be", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    probe.run = () => Promise.reject(new DocumentError("NO_TEXT", "Cannot find text"));
    probe.fail = () => {
      if (probe.failed.length === 1) throw new Error("The record is broken");
    };
    expect(await runWorkItem(probe.engine, id)).toBe("again");
    expect(await runWorkItem(probe.engine, id)).toBe("failed");
    expect(await probe.item(id)).toMatchObject({ state: "FAILED", lastError: "NO_TEXT" });
  });

  test("to have a stage ends the item like any other failure", async () => {
    const probe = await createProbeEngine(database.db);
    const [added] = await inTenant({ db: database.db, tenantId: probe.tenantId }, (tx) =>
      enqueue(tx, [{ tenantId: probe.tenantId, kind: "file", subjectId: newId(), stage: "nobody" }]),
    );
    const id = added!.workItemId;
    for (let attempt = 1; attempt < ENGINE_SETTINGS.attemptsMax; attempt++)
      expect(await runWorkItem(probe.engine, id)).toBe("again");
    expect(await runWorkItem(probe.engine, id)).toBe("failed");
    expect(await probe.item(id)).toMatchObject({ state: "FAILED", lastError: "INTERNAL_ERROR" });
  });

  test("of the process, too often, is taken for the item's own and ends it without another slice", async () => {
    const probe = await createProbeEngine(database.db, { settings: { crashesMax: 3 } });
    const id = await probe.add();
    for (let crash = 0; crash < 3; crash++) {
      await claimWorkItem(database.db, id, LEASE);
      await releaseAllLeases(database.db);
    }
    await runWorkItem(probe.engine, id);
    expect(probe.slices).toBe(0);
    expect(probe.failed).toHaveLength(1);
    expect(await probe.item(id)).toMatchObject({ state: "FAILED", lastError: "INVALID_STATE" });
  });
});

describe("a slice", () => {
  test("ends at its limit, even if it does not listen", async () => {
    const probe = await createProbeEngine(database.db, { limitMs: 30 });
    const id = await probe.add();
    let signal: AbortSignal | undefined;
    probe.run = (work) => {
      signal = work.signal;
      return never();
    };
    await runWorkItem(probe.engine, id);
    expect(signal!.aborted).toBe(true);
    expect(await probe.item(id)).toMatchObject({ state: "PENDING", attempts: 1, lastError: "TIMEOUT" });
  });

  test("goes back uncounted when the process is to end", async () => {
    const probe = await createProbeEngine(database.db, { settings: { retryDelayMs: 60_000 } });
    const id = await probe.add();
    const shutdown = new AbortController();
    probe.run = () => {
      shutdown.abort(new ShuttingDown());
      return never();
    };
    await runWorkItem(probe.engine, id, shutdown.signal);
    const item = await probe.item(id);
    expect(item).toMatchObject({ state: "PENDING", attempts: 0, crashes: 0, lastError: null, leaseUntil: null });
    expect(item.dueInMs).toBeLessThanOrEqual(0);
    expect(probe.reports).toEqual([]);
  });

  test("does not begin in a process that is to end", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    await runWorkItem(probe.engine, id, AbortSignal.abort(new ShuttingDown()));
    expect(probe.slices).toBe(0);
    expect(await probe.item(id)).toMatchObject({ state: "PENDING", attempts: 0 });
  });

  test("keeps what it stored at a checkpoint although it fails later", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    probe.run = async (work) => {
      await work.checkpoint((tx) => probe.trace(tx));
      throw new Error("connection reset");
    };
    await runWorkItem(probe.engine, id);
    expect(await probe.traces()).toBe(1);
    expect(await probe.item(id)).toMatchObject({ state: "PENDING", attempts: 1 });
  });

  test("stops at a checkpoint when it was taken over", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    let passed = false;
    probe.run = async (work) => {
      await releaseAllLeases(database.db);
      await claimWorkItem(database.db, id, LEASE);
      await work.checkpoint((tx) => probe.trace(tx));
      passed = true;
      return probe.done();
    };
    await runWorkItem(probe.engine, id);
    expect({ passed, traces: await probe.traces(), reports: probe.reports }).toEqual({
      passed: false,
      traces: 0,
      reports: [],
    });
  });

  test("cannot commit once its work is cancelled", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    probe.run = async ({ item }) => {
      await inTenant({ db: database.db, tenantId: probe.tenantId }, (tx) =>
        cancelWork(tx, probe.tenantId, { kind: "file", subjectIds: [item.subjectId] }),
      );
      return probe.done();
    };
    await runWorkItem(probe.engine, id);
    expect(await probe.traces()).toBe(0);
    expect(await probe.item(id)).toMatchObject({ state: "DONE", fence: 2 });
  });
});

describe("work that is called for", () => {
  test("is not doubled while it is open, and may be called for again afterwards", async () => {
    const probe = await createProbeEngine(database.db);
    const item = { tenantId: probe.tenantId, kind: "file" as const, subjectId: newId(), stage: "probe" };
    const call = () => inTenant({ db: database.db, tenantId: probe.tenantId }, (tx) => enqueue(tx, [item]));
    const [first] = await call();
    expect(await call()).toEqual([]);
    await claimWorkItem(database.db, first!.workItemId, LEASE);
    expect(await call()).toEqual([]);
    await releaseAllLeases(database.db);
    await runWorkItem(probe.engine, first!.workItemId);
    expect(await call()).toHaveLength(1);
  });

  test("comes by the thousand in one call", async () => {
    const probe = await createProbeEngine(database.db);
    const items = Array.from({ length: 1203 }, () => ({
      tenantId: probe.tenantId,
      kind: "file" as const,
      subjectId: newId(),
      stage: "probe",
    }));
    const added = await inTenant({ db: database.db, tenantId: probe.tenantId }, (tx) => enqueue(tx, items));
    expect(new Set(added.map(({ workItemId }) => workItemId)).size).toBe(1203);
    await inTenant({ db: database.db, tenantId: probe.tenantId }, (tx) =>
      cancelWork(tx, probe.tenantId, { kind: "file", subjectIds: items.map(({ subjectId }) => subjectId) }),
    );
  });

  test("is served to each tenant in turn, up to what one tenant may hold", async () => {
    const probe = await createProbeEngine(database.db);
    const others = await Promise.all([0, 1].map(() => createTenant(database.db, { name: "Small" })));
    for (let at = 0; at < 8; at++) await probe.add();
    for (const { id } of others) for (let at = 0; at < 2; at++) await probe.add(id);
    const tenants = [probe.tenantId, ...others.map(({ id }) => id)];
    const due = async (free: number, perTenantMax: number) => {
      const none = { free: 0, perTenantMax: 1 };
      const list = await listDueWork(
        database.db,
        {
          ...ofEachKind(none),
          file: { free, perTenantMax },
        },
        LEASE,
      );
      return list.filter(({ tenantId }) => tenants.includes(tenantId));
    };
    const perTenant = (list: { tenantId: string }[]) =>
      tenants.map((tenant) => list.filter(({ tenantId }) => tenantId === tenant).length);

    expect(perTenant((await due(1000, 1000)).slice(0, 3))).toEqual([1, 1, 1]);
    expect(perTenant(await due(1000, 3))).toEqual([3, 2, 2]);
    const mine = (await due(1000, 1000)).filter(({ tenantId }) => tenantId === probe.tenantId);
    for (const { workItemId } of mine.slice(0, 2)) await claimWorkItem(database.db, workItemId, LEASE);
    expect(perTenant(await due(1000, 3))).toEqual([1, 2, 2]);
    expect(perTenant(await due(1000, 2))).toEqual([0, 2, 2]);
    expect(await due(0, 3)).toEqual([]);
  });

  test("is listed for every tenant that has some, lost work too, and none that is for later", async () => {
    const probe = await createProbeEngine(database.db);
    const tenants = await Promise.all(
      Array.from({ length: 6 }, async () => (await createTenant(database.db, { name: "One of many" })).id),
    );
    const [later, abandoned, ...others] = tenants as [string, string, ...string[]];
    const expected = await Promise.all([...others, abandoned].map((id) => probe.add(id)));
    await inTenant({ db: database.db, tenantId: later }, (tx) =>
      enqueue(tx, [{ tenantId: later, kind: "file", subjectId: newId(), stage: "probe", delayMs: 60_000 }]),
    );
    await claimWorkItem(database.db, expected.at(-1)!, { leaseMs: -1000 });
    await releaseLostWork(database.db, LEASE);
    const list = await listDueWork(database.db, ofEachKind({ free: 1000, perTenantMax: 1 }), LEASE);
    const found = list.filter(({ tenantId }) => tenants.includes(tenantId));
    expect(found.map(({ workItemId }) => workItemId).toSorted()).toEqual(expected.toSorted());
    expect(await listDueWork(database.db, ofEachKind({ free: 1, perTenantMax: 1 }), LEASE)).toHaveLength(1);
  });
});
