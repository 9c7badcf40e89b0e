import { AssayError, DocumentError, ModelError } from "@assay/contract";
import {
  cancelJobs,
  claimJob,
  enqueue,
  listDueJobs,
  type Outcome,
  releaseAllLeases,
  releaseLostJobs,
  runJob,
  ShuttingDown,
} from "@assay/core/jobs";
import { createTenant, inSystem, inTenant } from "@assay/core/tenancy";
import { type Database, jobs, newId } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { eq, sql } from "drizzle-orm";
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
    const claims = await Promise.all([claimJob(database.db, id, LEASE), claimJob(database.db, id, LEASE)]);
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claimJob(database.db, id, LEASE)).toBeUndefined();
  });

  test("whose lease ran out is taken over, which counts as a crash and not as an attempt", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    expect(await claimJob(database.db, id, LEASE)).toMatchObject({ fence: 1, crashes: 0 });
    await releaseAllLeases(database.db);
    expect(await claimJob(database.db, id, LEASE)).toMatchObject({ fence: 2, crashes: 1, attempts: 0 });
  });

  test("finds nothing in attempt that is not due, finished or unknown", async () => {
    const probe = await createProbeEngine(database.db);
    const [later] = await inTenant({ db: database.db, tenantId: probe.tenantId }, (tx) =>
      enqueue(tx, [{ tenantId: probe.tenantId, kind: "file", subjectId: newId(), stage: "probe", delayMs: 60_000 }]),
    );
    const done = await probe.add();
    await runJob(probe.engine, done);
    for (const id of [later!.jobId, done, newId()]) expect(await claimJob(database.db, id, LEASE)).toBeUndefined();
  });
});

describe("a stage that a process does not have", () => {
  const addLater = async ({ tenantId }: { tenantId: string }) => {
    const later = { tenantId, kind: "file" as const, subjectId: newId(), stage: "later" };
    const [added] = await inTenant({ db: database.db, tenantId }, (tx) => enqueue(tx, [later]));
    return added!.jobId;
  };

  test("is left to a newer process without a spent attempt", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await addLater(probe);
    for (let time = 0; time < ENGINE_SETTINGS.attemptsMax + 1; time++) {
      await probe.hurry(id);
      await runJob(probe.engine, id);
      const left = await probe.job(id);
      expect(left).toMatchObject({ state: "PENDING", delayed: true, attempts: 0, crashes: 0 });
      expect(left.dueInMs).toBeGreaterThan(0);
    }
    expect(probe.reports).toEqual([{ error: expect.any(Error), final: false }]);
    const { engine } = probe;
    const file = { ...engine.stages.file, later: engine.stages.file.probe! };
    await probe.hurry(id);
    await runJob({ ...engine, stages: { ...engine.stages, file } }, id);
    expect(await probe.job(id)).toMatchObject({ state: "DONE" });
    expect(await probe.traces()).toBe(1);
  });

  test("may have begun days ago: it fails once nobody else took it for a day", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await addLater(probe);
    const set = (change: object) => inSystem(database.db, (tx) => tx.update(jobs).set(change).where(eq(jobs.id, id)));
    const dayOld = sql`now() - interval '25 hours'`;
    await set({ createdAt: dayOld });
    await runJob(probe.engine, id);
    expect(await probe.job(id)).toMatchObject({ state: "PENDING", attempts: 0 });
    await set({ waitingSince: dayOld });
    await probe.hurry(id);
    await runJob(probe.engine, id);
    expect(await probe.job(id)).toMatchObject({ state: "FAILED", lastError: "INVALID_STATE" });
    expect(probe.reports.map(({ final }) => final)).toEqual([false, true]);
  });

  test("that fails in a newer process keeps what it failed of, and the day begins again", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await addLater(probe);
    const file = { ...probe.engine.stages.file, later: probe.engine.stages.file.probe! };
    const newer = { ...probe.engine, stages: { ...probe.engine.stages, file } };
    probe.run = () => Promise.reject(new Error("It fails there"));
    for (let attempts = 1; attempts < ENGINE_SETTINGS.attemptsMax; attempts++) {
      await probe.hurry(id);
      await runJob(newer, id);
      expect(await probe.job(id)).toMatchObject({ state: "PENDING", attempts, waitingSince: null });
      await probe.hurry(id);
      await runJob(probe.engine, id);
      expect(await probe.job(id)).toMatchObject({ attempts, waitingSince: expect.any(Date) });
    }
    await probe.hurry(id);
    await runJob(newer, id);
    expect(await probe.job(id)).toMatchObject({ state: "FAILED", attempts: ENGINE_SETTINGS.attemptsMax });
  });
});

describe("a dispatch", () => {
  test("that comes ten times at once makes one attempt", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    await Promise.all(Array.from({ length: 10 }, () => runJob(probe.engine, id)));
    expect(probe.attempts).toBe(1);
    expect(await probe.traces()).toBe(1);
    expect(await probe.job(id)).toMatchObject({ state: "DONE", fence: 1, leaseUntil: null });
  });

  test("of a holder that was taken over commits nothing", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    probe.run = async () => {
      probe.run = async () => probe.done();
      await releaseAllLeases(database.db);
      await runJob(probe.engine, id);
      return probe.done();
    };
    await runJob(probe.engine, id);
    expect(probe.attempts).toBe(2);
    expect(await probe.traces()).toBe(1);
    expect(await probe.job(id)).toMatchObject({ state: "DONE", fence: 2, attempts: 0 });
    expect(probe.reports).toEqual([]);
  });

  test("of a holder that was taken over and fails changes nothing either", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    probe.run = async () => {
      await releaseAllLeases(database.db);
      await claimJob(database.db, id, LEASE);
      throw new DocumentError("NO_TEXT", "Cannot find text");
    };
    await runJob(probe.engine, id);
    expect(await probe.job(id)).toMatchObject({ state: "RUNNING", fence: 2 });
    expect(probe.failed).toEqual([]);
  });

  test("whose attempt says `more` comes again, with its failures forgotten", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    const attempts = [
      () => Promise.reject(new ModelError("MODEL_TIMEOUT", "Too slow")),
      async () => probe.done("more"),
      async () => probe.done(),
    ];
    probe.run = () => attempts.shift()!();
    await runJob(probe.engine, id);
    await runJob(probe.engine, id);
    expect(await probe.job(id)).toMatchObject({ state: "PENDING", attempts: 0, crashes: 0 });
    expect(probe.dispatched.at(-1)).toEqual({ jobId: id, tenantId: probe.tenantId });
    await runJob(probe.engine, id);
    expect(await probe.job(id)).toMatchObject({ state: "DONE" });
    expect(await probe.traces()).toBe(2);
  });
});

describe("a dispatch that continues", () => {
  const settings = { goOnMs: 60_000 };
  type Probe = Awaited<ReturnType<typeof createProbeEngine>>;

  /** Ends the attempt and calls for the stages that follow, in that order. */
  const followedBy = (probe: Probe, ...stages: readonly { stage: string; subjectId?: string }[]): Outcome => ({
    state: "done",
    async write(tx) {
      await probe.trace(tx);
      return enqueue(
        tx,
        stages.map(({ stage, subjectId }) => ({
          tenantId: probe.tenantId,
          kind: "file" as const,
          subjectId: subjectId ?? newId(),
          stage,
        })),
      );
    },
  });

  test("makes the further attempts of its job, with its failures forgotten, and calls for none", async () => {
    const probe = await createProbeEngine(database.db, { settings });
    const id = await probe.add();
    const attempts = [
      () => Promise.reject(new ModelError("MODEL_TIMEOUT", "Too slow")),
      async () => probe.done("more"),
      async () => {
        expect(await probe.job(id)).toMatchObject({ state: "RUNNING", attempts: 0, fence: 2 });
        expect(await claimJob(database.db, id, LEASE)).toBeUndefined();
        return probe.done("more");
      },
      async () => probe.done(),
    ];
    probe.run = () => attempts.shift()!();
    expect(await runJob(probe.engine, id)).toBe("again");
    probe.dispatched.length = 0;
    expect(await runJob(probe.engine, id)).toBe("done");
    expect(await probe.job(id)).toMatchObject({ state: "DONE" });
    expect(await probe.traces()).toBe(3);
    expect(probe.dispatched).toEqual([]);
  });

  test("does the job that follows of the same subject, and calls for the others", async () => {
    const probe = await createProbeEngine(database.db, { settings });
    const id = await probe.add();
    const { subjectId } = await probe.job(id);
    const done: string[] = [];
    probe.run = async ({ job }) => {
      done.push(job.id);
      return job.id === id ? followedBy(probe, { stage: "probe" }, { stage: "probe", subjectId }) : probe.done();
    };
    expect(await runJob(probe.engine, id)).toBe("done");
    expect(done).toHaveLength(2);
    expect(await probe.job(done[1]!)).toMatchObject({ state: "DONE", subjectId, fence: 1 });
    expect(probe.dispatched).toHaveLength(1);
    expect(await probe.job(probe.dispatched[0]!.jobId)).toMatchObject({ state: "PENDING", fence: 0 });
  });

  test("leaves a heavy stage to anyone who is called for it, unless it has just done one", async () => {
    const probe = await createProbeEngine(database.db, { settings });
    const id = await probe.add();
    const { subjectId } = await probe.job(id);
    const following = ["heavy", "heavy", "probe"];
    const done: string[] = [];
    probe.run = async ({ job }) => {
      done.push(job.stage);
      const stage = following.shift();
      return stage ? followedBy(probe, { stage, subjectId }) : probe.done();
    };
    expect(await runJob(probe.engine, id)).toBe("done");
    expect(done).toEqual(["probe"]);
    expect(probe.dispatched).toHaveLength(1);
    expect(await runJob(probe.engine, probe.dispatched[0]!.jobId)).toBe("done");
    expect(done).toEqual(["probe", "heavy", "heavy", "probe"]);
    expect(probe.dispatched).toHaveLength(1);
  });

  test("leaves what follows to another one when its time is over or its process is to end", async () => {
    const probe = await createProbeEngine(database.db, { settings: { goOnMs: 1 } });
    const shutdown = new AbortController();
    const slow = await createProbeEngine(database.db, { settings });
    probe.run = async () => {
      const until = performance.now() + 2;
      while (performance.now() < until);
      return probe.done("more");
    };
    slow.run = async () => {
      shutdown.abort(new ShuttingDown("The process is shutting down"));
      return slow.done("more");
    };
    for (const { add, engine, dispatched, job } of [probe, slow]) {
      const id = await add();
      expect(await runJob(engine, id, engine === slow.engine ? shutdown.signal : undefined)).toBe("more");
      expect(await job(id)).toMatchObject({ state: "PENDING" });
      expect(dispatched.map(({ jobId }) => jobId)).toEqual([id]);
    }
  });

  test("stores nothing more once another holder has taken over", async () => {
    const probe = await createProbeEngine(database.db, { settings });
    const id = await probe.add();
    probe.run = async () => {
      if (probe.attempts === 2) {
        await releaseAllLeases(database.db);
        expect(await claimJob(database.db, id, LEASE)).toMatchObject({ fence: 2, crashes: 1 });
      }
      return probe.done("more");
    };
    expect(await runJob(probe.engine, id)).toBe("nothing");
    expect(await probe.traces()).toBe(1);
    expect(await probe.job(id)).toMatchObject({ state: "RUNNING", fence: 2 });
  });

  test("ends with the job that fails", async () => {
    const probe = await createProbeEngine(database.db, { settings });
    const id = await probe.add();
    const { subjectId } = await probe.job(id);
    probe.run = async ({ job }) => {
      if (job.id === id) return followedBy(probe, { stage: "probe", subjectId });
      throw new DocumentError("NO_TEXT", "Cannot find text");
    };
    expect(await runJob(probe.engine, id)).toBe("failed");
    expect(await probe.job(id)).toMatchObject({ state: "DONE" });
    expect(probe.failed.map((job) => job.id)).not.toContain(id);
    expect(probe.failed).toHaveLength(1);
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
      await runJob(probe.engine, id);
      const job = await probe.job(id);
      expect(job).toMatchObject({ state: "PENDING", attempts, lastError: "INTERNAL_ERROR" });
      expect(job.dueInMs).toBeGreaterThan(waitMs * 0.7);
      expect(job.dueInMs).toBeLessThanOrEqual(waitMs);
      await runJob(probe.engine, id);
      expect(probe.attempts).toBe(attempts);
      await probe.hurry(id);
    }
    await runJob(probe.engine, id);
    expect(await probe.job(id)).toMatchObject({ state: "FAILED", attempts: 3 });
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
    await runJob(probe.engine, id);
    expect(await probe.job(id)).toMatchObject({ state: "FAILED", lastError: error.code });
    expect(probe.failed.map((job) => job.id)).toEqual([id]);
  });

  test.each([
    new ModelError("MODEL_RATE_LIMITED", "Later", { retryAfterSeconds: 90 }),
    new AssayError("SERVICE_UNAVAILABLE", "Later", { retryAfterSeconds: 90 }),
  ])("that names a time is tried again then: $code", async (error) => {
    const probe = await createProbeEngine(database.db, { settings: { retryDelayMs: 100 } });
    const id = await probe.add();
    probe.run = () => Promise.reject(error);
    await runJob(probe.engine, id);
    expect((await probe.job(id)).dueInMs / 1000).toBeCloseTo(90, -1);
  });

  test("in the commit leaves nothing of the attempt behind", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    probe.run = async () => ({
      state: "done",
      async write(tx) {
        await probe.trace(tx);
        throw new ModelError("MODEL_UNAVAILABLE", "Gone");
      },
    });
    await runJob(probe.engine, id);
    expect(await probe.traces()).toBe(0);
    expect(await probe.job(id)).toMatchObject({ state: "PENDING", attempts: 1, lastError: "MODEL_UNAVAILABLE" });
  });

  test("that its stage cannot record is tried again, and given up in the end", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    probe.run = () => Promise.reject(new DocumentError("NO_TEXT", "Cannot find text"));
    probe.fail = () => {
      throw new Error("The record is broken");
    };
    for (let attempt = 1; attempt < 2 * ENGINE_SETTINGS.attemptsMax; attempt++) {
      expect(await runJob(probe.engine, id)).toBe("again");
      expect(await probe.job(id)).toMatchObject({ state: "PENDING", attempts: attempt, lastError: "INTERNAL_ERROR" });
    }
    expect(await runJob(probe.engine, id)).toBe("failed");
    expect(await probe.job(id)).toMatchObject({ state: "FAILED", leaseUntil: null });
    expect(probe.reports.at(-1)).toMatchObject({ final: true, error: { message: "The record is broken" } });
  });

  test("that its stage could not record is recorded as soon as it can be", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    probe.run = () => Promise.reject(new DocumentError("NO_TEXT", "Cannot find text"));
    probe.fail = () => {
      if (probe.failed.length === 1) throw new Error("The record is broken");
    };
    expect(await runJob(probe.engine, id)).toBe("again");
    expect(await runJob(probe.engine, id)).toBe("failed");
    expect(await probe.job(id)).toMatchObject({ state: "FAILED", lastError: "NO_TEXT" });
  });

  test("of the process, too often, is taken for the job's own and ends it without another attempt", async () => {
    const probe = await createProbeEngine(database.db, { settings: { crashesMax: 3 } });
    const id = await probe.add();
    for (let crash = 0; crash < 3; crash++) {
      await claimJob(database.db, id, LEASE);
      await releaseAllLeases(database.db);
    }
    await runJob(probe.engine, id);
    expect(probe.attempts).toBe(0);
    expect(probe.failed).toHaveLength(1);
    expect(await probe.job(id)).toMatchObject({ state: "FAILED", lastError: "INVALID_STATE" });
  });
});

describe("an attempt", () => {
  test("ends at its limit, even if it does not listen", async () => {
    const probe = await createProbeEngine(database.db, { limitMs: 30 });
    const id = await probe.add();
    let signal: AbortSignal | undefined;
    probe.run = (attempt) => {
      signal = attempt.signal;
      return never();
    };
    await runJob(probe.engine, id);
    expect(signal!.aborted).toBe(true);
    expect(await probe.job(id)).toMatchObject({ state: "PENDING", attempts: 1, lastError: "TIMEOUT" });
  });

  test("goes back uncounted when the process is to end", async () => {
    const probe = await createProbeEngine(database.db, { settings: { retryDelayMs: 60_000 } });
    const id = await probe.add();
    const shutdown = new AbortController();
    probe.run = () => {
      shutdown.abort(new ShuttingDown());
      return never();
    };
    await runJob(probe.engine, id, shutdown.signal);
    const job = await probe.job(id);
    expect(job).toMatchObject({ state: "PENDING", attempts: 0, crashes: 0, lastError: null, leaseUntil: null });
    expect(job.dueInMs).toBeLessThanOrEqual(0);
    expect(probe.reports).toEqual([]);
  });

  test("does not begin in a process that is to end", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    await runJob(probe.engine, id, AbortSignal.abort(new ShuttingDown()));
    expect(probe.attempts).toBe(0);
    expect(await probe.job(id)).toMatchObject({ state: "PENDING", attempts: 0 });
  });

  test("keeps what it stored at a checkpoint although it fails later", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    probe.run = async (attempt) => {
      await attempt.checkpoint((tx) => probe.trace(tx));
      throw new Error("connection reset");
    };
    await runJob(probe.engine, id);
    expect(await probe.traces()).toBe(1);
    expect(await probe.job(id)).toMatchObject({ state: "PENDING", attempts: 1 });
  });

  test("stops at a checkpoint when it was taken over", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    let passed = false;
    probe.run = async (attempt) => {
      await releaseAllLeases(database.db);
      await claimJob(database.db, id, LEASE);
      await attempt.checkpoint((tx) => probe.trace(tx));
      passed = true;
      return probe.done();
    };
    await runJob(probe.engine, id);
    expect({ passed, traces: await probe.traces(), reports: probe.reports }).toEqual({
      passed: false,
      traces: 0,
      reports: [],
    });
  });

  test("cannot commit once its attempt is cancelled", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    probe.run = async ({ job }) => {
      await inTenant({ db: database.db, tenantId: probe.tenantId }, (tx) =>
        cancelJobs(tx, probe.tenantId, { kind: "file", subjectIds: [job.subjectId] }),
      );
      return probe.done();
    };
    await runJob(probe.engine, id);
    expect(await probe.traces()).toBe(0);
    expect(await probe.job(id)).toMatchObject({ state: "DONE", fence: 2 });
  });
});

describe("work that is called for", () => {
  test("is not doubled while it is open, and may be called for again afterwards", async () => {
    const probe = await createProbeEngine(database.db);
    const job = { tenantId: probe.tenantId, kind: "file" as const, subjectId: newId(), stage: "probe" };
    const call = () => inTenant({ db: database.db, tenantId: probe.tenantId }, (tx) => enqueue(tx, [job]));
    const [first] = await call();
    expect(await call()).toEqual([]);
    await claimJob(database.db, first!.jobId, LEASE);
    expect(await call()).toEqual([]);
    await releaseAllLeases(database.db);
    await runJob(probe.engine, first!.jobId);
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
    expect(new Set(added.map(({ jobId }) => jobId)).size).toBe(1203);
    await inTenant({ db: database.db, tenantId: probe.tenantId }, (tx) =>
      cancelJobs(tx, probe.tenantId, { kind: "file", subjectIds: items.map(({ subjectId }) => subjectId) }),
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
      const list = await listDueJobs(
        database.db,
        {
          ...ofEachKind(none),
          file: { free, perTenantMax },
        },
        {},
      );
      return list.filter(({ tenantId }) => tenants.includes(tenantId));
    };
    const perTenant = (list: { tenantId: string }[]) =>
      tenants.map((tenant) => list.filter(({ tenantId }) => tenantId === tenant).length);

    expect(perTenant((await due(1000, 1000)).slice(0, 3))).toEqual([1, 1, 1]);
    expect(perTenant(await due(1000, 3))).toEqual([3, 2, 2]);
    const mine = (await due(1000, 1000)).filter(({ tenantId }) => tenantId === probe.tenantId);
    await claimJob(database.db, mine[2]!.jobId, { ...LEASE, holder: newId() });
    expect(perTenant(await due(1000, 3)), "another process has slots of its own").toEqual([3, 2, 2]);
    for (const { jobId } of mine.slice(0, 2)) await claimJob(database.db, jobId, LEASE);
    expect(perTenant(await due(1000, 3))).toEqual([1, 2, 2]);
    expect(perTenant(await due(1000, 2))).toEqual([0, 2, 2]);
    expect(await due(0, 3)).toEqual([]);
  });

  test("is listed in the moment in which it is added, also where its stored time is rounded up", async () => {
    const probe = await createProbeEngine(database.db);
    const id = await probe.add();
    // Half of the times are rounded up.
    for (let round = 0; round < 20; round++) {
      await inSystem(database.db, async (tx) => {
        await tx.update(jobs).set({ availableAt: sql`now()` }).where(eq(jobs.id, id));
        const list = await listDueJobs(tx as unknown as Database, ofEachKind({ free: 1000, perTenantMax: 1000 }), {});
        expect(list.map(({ jobId }) => jobId)).toContain(id);
      });
    }
  });

  test("is listed for every tenant that has some, lost attempt too, and none that is for later", async () => {
    const probe = await createProbeEngine(database.db);
    const tenants = await Promise.all(
      Array.from({ length: 6 }, async () => (await createTenant(database.db, { name: "One of many" })).id),
    );
    const [later, abandoned, ...others] = tenants as [string, string, ...string[]];
    const expected = await Promise.all([...others, abandoned].map((id) => probe.add(id)));
    await inTenant({ db: database.db, tenantId: later }, (tx) =>
      enqueue(tx, [{ tenantId: later, kind: "file", subjectId: newId(), stage: "probe", delayMs: 60_000 }]),
    );
    await claimJob(database.db, expected.at(-1)!, { leaseMs: -1000 });
    await releaseLostJobs(database.db, LEASE);
    const list = await listDueJobs(database.db, ofEachKind({ free: 1000, perTenantMax: 1 }), {});
    const found = list.filter(({ tenantId }) => tenants.includes(tenantId));
    expect(found.map(({ jobId }) => jobId).toSorted()).toEqual(expected.toSorted());
    expect(await listDueJobs(database.db, ofEachKind({ free: 1, perTenantMax: 1 }), {})).toHaveLength(1);
  });
});
