import { AssayError } from "@assay/contract";
import { claimJob, createOutbox, listDueJobs, releaseLostJobs } from "@assay/core/jobs";
import { sweep } from "@assay/core/maintenance";
import { inTenant } from "@assay/core/tenancy";
import { type Database, newId } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { connectExplainer, type Explainer, type Plan } from "@assay/testing/explain-statement";
import { fillTenant, GROWING_TABLES, makeStatistics } from "@assay/testing/fill-tenant";
import { listenToStatements, type SentStatement } from "@assay/testing/watch-statements";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scanPart } from "../../src/runs/steps/retrieve/scan-part.ts";
import { ACTS, type Belongings, seedTenant } from "../predicates/acts.ts";
import { EMBEDDER, vector } from "../support/make-evidence.ts";
import { createTestEngine, ENGINE_SETTINGS, ofEachKind, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

const FEW = 1000;
const MANY = 4000;
/** Four times the rows may cost so much more: a level of an index, and what the planner does not know. */
const GROWTH_MAX = 1.6;
/** What costs less is a page of a list at the most. */
const CHEAP = 60;
const DAY_MS = 86_400_000;

/** Acts on all that a tenant has, by what they are for. */
const OF_EVERYTHING = [
  ...["verifyAudit", "streamAuditEntries", "reprocessDocuments", "reprocessWithCode", "startRun", "importRun"],
  // Each file, and each passage that may lack a vector: for an operator's command and an act of a SUPER_ADMIN.
  ...["encryptFiles", "bindEngine"],
  // What people have said of all verdicts: for an operator's commands, and of the newest 10,000 for an ADMIN.
  ...["listGoldenCases", "getGoldenSet", "exportReviewPairs"],
];

/** Statements that grow with something that is bounded, or that nobody asks often: by how they are known, and why. */
const MAY_GROW: readonly (readonly [known: string, why: string])[] = [
  ['from "memberships" where', "the members of one tenant are few"],
  ['select "id", "tenant_id", "snapshot_status" from "runs"', "the runs of one page of tasks"],
  ['"comments"."mentions" @>', "comments that mention anybody: the policies let no index say whom"],
  ['order by max("comments"."created_at") desc', "comments of the tenant's runs that somebody has not read"],
  ['distinct on ("given"."requirement_id")', "the reviews of one pack so far"],
  ["percentile_cont(0.5)", "the reviews of the days that are asked for"],
  ['"reviews"."created_at" < $3)) order by "reviews"."id"', "as above, each compared with its record"],
  [
    "with by_category as (",
    "counts of all documents of the tenant, in one read of them: cost-of-documents says how many pages",
  ],
  ["coalesce(chunk_count, 0) as chunks from documents where", "one number of each document that is then searched"],
  ['"valid_from" <= (clock_timestamp()', "the exceptions of one pack, for a report"],
  ['delete from "spans"', "a batch of what has outlived its use"],
  ['delete from "webhook_deliveries"', "a batch of what has outlived its use"],
];
const mayGrow = (text: string) => MAY_GROW.some(([known]) => text.replace(/\s+/g, " ").includes(known));

let database: TestDatabase;
let explainer: Explainer;
let engine: TestEngine;
let ours: Belongings;
let theirs: Belongings;
/** Of each statement with few rows, with many of which the planner knows nothing yet, and with these known. */
const looked: { act: string; text: string; few: Plan; unknown: Plan; many: Plan }[] = [];
/** Of the statements across tenants, where the planner knows of one tenant alone. */
const acrossTenants: { act: string; text: string; plan: Plan }[] = [];

class PutBack extends Error {}

/** What an act sends, once each; all that it does is put back. */
async function statementsOf(act: (db: Database) => Promise<unknown>): Promise<Map<string, SentStatement>> {
  const sent = new Map<string, SentStatement>();
  const note = (statement: SentStatement) => {
    if (/^(select|with|insert|update|delete)\b/i.test(statement.text.trim())) sent.set(statement.text, statement);
  };
  const attempt = database.db.transaction(async (tx) => {
    await listenToStatements(note, () => act(tx as unknown as Database)).catch((error) => {
      if (!(error instanceof AssayError)) throw error;
    });
    throw new PutBack();
  });
  await attempt.catch((error) => {
    if (!(error instanceof PutBack)) throw error;
  });
  return sent;
}

const SWEEP = {
  stalledAfterMs: 900_000,
  waitMaxMs: DAY_MS,
  rehashEveryMs: DAY_MS,
  keepJobsMs: DAY_MS,
  keepSpansMs: 9e9,
  keepDeliveriesMs: 9e9,
  checkpointEveryMs: DAY_MS,
  quota: ENGINE_SETTINGS,
};

const JOBS: Readonly<Record<string, (db: Database) => Promise<unknown>>> = {
  sweep: (db) => sweep(db, SWEEP),
  listDueJobs: (db) => listDueJobs(db, ofEachKind({ free: 4, perTenantMax: 4 }), {}),
  claimJob: (db) => claimJob(db, newId(), { leaseMs: 60_000 }),
  releaseLostJobs: (db) => releaseLostJobs(db, { leaseMs: 60_000 }),
  listOverdue: (db) => createOutbox(db).listOverdue({ limit: 100, overdueAfterMs: 60_000, parallelPerTenant: 4 }),
  load: (db) => createOutbox(db).load([{ jobId: newId(), tenantId: newId() }]),
};

const fill = (range: { from?: number; to: number }) =>
  withOwner(database, async (owner) => {
    for (const { ctx } of [theirs, ours]) await fillTenant(owner.db, { tenantId: ctx.tenantId, ...range });
  });
const analyze = (options?: { oneTenant: boolean }) => withOwner(database, (owner) => makeStatistics(owner.db, options));

describe("however many rows a tenant has", () => {
  beforeAll(async () => {
    database = await openTestDatabase();
    explainer = await connectExplainer(database.superuserUrl!);
    engine = await createTestEngine(database.db, { ocr: true });
    theirs = await seedTenant(engine, "theirs");
    ours = await seedTenant(engine, "ours");
    await fill({ to: FEW });
    await analyze();
    const acts = Object.entries(ACTS).filter(([name]) => !OF_EVERYTHING.includes(name));
    const asked = [
      ...acts.map(([name, act]) => [name, (db: Database) => act({ ...ours.ctx, db }, ours, engine)] as const),
      ...Object.entries(JOBS),
    ];
    const known = new Set<string>();
    const statements: { act: string; statement: SentStatement; few: Plan }[] = [];
    for (const [act, send] of asked)
      for (const [text, statement] of await statementsOf(send)) {
        if (known.has(text)) continue;
        known.add(text);
        statements.push({ act, statement, few: await explainer.explain(ours.ctx.tenantId, statement) });
      }
    await fill({ from: FEW + 1, to: MANY });
    const unknown = new Map<string, Plan>();
    for (const { statement } of statements)
      unknown.set(statement.text, await explainer.explain(ours.ctx.tenantId, statement));
    await analyze();
    for (const { act, statement, few } of statements) {
      const many = await explainer.explain(ours.ctx.tenantId, statement);
      looked.push({ act, text: statement.text, few, unknown: unknown.get(statement.text)!, many });
    }
    await analyze({ oneTenant: true });
    for (const { act, statement } of statements.filter((each) => each.act in JOBS)) {
      const plan = await explainer.explain(ours.ctx.tenantId, statement, { seqScans: true });
      acrossTenants.push({ act, text: statement.text, plan });
    }
  });
  afterAll(async () => {
    await explainer?.[Symbol.asyncDispose]();
    await database?.close();
  });

  const scansOf = (plans: readonly { act: string; text: string; plan: Plan }[]) =>
    plans
      .filter(({ plan }) => plan.scanned.some((table) => GROWING_TABLES.includes(table)))
      .map(({ act, plan, text }) => `${act} reads ${plan.scanned.join()}: ${text}`);

  test.each(["unknown", "many"] as const)("an index serves every statement on a table that grows: %s", (rows) => {
    expect(scansOf(looked.map((each) => ({ ...each, plan: each[rows] })))).toEqual([]);
  });

  test("what goes through all tenants reads no table whole because one tenant has nearly all its rows", () => {
    expect(scansOf(acrossTenants.filter(({ text }) => !mayGrow(text)))).toEqual([]);
  });

  test("no statement costs more with more of them", () => {
    const growing = looked.filter(
      ({ few, many, text }) => many.cost > CHEAP && many.cost > few.cost * GROWTH_MAX && !mayGrow(text),
    );
    expect(
      growing.map(({ act, few, many, text }) => `${act} ${few.cost} → ${many.cost}: ${text} | ${many.shape}`),
    ).toEqual([]);
  });

  test("the search of a run goes through the queries for each chunk, and keeps no chunks for each query", async () => {
    const { ctx, runId } = ours;
    const queries = Array.from({ length: 32 }, () => ({ id: newId(), vector: vector(1), lexical: null }));
    const pins = { embedder: EMBEDDER, threshold: 0.2, lexicalWeight: 0.5, lexicon: 2, limit: 8 };
    const all = { after: "00000000-0000-0000-0000-000000000000", last: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
    const sent = await statementsOf((db) =>
      inTenant({ ...ctx, db }, (tx) =>
        scanPart(
          tx,
          { tenantId: ctx.tenantId, runId, ...pins, queries },
          all,
          queries.map((each) => ({ ...each, scoreMin: 0 })),
        ),
      ),
    );
    const statement = [...sent.values()].find(({ text }) => text.includes("chunk_vectors"))!;
    const { shape } = await explainer.explain(ctx.tenantId, statement);
    // Few chunks are expected of a tenant that is small next to the others.
    expect(shape).toMatch(/Nested Loop .*chunk_vectors.* < CTE Scan/);
    expect(shape).not.toMatch(/Materialize .*chunk_vectors/);
  });

  test("what may grow is still sent", () => {
    const unused = MAY_GROW.filter(([known]) => !looked.some(({ text }) => text.replace(/\s+/g, " ").includes(known)));
    expect(unused).toEqual([]);
  });
});
