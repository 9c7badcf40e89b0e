import { createHash } from "node:crypto";
import { JOB_KINDS } from "@assay/contract";
import { callNext, callWaiting, createOutbox, listDueJobs, type ModelQuota, takeTurn } from "@assay/core/jobs";
import { readRunMarks } from "@assay/core/runs";
import { type Database, newId } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { connectExplainer, type Explainer } from "@assay/testing/explain-statement";
import { fillQueue, type Waiting } from "@assay/testing/fill-queue";
import { vacuumWhole } from "@assay/testing/vacuum-whole";
import { listenToStatements, type SentStatement } from "@assay/testing/watch-statements";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeExpired } from "../../src/jobs/remove-expired.ts";
import { ENGINE_SETTINGS, ofEachKind } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

const DAY_MS = 86_400_000;
const BUFFERS_MAX = 300;
const SIZES = [10, 1000, 50_000];

let database: TestDatabase;
let explainer: Explainer;
beforeAll(async () => {
  database = await openTestDatabase();
  explainer = await connectExplainer(database.superuserUrl!);
});
afterAll(async () => {
  await explainer?.[Symbol.asyncDispose]();
  await database?.close();
});

/** What an act sends, in order. */
async function statementsOf(act: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  await listenToStatements((statement) => sent.push(statement), act);
  return sent.filter(({ text }) => /^(select|with|insert|update|delete)\b/i.test(text.trim()));
}

async function buffersOf(act: () => Promise<unknown>): Promise<number> {
  let sum = 0;
  for (const statement of await statementsOf(act)) sum += await explainer.countBuffers(statement);
  return sum;
}

/** As `md5(at::text)::uuid`. */
const md5Id = (at: number): string =>
  createHash("md5")
    .update(String(at))
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

const fill = (waiting: Waiting) => withOwner(database, ({ db }) => fillQueue(db, waiting));

/** As a process with free slots looks, that holds nothing. */
const SLOTS = {
  ...ofEachKind({ free: 2, perTenantMax: 1 }),
  document: { free: 3, perTenantMax: 2 },
  assessment: { free: 8, perTenantMax: 6 },
  webhook: { free: 8, perTenantMax: 4 },
};
const look = () => listDueJobs(database.db, SLOTS, { holder: newId() });

describe("a look for the next jobs reads few pages", () => {
  test.each(SIZES)("while %i tenants wait", async (tenants) => {
    await fill({ tenants, jobsEach: 1, kinds: ["document"] });
    expect(await buffersOf(look)).toBeLessThanOrEqual(BUFFERS_MAX);
  });

  test("while 1000 tenants wait with jobs of each kind", async () => {
    await fill({ tenants: 1000, jobsEach: 1, kinds: JOB_KINDS });
    expect(await buffersOf(look)).toBeLessThanOrEqual(BUFFERS_MAX);
  });

  test("while 10 tenants have 50000 jobs", async () => {
    await fill({ tenants: 10, jobsEach: 5000, kinds: ["assessment"] });
    expect(await buffersOf(look)).toBeLessThanOrEqual(BUFFERS_MAX);
  });

  test("while the jobs of 50000 tenants are for later", async () => {
    await fill({ tenants: 50_000, jobsEach: 1, kinds: ["assessment"], delayed: true });
    expect(await buffersOf(look)).toBeLessThanOrEqual(BUFFERS_MAX);
  });
});

describe("a sweep's clean-up", () => {
  const TIMES = { keepJobsMs: DAY_MS, keepSpansMs: DAY_MS, keepDeliveriesMs: DAY_MS };

  test("reads as many pages for a batch of spans, whether 1,000 or 50,000 are old", async () => {
    const pages: number[] = [];
    for (const count of [1000, 50_000]) {
      await withOwner(database, async ({ db }) => {
        await db.execute(sql`truncate spans`);
        await db.execute(sql`
          insert into spans (tenant_id, trace_id, span_id, name, kind, status_code, started_at, ended_at, attributes)
          select md5('1')::uuid, md5((at % 100)::text), at::text, 'span', 1, 0, now(), now() - interval '20 days', '{}'
          from generate_series(1, ${count}::int) at`);
        await vacuumWhole(db, "spans");
      });
      const once = await statementsOf(() => removeExpired(database.db, TIMES, () => true));
      const removal = once.find(({ text }) => text.startsWith('delete from "spans"'))!;
      pages.push(await explainer.countBuffers(removal));
    }
    expect(pages[1]).toBeLessThanOrEqual(pages[0]! * 1.5);
  });
});

describe("however many jobs wait, as few pages are read of them", () => {
  const PART = "model:probe" as const;
  const LATER = "now() + interval '1 hour'";
  const TOLD_LONG_AGO = { published_at: "now() - interval '1 hour'" };
  const QUOTA_IS_SPENT = { waiting_for: `'${PART}'`, last_error: "'MODEL_RATE_LIMITED'", available_at: LATER };
  const RUN_WAITS = { waiting_for: `'${PART}'`, run_id: "md5(at::text)::uuid", available_at: LATER };
  const settings = (quota: ModelQuota) => ({ ...ENGINE_SETTINGS, quotas: { [PART]: quota } });
  const wanted = { part: PART, tenantId: md5Id(1), tokens: 1, lastsMs: 1000 };
  const overdue = () =>
    createOutbox(database.db).listOverdue({ limit: 100, overdueAfterMs: 90_000, parallelPerTenant: 6 });

  test.each<[string, Record<string, string>, (db: Database) => Promise<unknown>]>([
    ["by a sweep that finds those that the queue was never told of", {}, overdue],
    ["by a sweep that finds those whose messages may be lost", TOLD_LONG_AGO, overdue],
    [
      "by a sweep that calls those who wait for a quota",
      QUOTA_IS_SPENT,
      (db) => callWaiting(db, settings({ requestsPerMinute: 3 })),
    ],
    [
      "by a call for which a quota has no room",
      QUOTA_IS_SPENT,
      (db) => takeTurn(db, settings({}), { requestsPerMinute: 0 }, wanted),
    ],
    ["by a call that has ended", QUOTA_IS_SPENT, (db) => callNext(db, settings({ parallelCalls: 1 }), PART)],
    [
      "by a look at a run that is watched",
      RUN_WAITS,
      (db) => readRunMarks(db, [{ tenantId: md5Id(1), runId: md5Id(1) }]),
    ],
  ])("%s", async (_, set, act) => {
    const pages: number[] = [];
    for (const count of [1000, 50_000]) {
      await fill({ tenants: 100, jobsEach: count / 100, kinds: ["assessment"], set });
      pages.push(await buffersOf(() => act(database.db)));
    }
    expect(pages[1]! - pages[0]!, pages.join(" → ")).toBeLessThanOrEqual(BUFFERS_MAX);
  });
});
