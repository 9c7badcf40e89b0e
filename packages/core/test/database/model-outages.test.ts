import { ModelError, type ModelErrorCode } from "@assay/contract";
import { getDocument } from "@assay/core/documents";
import { noteAnswer, releaseAllLeases, runJob, ShuttingDown } from "@assay/core/jobs";
import { getRun, getRunProgress, listAssessments } from "@assay/core/runs";
import { type Context, inSystem, inTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createProbeEngine } from "../support/probe-engine.ts";
import { createTestEngine, listDue, type TestEngine } from "../support/test-engine.ts";
import { turnClock } from "../support/turn-clock.ts";

/** Far longer than a real one, so that what the tests themselves take is nothing. */
const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
/** As the service has them, in those seconds. */
const settings = {
  retryDelayMs: 2 * SECOND,
  pauseMaxMs: MINUTE,
  answerCountsMs: MINUTE,
  quotaWindowMs: MINUTE,
};
const PACK = makePack(["Backups are made daily", "Backups are encrypted", "Backups are restored as a test"]);
const EVIDENCE = "Backups are made daily, encrypted, and restored as a test.";
const PART = "model:quoting-double-1";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
let clock: ReturnType<typeof turnClock>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await system(sql`delete from work_items`);
  await system(sql`update pauses set failures = 0, until = now(), answered_at = null, probe_until = null`);
  engine = await createTestEngine(database.db, { settings });
  ctx = await makeTenant();
  clock = turnClock(database.db);
});

const system = <T>(query: SQL) => inSystem(database.db, (tx) => rowsOf<T>(tx, query));
async function makeTenant(pack = PACK): Promise<Context> {
  const made = await engine.makeBoundTenant(pack);
  await engine.upload(made, "policy.txt", EVIDENCE);
  await engine.drain();
  return made;
}
const failures = (runId: string) =>
  inTenant(ctx, (tx) =>
    rowsOf<{ attempts: number }>(tx, sql`select attempts from work_items where run_id = ${runId} and attempts > 0`),
  );
const pause = async (part = PART) =>
  (
    await system<{ failures: number; seconds: number; code: string | null; probed: boolean; answered: boolean }>(
      sql`select failures, (extract(epoch from until - now()) * 1000 / ${SECOND}::float8)::float8 as seconds, code,
        probe_until is not null as probed, answered_at is not null as answered from pauses where part = ${part}`,
    )
  )[0]!;
const asked = (requirement: string) => engine.assessor.asked.filter((each) => each === requirement).length;
const statuses = async (runId: string, of = ctx) =>
  Object.fromEntries(
    (await listAssessments(of, runId, {})).items.map(({ requirementId, status }) => [requirementId, status]),
  );

const error = (code: ModelErrorCode, retryAfterSeconds?: number) =>
  new ModelError(
    code,
    "A canary that nobody may read",
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds: (retryAfterSeconds * SECOND) / 1000 },
  );
/** One requirement breaks the model's server, each time. */
function poison(...requirements: string[]): void {
  engine.assessor.beforeAnswer = async (requirement) => {
    if (requirements.includes(requirement)) throw error("MODEL_UNAVAILABLE");
  };
}
/** The model answers nothing from now on, for so long by the test's clock. */
function fail(codes: readonly ModelErrorCode[], lastsMs: number, retryAfterSeconds?: number): void {
  const endsAt = clock.ms + lastsMs;
  let calls = 0;
  engine.assessor.beforeProbe = async () => {
    if (clock.ms >= endsAt) return;
    const code = codes[calls++ % codes.length]!;
    // A model that hangs takes the caller's time.
    if (code === "MODEL_TIMEOUT") await clock.pass(20 * SECOND);
    throw error(code, retryAfterSeconds);
  };
  engine.assessor.beforeAnswer = engine.assessor.beforeProbe;
}

const KINDS: readonly (readonly ModelErrorCode[])[] = [
  ["MODEL_FAILED"],
  ["MODEL_UNAVAILABLE"],
  ["MODEL_TIMEOUT"],
  ["MODEL_FAILED", "MODEL_UNAVAILABLE", "MODEL_TIMEOUT"],
];

describe.each(KINDS.map((codes) => [codes.join(" and "), codes] as const))("a model that fails by %s", (_, codes) => {
  test("for 45 seconds while it was idle ends no run, and counts nothing", async () => {
    const { id } = await engine.startRun(ctx);
    fail(codes, 45 * SECOND);
    await clock.work(engine);
    expect(await getRun(ctx, id)).toMatchObject({ status: "COMPLETED", completeCount: 3 });
    expect(engine.probed.some(({ answers }) => !answers)).toBe(true);
    expect(await failures(id)).toEqual([]);
  });

  test("for 45 seconds in the middle of its work ends no run", async () => {
    const { id } = await engine.startRun(ctx);
    engine.assessor.beforeAnswer = async () => {
      if (engine.assessor.asked.length === 2) fail(codes, 45 * SECOND);
    };
    await clock.work(engine);
    expect(await getRun(ctx, id)).toMatchObject({ status: "COMPLETED", completeCount: 3 });
  });
});

test("a model that is gone for long is asked by small calls, and the run says so and ends whole", async () => {
  const { id } = await engine.startRun(ctx);
  engine.assessor.beforeAnswer = async () => {
    if (engine.assessor.asked.length === 2) fail(["MODEL_FAILED", "MODEL_UNAVAILABLE"], 20 * MINUTE);
  };
  await clock.work(engine, 15 * MINUTE);
  const { run } = (await getRunProgress(ctx, id)).progress;
  expect(run.waiting).toMatchObject({ part: PART, reason: "UNAVAILABLE" });
  // One was answered. Two requirements lose two attempts each before it is known that nobody is answered.
  expect(engine.assessor.asked.length).toBeLessThanOrEqual(1 + 2 * 3);
  expect(engine.assessor.probes).toBeGreaterThan(10);
  await clock.work(engine);
  expect(await getRun(ctx, id)).toMatchObject({ status: "COMPLETED", completeCount: 3 });
});

describe("a requirement that breaks the model's server", () => {
  test("is FAILED by its third attempt, and another tenant's work never waits for it", async () => {
    const wide = makePack([...Array(3).fill("Backups are made daily"), "Backups are encrypted"]);
    ctx = await makeTenant(wide);
    const other = await makeTenant();
    poison("1.4");
    const { id } = await engine.startRun(ctx);
    let runs = 0;
    for (const at of [0, 20 * SECOND, 60 * SECOND]) {
      await clock.work(engine, at - 1);
      await clock.pass(at - clock.ms);
      const { id: theirs } = await engine.startRun(other);
      await engine.drain();
      expect(await getRun(other, theirs)).toMatchObject({ status: "COMPLETED", completeCount: 3 });
      expect(await pause()).toMatchObject({ failures: 0 });
      runs += 1;
    }
    await clock.work(engine);
    expect(clock.ms).toBeLessThan(2 * MINUTE);
    expect(await getRun(ctx, id)).toMatchObject({ status: "FAILED", completeCount: 3 });
    expect(await statuses(id)).toMatchObject({ "1.3": "COMPLETE", "1.4": "FAILED" });
    expect(asked("1.4")).toBe(3);
    expect(engine.assessor.asked).toHaveLength(3 + 3 + 3 * runs);
    expect(engine.assessor.probes).toBeLessThanOrEqual(1);
  });

  test("and is alone is FAILED by its third attempt: a small call decides that the model answers", async () => {
    poison("1.1", "1.2", "1.3");
    const { id } = await engine.startRun(ctx);
    await clock.work(engine);
    expect(clock.ms).toBeLessThan(2 * MINUTE);
    expect(await getRun(ctx, id)).toMatchObject({ status: "FAILED", completeCount: 0 });
    for (const requirement of ["1.1", "1.2", "1.3"]) expect(asked(requirement)).toBe(3);
    expect(engine.assessor.probes).toBeGreaterThan(0);
    expect(engine.probed.every(({ answers }) => answers)).toBe(true);
    expect(await pause()).toMatchObject({ failures: 0, probed: false });
  });

  test("is told from an outage by a probe that the trace and the run's cost show", async () => {
    poison("1.2");
    const { id } = await engine.startRun(ctx);
    await clock.work(engine);
    const spans = await inTenant(ctx, (tx) =>
      rowsOf<{ name: string }>(
        tx,
        sql`select name from spans where run_id = ${id} and name = 'assessment.model_probe'
          and attributes @> '{"requirement.codes":["1.2"],"llm.model":"quoting-double-1","llm.tokens.in":3}'`,
      ),
    );
    expect(spans).toHaveLength(engine.assessor.probes);
    const used = await inTenant(ctx, (tx) => rowsOf(tx, sql`select tokens_in as "in" from runs where id = ${id}`));
    expect(used).toEqual([{ in: 2 * 10 + engine.assessor.probes * 3 }]);
  });

  test("and an outage in the middle of its attempts: the outage costs it nothing", async () => {
    const { id } = await engine.startRun(ctx);
    poison("1.2");
    await clock.work(engine, 30 * SECOND);
    fail(["MODEL_FAILED"], 5 * MINUTE);
    await clock.work(engine, 4 * MINUTE);
    expect(asked("1.2")).toBe(3);
    expect(await failures(id)).toEqual([{ attempts: 2 }]);
    poison("1.2");
    engine.assessor.beforeProbe = async () => {};
    await clock.work(engine);
    expect(await statuses(id)).toEqual({ "1.1": "COMPLETE", "1.2": "FAILED", "1.3": "COMPLETE" });
    expect(asked("1.2")).toBe(4);
  });
});

test("a document that breaks the embedder is FAILED by its third attempt, and the others are read", async () => {
  const { engine: running } = engine;
  const ids: string[] = [];
  for (const text of ["Backups a.", "poisoned", "Backups b."])
    ids.push((await engine.upload(ctx, `${text}.txt`, text)).id);
  engine.embedder.beforeAnswer = async () => {
    if (engine.embedder.calls.at(-1)!.some((text) => text.includes("poisoned"))) throw error("MODEL_FAILED");
  };
  await clock.work(engine);
  expect(running.probes.size).toBe(0);
  const read = await Promise.all(ids.map((id) => getDocument(ctx, id)));
  expect(read.map(({ status }) => status)).toEqual(["READY", "FAILED", "READY"]);
  const calls = engine.embedder.calls.filter((texts) => texts.some((text) => text.includes("poisoned")));
  expect(calls).toHaveLength(3);
});

test("an outage of the embedder ends no document, however it shows", async () => {
  const { id } = await engine.upload(ctx, "new.txt", "Backups c.");
  const outage = turnClock(database.db);
  engine.embedder.beforeAnswer = async () => {
    if (clock.ms < 45 * SECOND) throw error("MODEL_FAILED");
  };
  await clock.work(engine);
  expect(outage.ms).toBe(0);
  expect((await getDocument(ctx, id)).status).toBe("READY");
});

describe("a time that the model names", () => {
  test.each([1, 2, 90])("is kept to the second, also the tenth time: %i s", async (seconds) => {
    const { id } = await engine.startRun(ctx);
    fail(["MODEL_RATE_LIMITED"], 9.5 * seconds * SECOND, seconds);
    await engine.drain();
    const calls = engine.assessor.asked.length;
    expect((await pause()).seconds).toBeGreaterThan(seconds - 1);
    expect((await pause()).seconds).toBeLessThanOrEqual(seconds);
    await clock.work(engine);
    expect(clock.ms).toBeGreaterThan(9 * seconds * SECOND);
    expect(clock.ms).toBeLessThanOrEqual(10 * seconds * SECOND);
    expect(calls).toBe(1);
    expect(engine.assessor.probes).toBe(0);
    expect(await failures(id)).toEqual([]);
    expect(await getRun(ctx, id)).toMatchObject({ status: "COMPLETED" });
  });

  test("with an outage holds for everybody, and no pause grows by it", async () => {
    const { id } = await engine.startRun(ctx);
    fail(["MODEL_UNAVAILABLE"], 15 * SECOND, 1);
    await clock.work(engine);
    expect(clock.ms).toBeLessThanOrEqual(16 * SECOND);
    expect(await failures(id)).toEqual([]);
    expect(await getRun(ctx, id)).toMatchObject({ status: "COMPLETED" });
  });

  test("is kept where a call that was under way is answered meanwhile", async () => {
    await system(sql`insert into pauses (part, failures, until, code) values (${PART}, 1, now() + ${50 * SECOND}::float8 * interval '1 millisecond',
      'MODEL_RATE_LIMITED') on conflict (part) do update set failures = 1, until = excluded.until, code = excluded.code`);
    await noteAnswer(database.db, PART, { everyMs: 0 });
    expect(await pause()).toMatchObject({ failures: 1, answered: true, seconds: expect.closeTo(50, -1) });
  });
});

describe("the probe", () => {
  test("whose quota is used up decides nothing: everybody waits for as long as it says, and no attempt counts", async () => {
    const { id } = await engine.startRun(ctx);
    poison("1.1");
    engine.assessor.beforeProbe = async () => {
      throw error("MODEL_RATE_LIMITED", 30);
    };
    await engine.drain();
    expect(engine.assessor.probes).toBe(1);
    expect(engine.assessor.asked).toEqual(["1.1"]);
    expect(await pause()).toMatchObject({ code: "MODEL_RATE_LIMITED", seconds: expect.closeTo(30, -1) });
    expect(await failures(id)).toEqual([]);
    engine.assessor.beforeProbe = async () => {};
    await clock.work(engine);
    expect(await statuses(id)).toMatchObject({ "1.1": "FAILED", "1.2": "COMPLETE" });
    expect(asked("1.1")).toBe(4);
  });

  test("that the model will not do as it is told is an answer", async () => {
    const { id } = await engine.startRun(ctx);
    poison("1.1", "1.2", "1.3");
    engine.assessor.beforeProbe = async () => {
      throw error("MODEL_REJECTED_REQUEST");
    };
    await clock.work(engine);
    expect(await getRun(ctx, id)).toMatchObject({ status: "FAILED" });
    expect(asked("1.2")).toBe(3);
  });

  test("is omitted where another process has an answer meanwhile", async () => {
    await engine.startRun(ctx);
    engine.assessor.beforeAnswer = async () => {
      await noteAnswer(database.db, PART, { everyMs: 0 });
      throw error("MODEL_FAILED");
    };
    await engine.drain();
    expect(engine.assessor.asked).toHaveLength(3);
    expect(engine.assessor.probes).toBe(0);
    expect(await pause()).toMatchObject({ failures: 0 });
  });

  test.each([true, false])("is one for all processes, and decides for all of them: answers %s", async (answers) => {
    const further = await createTestEngine(database.db, { settings });
    const { id } = await engine.startRun(ctx);
    const failing = Promise.withResolvers<void>();
    const probing = Promise.withResolvers<void>();
    const engines = [engine, further];
    let calls = 0;
    for (const { assessor } of engines) {
      assessor.beforeAnswer = async () => {
        if (++calls === 3) failing.resolve();
        await failing.promise;
        throw error("MODEL_FAILED");
      };
      assessor.beforeProbe = async () => {
        await probing.promise;
        if (!answers) throw error("MODEL_FAILED");
      };
    }
    await drainToAssessment();
    const due = await listDue(database.db);
    expect(due).toHaveLength(3);
    const ended = Promise.all(due.map(({ jobId }, at) => runJob(engines[at % 2]!.engine, jobId)));
    await failing.promise;
    const probes = () => engine.assessor.probes + further.assessor.probes;
    await expect.poll(probes, { timeout: 60_000 }).toBe(1);
    probing.resolve();
    expect(await ended).toEqual(["again", "again", "again"]);
    expect(probes()).toBe(1);
    expect(await failures(id)).toEqual(answers ? Array(3).fill({ attempts: 1 }) : []);
    expect(await pause()).toMatchObject({ failures: answers ? 0 : 1, probed: false });
  });

  test("of a process that died is asked again by the next one, at once where it knows itself to be alone", async () => {
    await engine.startRun(ctx);
    poison("1.1");
    await drainToAssessment();
    await system(sql`insert into pauses (part, failures, until, probe_until) values (${PART}, 0, now(), now() + interval '1 hour')
      on conflict (part) do update set probe_until = excluded.probe_until`);
    await releaseAllLeases(database.db);
    await engine.drain();
    expect(engine.assessor.probes).toBe(1);

    await system(sql`update pauses set answered_at = null, probe_until = now() - interval '1 second'`);
    await clock.pass(20 * SECOND);
    await engine.drain();
    expect(engine.assessor.probes).toBe(2);
  });

  test("ends with its process: the job goes back untouched, and the next one asks", async () => {
    const { id } = await engine.startRun(ctx);
    poison("1.1");
    await drainToAssessment();
    const shutdown = new AbortController();
    engine.assessor.beforeProbe = async () => {
      shutdown.abort(new ShuttingDown("The process is shutting down"));
      throw new Error("Aborted");
    };
    const [job] = await listDue(database.db);
    expect(await runJob(engine.engine, job!.jobId, shutdown.signal)).toBe("again");
    expect(await failures(id)).toEqual([]);
    expect(await pause()).toMatchObject({ failures: 0, probed: false });
    engine.assessor.beforeProbe = async () => {};
    await engine.drain();
    expect(await failures(id)).toEqual([{ attempts: 1 }]);
  });

  test("counts in the model's quota", async () => {
    engine = await createTestEngine(database.db, {
      settings: { ...settings, quotas: { [PART]: { requestsPerMinute: 60 } } },
    });
    ctx = await makeTenant();
    await system(sql`delete from model_calls`);
    await engine.startRun(ctx);
    poison("1.1", "1.2", "1.3");
    await engine.drain();
    const [counted] = await system(sql`select count(*)::int as calls, count(ended_at)::int as ended from model_calls`);
    expect(counted).toEqual({ calls: 3 + engine.assessor.probes, ended: 3 + engine.assessor.probes });
  });

  async function drainToAssessment(): Promise<void> {
    await engine.drain({ until: (kind) => kind === "assessment" });
  }
});

test("an attempt that ends while a model keeps it waiting is a time-out of the model", async () => {
  const probe = await createProbeEngine(database.db, { limitMs: 20, settings });
  const id = await probe.add();
  let answers = true;
  const model = {
    part: "model:silent" as const,
    admit: async () => {},
    async probe() {
      if (!answers) throw error("MODEL_TIMEOUT");
    },
  };
  probe.run = (attempt) => attempt.ask(model, () => new Promise<never>(() => {}));
  await runJob(probe.engine, id);
  expect(await probe.job(id)).toMatchObject({ state: "PENDING", attempts: 1, lastError: "MODEL_TIMEOUT" });
  answers = false;
  await system(sql`update pauses set answered_at = null where part = 'model:silent'`);
  await probe.hurry(id);
  await runJob(probe.engine, id);
  expect(await probe.job(id)).toMatchObject({ attempts: 1, waitingFor: "model:silent", lastError: "MODEL_TIMEOUT" });
});

test("answers of a model that is well are noted for other processes now and then, not each time", async () => {
  engine = await createTestEngine(database.db, { settings: { ...settings, answerNotedMs: MINUTE } });
  ctx = await makeTenant();
  await engine.startRun(ctx);
  const writes = async () =>
    (await system<{ xmin: string }>(sql`select xmin::text from pauses where part = ${PART}`))[0]?.xmin;
  const seen = new Set<string | undefined>();
  engine.assessor.beforeAnswer = async () => {
    seen.add(await writes());
  };
  await engine.drain();
  expect(engine.assessor.asked).toHaveLength(3);
  seen.add(await writes());
  expect(seen.size).toBe(2);
});
