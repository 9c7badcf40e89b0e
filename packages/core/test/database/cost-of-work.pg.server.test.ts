import { JOB_KINDS } from "@assay/contract";
import { listDueJobs } from "@assay/core/jobs";
import { newId } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { connectExplainer, type Explainer } from "@assay/testing/explain-statement";
import { listenToStatements, type SentStatement } from "@assay/testing/watch-statements";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeExpired } from "../../src/jobs/remove-expired.ts";
import { ofEachKind } from "../support/test-engine.ts";
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

interface Waiting {
  readonly tenants: number;
  readonly jobsEach: number;
  readonly kinds: readonly string[];
  readonly delayed?: boolean;
}

/** In place of what was there. */
function fill({ tenants, jobsEach, kinds, delayed = false }: Waiting): Promise<void> {
  return withOwner(database, async ({ db }) => {
    // A check of each row's tenant takes longer than all else.
    await db.execute(sql`set session_replication_role = replica`);
    await db.execute(sql`truncate work_items`);
    await db.execute(sql`insert into tenants (id, name)
      select md5(at::text)::uuid, 'Tenant ' || at from generate_series(1, ${tenants}::int) at on conflict do nothing`);
    await db.execute(sql`
      insert into work_items (id, tenant_id, kind, subject_id, stage, available_at, delayed)
      select gen_random_uuid(), md5(at::text)::uuid, kind, gen_random_uuid(), 'probe',
        now() + case when ${delayed} then interval '1 hour' else -interval '1 hour' end, ${delayed}
      from unnest(${sql.param(`{${kinds.join(",")}}`)}::text[]) kind, generate_series(1, ${tenants}::int) at,
        generate_series(1, ${jobsEach}::int)
      order by random()`);
    await db.execute(sql`vacuum analyze work_items`);
  });
}

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

  test.each([10, 1000])("while %i tenants have 50000 jobs", async (tenants) => {
    await fill({ tenants, jobsEach: 50_000 / tenants, kinds: ["assessment"] });
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
        await db.execute(sql`vacuum analyze spans`);
      });
      const once = await statementsOf(() => removeExpired(database.db, TIMES, () => true));
      const removal = once.find(({ text }) => text.startsWith('delete from "spans"'))!;
      pages.push(await explainer.countBuffers(removal));
    }
    expect(pages[1]).toBeLessThanOrEqual(pages[0]! * 1.5);
  });
});
