import { listAuditEntries } from "@assay/core/audit";
import { approveException, proposeException } from "@assay/core/exceptions";
import { cancelRun, getRun, getRunDetails, listRunExceptions, listRuns, listRunsForAdmins } from "@assay/core/runs";
import { changeTask, listTasks } from "@assay/core/tasks";
import type { Context } from "@assay/core/tenancy";
import type { Transaction } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withChangedColumn, withChangedRows } from "../support/change-table.ts";
import { checkResultsNow } from "../support/check-results-now.ts";
import { makePack } from "../support/make-pack.ts";
import { addPerson } from "../support/people.ts";
import { readReport } from "../support/read-report.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
let admin: Context;
let exceptionId: string;
const runIds = { CAPTURED: "", FAILED: "" };
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  const ctx = await engine.makeBoundTenant(makePack(["Backups are taken every day", "Visitors wear a badge"]));
  const anna = await addPerson(ctx, "anna");
  admin = await addPerson(ctx, "carla", "ADMIN");
  await engine.upload(anna, "policy.txt", "Backups are taken every day by the operations team.");
  await engine.drain();
  const validUntil = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const terms = { kind: "RISK_ACCEPTED", reason: "It closes", ownerId: anna.actor.id, validUntil } as const;
  ({ id: exceptionId } = await proposeException(anna, { requirementId: "1.2", ...terms }));
  await approveException(admin, exceptionId);
  runIds.CAPTURED = (await engine.startRun(anna)).id;
  await engine.drain();
  const asked = engine.assessor.asked.length;
  const { items } = await listTasks(admin, { runId: runIds.CAPTURED, limit: 10 });
  for (const { id } of items) await changeTask(anna, id, { dueDate: "2020-01-01" });
  runIds.FAILED = (await engine.startRun(anna)).id;
  await engine.drain({ until: () => engine.assessor.asked.length > asked });
  await cancelRun(anna, runIds.FAILED, { reason: "The wrong policy" });
  await checkResultsNow(database.db, engine);
});
afterAll(() => database.close());

const countsOf = async (id: string) => {
  const listed = [
    ...(await listRuns(admin, { limit: 10 })).items,
    ...(await listRunsForAdmins(admin, { limit: 10 })).items,
  ].filter((run) => run.id === id);
  return [...listed, await getRun(admin, id)].map((run) => ("damaged" in run ? "damaged" : run.exceptionCount));
};
/** What a report says of it. */
const fixedIn = async (id: string) =>
  (await readReport(admin, id)).split("\n").filter((line) => line.includes("It closes"));
const named = async () => (await listAuditEntries(admin, { action: "integrity.failed", limit: 1 })).items[0]?.sequence;

const ADDED = sql`insert into run_exceptions select tenant_id, run_id, '00000000-0000-7000-8000-00000000000f', '1.1', exception
  from run_exceptions`;
const CHANGES = {
  added: (tx: Transaction) => tx.execute(ADDED),
  "taken away": (tx: Transaction) => tx.execute(sql`delete from run_exceptions`),
  changed: (tx: Transaction) =>
    tx.execute(sql`update run_exceptions set exception = jsonb_set(exception, '{kind}', '"RISK_REMOVED"')`),
};

test.each(Object.entries(CHANGES))(
  "a run's exception that was %s is shown nowhere, and named daily",
  async (_, change) => {
    const fixed = await listRunExceptions(admin, runIds.CAPTURED);
    const report = await fixedIn(runIds.CAPTURED);
    expect(report).not.toEqual([]);
    const before = await named();
    await withChangedRows(database, "run_exceptions", change, async () => {
      for (const id of Object.values(runIds)) expect(await countsOf(id)).toEqual([1, 1, 1]);
      expect(await listRunExceptions(admin, runIds.CAPTURED)).toEqual(fixed);
      expect(await fixedIn(runIds.CAPTURED)).toEqual(report);
      await expect(listRunExceptions(admin, runIds.FAILED)).rejects.toMatchObject({ code: "INTEGRITY_ERROR" });
      await checkResultsNow(database.db, engine);
    });
    expect(await named()).toBeGreaterThan(before ?? 0);
    await checkResultsNow(database.db, engine);
    expect(await listRunExceptions(admin, runIds.FAILED)).toHaveLength(1);
  },
);

test("where no entry says how many exceptions there were, a run by itself counts them by its snapshot, and lists read none", async () => {
  const forget = (tx: Transaction) => tx.execute(sql`update audit_entries set details = details - 'exceptionCount'`);
  await withChangedRows(database, "audit_entries", forget, async () => {
    expect(await countsOf(runIds.CAPTURED)).toEqual([null, null, 1]);
    expect(await countsOf(runIds.FAILED)).toEqual([null, null, null]);
  });
});

test.each([
  ["reason", "text"],
  ["valid_until", "date"],
] as const)("a task is covered by no exception with a changed %s", async (column, type) => {
  const coveredBy = async () =>
    (await listTasks(admin, { limit: 10 })).items.flatMap((task) =>
      "damaged" in task ? [] : (task.exceptionId ?? []),
    );
  const runId = runIds.CAPTURED;
  const open = async () => {
    const listed = await Promise.all([
      listTasks(admin, { limit: 10, runId, open: "true" }),
      listTasks(admin, { limit: 10, runId, overdue: "true" }),
    ]);
    return [...listed.map(({ items }) => items.length), (await getRunDetails(admin, runId)).counts.openTasks];
  };
  expect(await coveredBy()).toContain(exceptionId);
  expect(await open()).toEqual([0, 0, 0]);
  const where = sql`id = ${exceptionId}`;
  await withChangedColumn(database, { table: "exceptions", column, type, where, order: "id" }, async () => {
    expect(await coveredBy()).toEqual([]);
    expect(await open()).toEqual([1, 1, 1]);
  });
});
