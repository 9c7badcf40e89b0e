import { FetchError } from "@assay/contract";
import {
  type NoticeReceivers,
  type NoticeSettings,
  noteConditions,
  readDeploymentState,
  sendMessages,
} from "@assay/core/notices";
import type { Mail, MailOutcome, WebhookMessage } from "@assay/core/ports";
import { type Context, inSystem, inTenant } from "@assay/core/tenancy";
import { newId, rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
let ctx: Context;
const posted: { readonly id: string; readonly body: { type: string; data: Record<string, string | null> } }[] = [];
const mailed: Mail[] = [];
let answer: () => Promise<number> = async () => 204;
let mailAnswer: MailOutcome = "SENT";

const receivers: NoticeReceivers = {
  webhook: {
    url: "https://hooks.example.com/",
    secret: "whsec_x",
    sender: {
      check: (url) => url,
      async send({ id, body }: WebhookMessage) {
        posted.push({ id, body: JSON.parse(body) });
        return { status: await answer(), retryAfterSeconds: undefined };
      },
    },
  },
  mailer: {
    async send(mail) {
      mailed.push(mail);
      return mailAnswer;
    },
    check: async () => undefined,
  },
};
const SETTINGS: NoticeSettings = {
  thresholds: { jobsMinutes: 60, diskPercent: 10, backupHours: 0 },
  host: "one",
  webhook: true,
  addresses: [],
  modelDownMs: 0,
  keepMs: 86_400_000,
};

const owner = (query: SQL) => withOwner(database, ({ db }) => db.execute(query));
const system = <T>(query: SQL) => inSystem(database.db, (tx) => rowsOf<T>(tx, query));
const note = (changes: Partial<NoticeSettings> = {}, disks: Parameters<typeof noteConditions>[2] = []) =>
  noteConditions(database.db, { ...SETTINGS, ...changes }, disks);
const send = (signal = new AbortController().signal) => sendMessages(database.db, receivers, { signal });
async function lookTimes(times: number): Promise<void> {
  for (let look = 0; look < times; look++) {
    await note();
    await send();
  }
}
const told = () => posted.map(({ body: { data } }) => `${data.kind} ${data.state}`);
/** The next attempt of everything is now. */
const makeDue = () =>
  owner(sql`update operator_messages set next_attempt_at = now() where next_attempt_at is not null`);
const breakChain = () =>
  owner(sql`insert into chain_checks (tenant_id, checked_at, broken)
    values (${ctx.tenantId}, now(), '{"sequence": 3, "problem": "HASH"}')`);
const mendChain = () => owner(sql`delete from chain_checks`);

beforeAll(async () => {
  database = await openTestDatabase();
  ctx = await (await createTestEngine(database.db)).makeTenant();
});
afterAll(() => database.close());
beforeEach(async () => {
  await owner(sql`delete from operator_notices`);
  await owner(sql`delete from chain_checks`);
  await owner(sql`delete from pauses`);
  await owner(sql`delete from work_items`);
  await owner(sql`delete from backups`);
  posted.length = 0;
  mailed.length = 0;
  answer = async () => 204;
  mailAnswer = "SENT";
});

describe("what operators are told", () => {
  test("is told once while it lasts, and once more when it is over", async () => {
    await breakChain();
    await lookTimes(3);
    expect(told()).toEqual(["chain.broken BEGUN"]);
    await mendChain();
    await lookTimes(2);
    expect(told()).toEqual(["chain.broken BEGUN", "chain.broken ENDED"]);
    expect(posted[1]!.body).toMatchObject({
      type: "operator.notice",
      data: { subject: null, id: posted[0]!.body.data.id },
    });
    expect(posted[1]!.body.data.endedAt).not.toBeNull();
    await breakChain();
    await note();
    await send();
    expect(told().at(-1)).toBe("chain.broken BEGUN");
    expect(posted[2]!.body.data.id).not.toBe(posted[0]!.body.data.id);
  });

  test("is told once by processes that look at the same time", async () => {
    await breakChain();
    await Promise.all([1, 2, 3, 4].map(() => note()));
    await Promise.all([1, 2, 3, 4].map(() => send()));
    expect(told()).toEqual(["chain.broken BEGUN"]);
  });

  test("goes to each address by mail too, with no evidence in it", async () => {
    await breakChain();
    await note({ addresses: ["a@example.test", "b@example.test"] });
    await send();
    expect(mailed.map(({ to }) => to).toSorted()).toEqual(["a@example.test", "b@example.test"]);
    expect(mailed[0]).toMatchObject({ subject: "Assay: chain.broken" });
    expect(mailed[0]!.text).toContain("The audit chain is broken of 1 tenant");
    expect(mailed[0]!.text).not.toContain(ctx.tenantId);
  });

  test("of a model: once it has been down for long enough, and nothing of a shorter outage or a used-up quota", async () => {
    const pause = (code: string) => sql`insert into pauses (part, failures, until, code)
      values ('model:m', 2, now() + interval '1 minute', ${code})`;
    await owner(pause("MODEL_UNAVAILABLE"));
    await note({ modelDownMs: 60_000 });
    await owner(sql`update pauses set failures = 0`);
    await note({ modelDownMs: 60_000 });
    await owner(sql`update pauses set failures = 3`);
    await note({ modelDownMs: 60_000 });
    await send();
    expect(told()).toEqual([]);
    await owner(sql`update operator_notices set since = now() - interval '2 minutes'`);
    await note({ modelDownMs: 60_000 });
    await send();
    expect(posted.map(({ body }) => body.data)).toMatchObject([{ kind: "model.down", state: "BEGUN", subject: "m" }]);
    await owner(sql`update pauses set code = 'MODEL_RATE_LIMITED'`);
    await note();
    await send();
    expect(told().at(-1)).toBe("model.down ENDED");
  });

  test("of jobs that are due for too long, of an old backup, and of the disk of its own machine alone", async () => {
    await inTenant(ctx, (tx) =>
      tx.execute(sql`insert into work_items (id, tenant_id, kind, subject_id, stage, available_at)
        values (${newId()}, ${ctx.tenantId}, 'file', ${newId()}, 'rehash', now() - interval '2 hours')`),
    );
    await owner(sql`insert into backups (id, taken_at, originals, size_bytes, manifest_hash)
      values (${newId()}, now() - interval '3 days', 0, 1, 'x')`);
    const thresholds = { jobsMinutes: 60, diskPercent: 10, backupHours: 48 };
    const low = { name: "data", host: "one", freeBytes: 1, sizeBytes: 100 };
    await note({ thresholds }, [low]);
    await note({ thresholds, host: "two" }, []);
    await send();
    expect(told().toSorted()).toEqual(["backup.late BEGUN", "disk.low BEGUN", "jobs.late BEGUN"]);
    await note({ thresholds }, [{ ...low, freeBytes: 60 }]);
    await send();
    expect(told().at(-1)).toBe("disk.low ENDED");
  });
});

describe("a message", () => {
  test("that a receiver refuses or does not take is sent again under its id, and the end only behind it", async () => {
    await breakChain();
    await note();
    answer = async () => 500;
    await send();
    answer = () => Promise.reject(new FetchError("FETCH_FAILED", "Cannot deliver"));
    await makeDue();
    await send();
    await mendChain();
    await note();
    await send();
    expect(told()).toEqual(["chain.broken BEGUN", "chain.broken BEGUN"]);
    answer = async () => 204;
    await makeDue();
    await send();
    await send();
    expect(told().slice(2)).toEqual(["chain.broken BEGUN", "chain.broken ENDED"]);
    expect(new Set(posted.slice(0, 3).map(({ id }) => id)).size).toBe(1);
  });

  test("of a process that dies between the answer and the commit is sent again under its id", async () => {
    await breakChain();
    await note();
    answer = () => Promise.reject(new Error("The process died"));
    await expect(send()).rejects.toThrow("The process died");
    answer = async () => 204;
    // Not at once, as the other process may still send it.
    await send();
    expect(posted).toHaveLength(1);
    await makeDue();
    await send();
    expect(posted).toHaveLength(2);
    expect(posted[1]!.id).toBe(posted[0]!.id);
  });

  test("is given up after ten attempts, and at once where a mail server refuses it", async () => {
    await breakChain();
    mailAnswer = "REFUSED";
    await note({ addresses: ["gone@example.test"] });
    answer = async () => 404;
    for (let attempt = 0; attempt < 12; attempt++) {
      await makeDue();
      await send();
    }
    expect(posted).toHaveLength(10);
    expect(mailed).toHaveLength(1);
    expect(
      await system(sql`select count(*)::int as open from operator_messages where next_attempt_at is not null`),
    ).toEqual([{ open: 0 }]);
  });
});

test("no tenant reads or writes what operators are told", async () => {
  for (const table of ["operator_notices", "operator_messages"])
    await expect(inTenant(ctx, (tx) => tx.execute(sql`select 1 from ${sql.identifier(table)}`))).rejects.toThrow();
});

test("the state of the deployment counts jobs by kind and state, with the age of the oldest", async () => {
  const add = (state: string, available: SQL, waitingFor: string | null = null) =>
    inTenant(ctx, (tx) =>
      tx.execute(sql`insert into work_items (id, tenant_id, kind, subject_id, stage, state, available_at, waiting_for)
        values (${newId()}, ${ctx.tenantId}, 'document', ${newId()}, 'extract', ${state}, ${available}, ${waitingFor})`),
    );
  await add("PENDING", sql`now() - interval '100 seconds'`);
  await add("PENDING", sql`now() - interval '10 seconds'`);
  await add("PENDING", sql`now() + interval '1 hour'`);
  await add("PENDING", sql`now()`, "model:m");
  await add("RUNNING", sql`now()`);
  const { jobs, waiting, brokenChains, backupAgeSeconds } = await readDeploymentState(database.db);
  const counts = Object.fromEntries(jobs.map(({ kind, state, count }) => [`${kind} ${state}`, count]));
  expect(counts).toEqual({ "document due": 2, "document delayed": 1, "document waiting": 1, "document running": 1 });
  expect(jobs.find(({ state }) => state === "due")!.oldestSeconds).toBeGreaterThanOrEqual(100);
  expect(waiting).toEqual([{ part: "model:m", count: 1 }]);
  expect({ brokenChains, backupAgeSeconds }).toEqual({ brokenChains: 0, backupAgeSeconds: null });
});
