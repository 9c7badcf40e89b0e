import { listAuditEntries } from "@assay/core/audit";
import { addReview, getReviewQueue } from "@assay/core/reviews";
import {
  cancelRun,
  diffRuns,
  getExport,
  getRun,
  getRunConfiguration,
  getRunDetails,
  getRunProgress,
  getRunState,
  getSnapshot,
  importRun,
  listAssessments,
  listAssessmentsOrDamage,
  listExports,
  listRunDocuments,
  listRunRequirements,
  listRunSteps,
  listRuns,
  listRunsForAdmins,
  listRunTasks,
  replayRun,
} from "@assay/core/runs";
import { listTasks } from "@assay/core/tasks";
import { type Context, inTenant } from "@assay/core/tenancy";
import {
  assessments,
  type Database,
  exports,
  rowsOf,
  runDocuments,
  runDocumentsLeftOut,
  runSteps,
  runs,
  snapshots,
  type Transaction,
  tasks,
} from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { listenToStatements } from "@assay/testing/watch-statements";
import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findRunRow } from "../../src/runs/read-runs.ts";
import { findDamagedRuns } from "../../src/runs/results/require-sealed-run.ts";
import { findSealedRun } from "../../src/sealed/index.ts";
import { checkResultsNow } from "../support/check-results-now.ts";
import { makePack } from "../support/make-pack.ts";
import { makePerson } from "../support/make-people.ts";
import { readGoldenSet } from "../support/read-golden-set.ts";
import { readReport } from "../support/read-report.ts";
import { type SeededTenant, seedTenant } from "../support/seed-tenant.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

/** What people change after the run has ended. */
const NOT_SEALED: Readonly<Record<string, readonly string[]>> = {
  tasks: ["status", "assignee_id", "due_date", "updated_at"],
};

const TABLES: readonly PgTable[] = [
  runs,
  runSteps,
  runDocuments,
  runDocumentsLeftOut,
  assessments,
  tasks,
  exports,
  snapshots,
];
const CHANGES = TABLES.flatMap((table) =>
  Object.values<PgColumn>(getTableColumns(table))
    .filter(({ name }) => !NOT_SEALED[getTableName(table)]?.includes(name))
    .map((column) => ({ table: getTableName(table), column: column.name, type: column.getSQLType() })),
);

let database: TestDatabase;
let engine: TestEngine;
let seeded: SeededTenant;
let before: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  seeded = await seedTenant(engine);
  const admin = await makePerson(seeded.ctx, { role: "ADMIN" });
  await addReview(admin, seeded.run.id, { requirementId: "1.1", decision: "AGREED", openedChunkIds: [] });
  before = await readAll(seeded);
});
afterAll(() => database.close());

const asAdmin = (ctx: Context): Context => ({ ...ctx, actor: { ...ctx.actor, role: "ADMIN" } });

type OfRun = Pick<SeededTenant, "ctx" | "run">;

/** Every way to read what a run came to. */
const READS: Readonly<Record<string, (of: OfRun) => Promise<unknown>>> = {
  listRuns: ({ ctx }) => listRuns(ctx, { limit: 10 }),
  listRunsForAdmins: ({ ctx }) => listRunsForAdmins(ctx, { limit: 10 }),
  getRunDetails: async ({ ctx, run }) => ({ ...(await getRunDetails(ctx, run.id)), resultCheck: null, work: null }),
  listRunSteps: ({ ctx, run }) => listRunSteps(ctx, run.id),
  getRun: ({ ctx, run }) => getRun(ctx, run.id),
  getRunState: ({ ctx, run }) => getRunState(ctx, run.id),
  getRunConfiguration: ({ ctx, run }) => getRunConfiguration(ctx, run.id),
  listRunRequirements: ({ ctx, run }) => listRunRequirements(ctx, run.id),
  listAssessments: ({ ctx, run }) => listAssessments(ctx, run.id, {}),
  listAssessmentsOrDamage: ({ ctx, run }) => listAssessmentsOrDamage(ctx, run.id, {}),
  firstPage: ({ ctx, run }) => listAssessmentsOrDamage(ctx, run.id, { limit: 1 }),
  ofStatus: ({ ctx, run }) => listAssessmentsOrDamage(ctx, run.id, { status: "MISSING" }),
  diffRuns: ({ ctx, run }) => diffRuns(ctx, run.id, run.id),
  listRunTasks: ({ ctx, run }) => listRunTasks(ctx, run.id, { limit: 10 }),
  listExports: ({ ctx, run }) => listExports(ctx, run.id),
  getExport: async ({ ctx, run }) => {
    const found = [];
    for (const { id } of await listExports(ctx, run.id)) found.push(await getExport(ctx, run.id, id));
    return found;
  },
  getSnapshot: async ({ ctx, run }) => (await getSnapshot(ctx, run.id)).bytes,
  replayRun: async ({ ctx, run }) => (await replayRun(ctx, run.id)).bytes,
  listRunDocuments: ({ ctx, run }) => listRunDocuments(ctx, run.id, { limit: 10 }),
  getReviewQueue: ({ ctx, run }) => getReviewQueue(ctx, run.id),
  getRunReport: ({ ctx, run }) => readReport(ctx, run.id),
  getGoldenSet: async ({ ctx }) => readGoldenSet(asAdmin(ctx)),
  getGoldenSetOfVersion: async ({ ctx, run }) => readGoldenSet(asAdmin(ctx), run.snapshotRetrievalVersionId),
};

test.each(CHANGES)("a changed $column of $table is served nowhere, and the daily check names it", async (change) => {
  const named = await countNamed();
  await withChanged(change, async () => {
    for (const [name, found] of Object.entries(await readAll(seeded)))
      if (!isRefused(found) && !isAbsent(name, found, seeded)) expect(found, name).toEqual(before[name]);
    await checkResultsNow(database.db, engine);
  });
  expect(await countNamed()).toBeGreaterThan(named);
  await checkResultsNow(database.db, engine);
});

test("a run that ends between the reads of its row and of the audit log is not taken for damaged", async () => {
  const ctx = await engine.makeBoundTenant(makePack(["Backups are taken every day"]));
  const { id } = await engine.startRun(ctx);
  const tenantId = ctx.tenantId;
  const row = (await inTenant(ctx, (tx) => findRunRow(tx, tenantId, id)))!;
  await engine.drain();
  const found = await inTenant(ctx, async (tx) => ({
    damaged: await findDamagedRuns(tx, tenantId, [row]),
    sealed: await findSealedRun(tx, row),
  }));
  expect(found.damaged).toEqual(new Map());
  expect(found.sealed?.content.run).toMatchObject({ id });
});

describe("a run without a snapshot", () => {
  const runsOf: { FAILED: OfRun; LEGACY: OfRun } = Object.create(null);
  beforeAll(async () => {
    const ctx = await engine.makeBoundTenant(makePack(["Backups are taken every day", "Visitors wear a badge"]));
    await engine.upload(ctx, "policy.txt", "Backups are taken every day by the operations team.");
    await engine.upload(ctx, "empty.txt", " ");
    await engine.drain();
    const at = "2024-01-01T00:00:00.000Z";
    const verdict = { requirementId: "1.1", confidence: 0.1, reasoning: "Earlier.", citations: [] };
    const task = { requirementId: "1.1", title: "Take backups", description: "Every day.", status: "PENDING" as const };
    const legacy = { startedAt: at, completedAt: at, assessments: [verdict], tasks: [task] };
    runsOf.LEGACY = { ctx, run: await importRun(ctx, legacy) };
    const asked = engine.assessor.asked.length;
    const { id } = await engine.startRun(ctx);
    await engine.drain({ until: () => engine.assessor.asked.length > asked });
    runsOf.FAILED = { ctx, run: await cancelRun(ctx, id, { reason: "It names the wrong policy" }) };
  });

  test.each([
    { kind: "FAILED", table: "runs", column: "failure_reason", type: "text" },
    { kind: "FAILED", table: "runs", column: "status", type: "text", values: ["FAILED", "COMPLETED"] },
    { kind: "FAILED", table: "run_steps", column: "error_details", type: "jsonb" },
    { kind: "FAILED", table: "run_documents", column: "original_filename", type: "text" },
    { kind: "FAILED", table: "run_documents_left_out", column: "original_filename", type: "text" },
    { kind: "FAILED", table: "assessments", column: "reasoning", type: "text" },
    { kind: "LEGACY", table: "runs", column: "complete_count", type: "integer" },
    { kind: "LEGACY", table: "assessments", column: "confidence", type: "double precision" },
    { kind: "LEGACY", table: "tasks", column: "title", type: "text" },
  ] as const)(
    "that is $kind and has a changed $column of $table is not served as it is, and the daily check names it",
    async ({ kind, ...change }) => {
      const { ctx, run } = runsOf[kind];
      const asItWas = await readAll({ ctx, run });
      expect(Object.values(asItWas).some(saysDamaged)).toBe(false);
      const namedOfRun = async () =>
        (await listAuditEntries(ctx, { action: "integrity.failed", runId: run.id, limit: 200 })).items.length;
      const named = await namedOfRun();
      await withChanged({ ...change, run }, async () => {
        const found = await readAll({ ctx, run });
        expect(Object.values(found).some(saysDamaged)).toBe(true);
        for (const [name, each] of Object.entries(found))
          if (!isRefused(each)) expect(each, name).toEqual(asItWas[name]);
        await checkResultsNow(database.db, engine);
      });
      expect(await namedOfRun()).toBeGreaterThan(named);
      await checkResultsNow(database.db, engine);
      expect(await readAll({ ctx, run })).toEqual(asItWas);
    },
  );

  test.each(["FAILED", "LEGACY"] as const)(
    "that is %s says wherever it is shown what it is compared with",
    async (kind) => {
      const { ctx, run } = runsOf[kind];
      expect(await readComparisons({ ctx, run })).toEqual(Array(6).fill("DIGESTS"));
      await withRows(
        "audit_entries",
        (tx) =>
          tx.execute(
            sql`update audit_entries set details = details - 'runHash' - 'resultsHash' where run_id = ${run.id}`,
          ),
        async () => expect(await readComparisons({ ctx, run })).toEqual(Array(6).fill("NONE")),
        run,
      );
    },
  );

  test("says in its report that it is not sealed, and whether it is compared with a record", async () => {
    const { ctx, run } = runsOf.LEGACY;
    expect(await readReport(ctx, run.id)).toContain("LEGACY: not sealed, compared with what the audit log recorded");
    const forget = (tx: Transaction) =>
      tx.execute(sql`update audit_entries set details = details - 'runHash' - 'resultsHash' where run_id = ${run.id}`);
    await withRows(
      "audit_entries",
      forget,
      async () => {
        expect(await readReport(ctx, run.id)).toContain("LEGACY: not sealed, not checked against a record");
      },
      run,
    );
    expect(await readReport(seeded.ctx, seeded.run.id)).not.toContain("not sealed");
  });

  test.each(["FAILED", "LEGACY"] as const)(
    "that is %s says of a verdict that was taken away that it is damaged",
    async (kind) => {
      const { ctx, run } = runsOf[kind];
      const { items } = await listAssessments(ctx, run.id, {});
      await withRows(
        "assessments",
        (tx, ofRun) => tx.execute(sql`delete from assessments where ${ofRun}`),
        async () => {
          const found = (await listAssessmentsOrDamage(ctx, run.id, {})).items;
          expect(found).toEqual(items.map(({ id }) => ({ id, damaged: true })));
        },
        run,
      );
    },
  );
});

test("a captured run says that it is compared with its snapshot, unless no entry names the hash of that", async () => {
  const { ctx, run } = seeded;
  expect(await readComparisons({ ctx, run })).toEqual(Array(6).fill("SNAPSHOT"));
  const forget = (tx: Transaction) =>
    tx.execute(sql`update audit_entries set details = null where run_id = ${run.id} and action = 'snapshot.captured'`);
  await withRows("audit_entries", forget, async () => {
    expect(await readComparisons({ ctx, run })).toEqual(Array(6).fill("NONE"));
  });
});

test("a run that is under way is compared with nothing yet", async () => {
  const ctx = await engine.makeBoundTenant(makePack(["Backups are taken every day"]));
  const run = await engine.startRun(ctx);
  expect([run.checkedAgainst, ...(await readComparisons({ ctx, run }))]).toEqual(Array(7).fill(null));
  await engine.drain();
});

test("a tenant's list of tasks has the ids of those that are damaged, and all others", async () => {
  const { ctx, run } = await seedTenant(engine);
  const at = "2024-01-01T00:00:00.000Z";
  const verdict = { requirementId: "1.1", confidence: 0.1, reasoning: "Earlier.", citations: [] };
  const task = { requirementId: "1.1", title: "Take backups", description: "Every day.", status: "PENDING" as const };
  const legacy = await importRun(ctx, { startedAt: at, completedAt: at, assessments: [verdict], tasks: [task] });
  const { items } = await listTasks(ctx, { limit: 10 });
  const damagedOf = (runId: string) =>
    items.map((each) => (!("damaged" in each) && each.runId === runId ? { id: each.id, damaged: true } : each));
  expect(damagedOf(legacy.id)).not.toEqual(damagedOf(run.id));
  const [title, bytes, status] = [
    { table: "tasks", column: "title", type: "text", run: legacy },
    { table: "snapshots", column: "snapshot_hash", type: "text", run },
    { table: "runs", column: "snapshot_status", type: "text", values: ["CAPTURED", "FAILED"], run },
  ] as const;
  for (const change of [title, bytes, status])
    await withChanged(change, async () => {
      expect((await listTasks(ctx, { limit: 10 })).items).toEqual(damagedOf(change.run.id));
    });
});

test("rows that were compared are compared again once one was written, and not before", async () => {
  const { ctx, run } = seeded;
  const compared = async (act: () => Promise<unknown>) => {
    const statements: string[] = [];
    await listenToStatements(({ text }) => void statements.push(text), act);
    return statements.filter((text) => /"reasoning".* from "assessments"/.test(text)).length;
  };
  await readAll(seeded);
  expect(await compared(() => listAssessments(ctx, run.id, {}))).toBe(0);
  await withChanged({ table: "assessments", column: "reasoning", type: "text" }, async () => {
    await expect(listAssessments(ctx, run.id, {})).rejects.toMatchObject({ code: "INTEGRITY_ERROR" });
  });
});

test("what differs is named in the list by its id, and all others are served", async () => {
  const { ctx, run } = seeded;
  const { items } = await listAssessments(ctx, run.id, {});
  await withChanged({ table: "assessments", column: "reasoning", type: "text" }, async () => {
    const found = (await listAssessmentsOrDamage(ctx, run.id, {})).items;
    expect(found).toEqual(items.map((each, at) => (at === 0 ? { id: each.id, damaged: true } : each)));
    await expect(listAssessments(ctx, run.id, {})).rejects.toMatchObject({
      code: "INTEGRITY_ERROR",
      details: { runId: run.id, damaged: [items[0]!.id] },
    });
  });
});

test("a verdict that was added after the capture, or taken away, is damage", async () => {
  const { ctx, run } = seeded;
  const { items } = await listAssessments(ctx, run.id, {});
  await withRows(
    "assessments",
    (tx, ofRun) => tx.execute(sql`delete from assessments where ${ofRun}`),
    async () => {
      const found = (await listAssessmentsOrDamage(ctx, run.id, {})).items;
      expect(found).toEqual(items.map(({ id }) => ({ id, damaged: true })));
    },
  );
  const added = sql`insert into assessments select (jsonb_populate_record(a, jsonb_build_object(
    'id', ${OTHER_ID}::text, 'requirement_record_id', ${OTHER_ID}::text, 'status', 'COMPLETE'))).* from assessments a`;
  await withRows(
    "assessments",
    (tx, ofRun) => tx.execute(sql`${added} where ${ofRun} limit 1`),
    async () => {
      const found = (await listAssessmentsOrDamage(ctx, run.id, {})).items;
      expect(found).toEqual([...items, { id: OTHER_ID, damaged: true }]);
      expect((await listAssessmentsOrDamage(ctx, run.id, { status: "MISSING" })).items.at(-1)).toEqual(found.at(-1));
    },
  );
});

async function readAll(of: OfRun): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(READS))
    found[name] = await read(of).catch((error: { code?: string }) => ({ refused: error.code ?? String(error) }));
  return found;
}

const REFUSALS = ["INTEGRITY_ERROR", "NOT_FOUND", "CROSS_TENANT_ACCESS_DENIED", "INVALID_STATE"];

/** Says that it is not what it was, instead of what is stored. */
function isRefused(found: unknown): boolean {
  const said = JSON.stringify(found);
  return saysDamaged(found) || REFUSALS.some((code) => said === JSON.stringify({ refused: code }));
}

function saysDamaged(found: unknown): boolean {
  const said = JSON.stringify(found);
  return said.includes('"damaged":true') || said === JSON.stringify({ refused: "INTEGRITY_ERROR" });
}

/** A list of runs says nothing of a row that has become another tenant's. */
function isAbsent(name: string, found: unknown, { run }: OfRun): boolean {
  return name.startsWith("listRuns") && !JSON.stringify(found).includes(run.id);
}

/** What each read that shows the run says of what its results are compared with. */
async function readComparisons({ ctx, run: { id } }: OfRun) {
  const listed = [
    ...(await listRuns(ctx, { limit: 10 })).items,
    ...(await listRunsForAdmins(ctx, { limit: 10 })).items,
  ];
  const shown = listed.filter((run) => run.id === id);
  const read = [
    await getRun(ctx, id),
    await getRunState(ctx, id),
    (await getRunProgress(ctx, id)).progress.run,
    (await getRunDetails(ctx, id)).run,
  ];
  return [...shown, ...read].map((run) => ("damaged" in run ? run : run.checkedAgainst));
}

async function countNamed(): Promise<number> {
  return (await listAuditEntries(seeded.ctx, { action: "integrity.failed", limit: 200 })).items.length;
}

const OTHER_ID = "00000000-0000-7000-8000-00000000000f";

type Change = Pick<(typeof CHANGES)[number], "table" | "column" | "type"> & {
  readonly values?: readonly string[];
  readonly run?: SeededTenant["run"];
};

/** Changes the column of the first row of the run, in the order of its requirements; and back. */
function withChanged({ table, column, type, values, run }: Change, act: () => Promise<void>): Promise<void> {
  const order = table === "assessments" || table === "tasks" ? "position" : keyOf(table);
  const key = sql.identifier(keyOf(table));
  return withRows(
    table,
    (tx, ofRun) =>
      tx.execute(sql`update ${sql.identifier(table)} set ${setOther(column, type, values)}
        where ${ofRun} and ${key} = (select ${key} from ${sql.identifier(table)} where ${ofRun} order by ${sql.identifier(order)} limit 1)`),
    act,
    run,
  );
}

/** A period is whole or there is none. */
function setOther(column: string, type: string, values: readonly string[] | undefined): SQL {
  if (type !== "date") return sql`${sql.identifier(column)} = ${otherValue(column, type, values)}`;
  return column === "period_from"
    ? sql`period_from = '2020-01-15', period_to = '2020-02-01'`
    : sql`period_from = '2020-01-01', period_to = '2020-01-15'`;
}

function otherValue(column: string, type: string, values: readonly string[] | undefined): SQL {
  const name = sql.identifier(column);
  if (values) return sql`case ${name} when ${values[0]} then ${values[1]} else ${values[0]} end`;
  if (column.endsWith("_hash")) return sql`repeat('a', 64)`;
  if (type === "text") return sql`coalesce(${name}, '') || 'x'`;
  if (type === "uuid") return sql`${OTHER_ID}::uuid`;
  if (type === "jsonb") return sql`'[{"x":1}]'::jsonb`;
  if (type === "bytea") return sql`set_byte(${name}, 40, get_byte(${name}, 40) # 1)`;
  if (type.startsWith("timestamp")) return sql`coalesce(${name}, now()) + interval '1 day'`;
  if (type === "integer" || type === "bigint") return sql`coalesce(${name}, 0) + 10`;
  if (type === "boolean") return sql`not ${name}`;
  if (type === "double precision") return sql`coalesce(${name}, 0) / 2 + 0.25`;
  throw new Error(`Cannot change the column '${column}' as nothing says how to change a ${type}`);
}

function keyOf(table: string): string {
  if (table === "run_steps") return "step_index";
  return table.startsWith("run_documents") ? "document_id" : "id";
}

/** Changes rows of the run as anyone who owns the database can, with every trigger of the table off; and back. */
async function withRows(
  table: string,
  change: (tx: Transaction, ofRun: SQL) => Promise<unknown>,
  act: () => Promise<void>,
  run = seeded.run,
): Promise<void> {
  const ofRun = sql`${sql.identifier(table === "runs" ? "id" : "run_id")} = ${run.id}`;
  const kept = sql.identifier(`kept_${table}`);
  const name = sql.identifier(table);
  await withOwner(database, async ({ db }) => {
    await db.execute(sql`create table ${kept} as select * from ${name} where ${ofRun}`);
    try {
      await withoutTriggers(db, table, (tx) => change(tx, ofRun));
      await act();
    } finally {
      await withoutTriggers(db, table, async (tx) => {
        const isKept =
          keyOf(table) === "id" ? sql`id = ${OTHER_ID} or id in (select id from ${kept})` : sql`run_id = ${OTHER_ID}`;
        await tx.execute(sql`delete from ${name} where ${ofRun} or ${isKept}`);
        await tx.execute(sql`insert into ${name} select * from ${kept}`);
      });
      await db.execute(sql`drop table ${kept}`);
    }
  });
}

/** Foreign keys included; afterwards each is as it was. */
function withoutTriggers(db: Database, table: string, act: (tx: Transaction) => Promise<unknown>): Promise<void> {
  return db.transaction(async (tx) => {
    const always = await rowsOf<{ name: string }>(
      tx,
      sql`select tgname as name from pg_trigger where tgrelid = ${table}::regclass and tgenabled = 'A'`,
    );
    await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger all`);
    await act(tx);
    await tx.execute(sql`alter table ${sql.identifier(table)} enable trigger all`);
    for (const { name } of always)
      await tx.execute(sql`alter table ${sql.identifier(table)} enable always trigger ${sql.identifier(name)}`);
  });
}
