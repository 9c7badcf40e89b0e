import { listAuditEntries, recordAudit, verifyAudit } from "@assay/core/audit";
import { addComment, redactComment } from "@assay/core/comments";
import { endTenantHold, holdTenant } from "@assay/core/erasure";
import { createLink, revokeLink } from "@assay/core/links";
import { enqueueRetention, previewRetention } from "@assay/core/retention";
import { addReview } from "@assay/core/reviews";
import { countDamagedRuns, countDamagedTenants, getRun, listRuns } from "@assay/core/runs";
import { signRun } from "@assay/core/sign-offs";
import { changeTask, listTasks } from "@assay/core/tasks";
import { type Context, inSystem, inTenant } from "@assay/core/tenancy";
import { egress, newId, oneRow, removedRuns, rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findMissing } from "../../src/records/recorded-hash.ts";
import { removeOldRun, TABLES_OF_RUNS } from "../../src/retention/remove-old-run.ts";
import { withoutTriggers } from "../support/change-table.ts";
import { checkResultsNow } from "../support/check-results-now.ts";
import { dateBackRetention, makeRunsOld } from "../support/date-back-retention.ts";
import { makePerson } from "../support/make-people.ts";
import { addPerson } from "../support/people.ts";
import { type SeededTenant, seedTenant } from "../support/seed-tenant.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
let root: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  root = { ...(await engine.makeTenant("Operator")), actor: { id: newId(), role: "SUPER_ADMIN", tenantId: "" } };
  root = { ...root, actor: { ...root.actor, tenantId: root.tenantId } };
});
afterAll(() => database?.close());

const OF_RUN = [
  ...["assessments", "comments", "exports", "result_checks", "result_digests", "reviews", "run_documents"],
  ...["run_documents_left_out", "run_exceptions", "run_links", "run_requirements", "run_steps", "sign_offs"],
  ...["snapshots", "spans", "tasks", "version_forecasts"],
];

/** A tenant whose first run has reviews and a signature, with a later finished one of the same pack. */
async function seedTwo(): Promise<SeededTenant & { readonly newest: string }> {
  const seeded = await seedTenant(engine);
  const { ctx, run } = seeded;
  const reviewer = await makePerson(ctx, { role: "MEMBER" });
  await addReview(reviewer, run.id, { requirementId: "1.1", decision: "AGREED", openedChunkIds: [] });
  await signRun(await addPerson(ctx, "signer"), engine, run.id, { role: "PREPARED", statement: "Seen" });
  const { id: newest } = await engine.startRun(ctx);
  await engine.drain();
  return { ...seeded, newest };
}

function countRows(ctx: Context, runId: string): Promise<number> {
  return inTenant(ctx, async (tx) => {
    let count = 0;
    for (const table of OF_RUN)
      count += oneRow(
        await rowsOf<{ n: number }>(
          tx,
          sql`select count(*)::int as n from ${sql.identifier(table)} where tenant_id = ${ctx.tenantId} and run_id = ${runId}`,
        ),
      ).n;
    return count;
  });
}

async function applyAll(): Promise<void> {
  await enqueueRetention(database.db);
  await engine.drain();
}

const insertRemoved = (ctx: Context, runId: string) =>
  inTenant(ctx, (tx) => tx.insert(removedRuns).values({ tenantId: ctx.tenantId, runId }));
const runIds = async (ctx: Context) => (await listRuns(ctx, { limit: 50 })).items.map(({ id }) => id);

test("every table that refers to runs is among those whose rows go with one", async () => {
  const referring = await inSystem(database.db, (tx) =>
    rowsOf<{ name: string }>(
      tx,
      sql`select distinct conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid = 'runs'::regclass order by name`,
    ),
  );
  expect(referring.length).toBeGreaterThan(10);
  expect(referring.map(({ name }) => name).filter((name) => !TABLES_OF_RUNS.includes(name))).toEqual([]);
});

test("a run whose text was sent to a host goes, and what was sent stays said", async () => {
  const { ctx, run } = await seedTwo();
  const { tenantId } = ctx;
  await inTenant(ctx, (tx) =>
    tx.insert(egress).values({
      ...{ tenantId, day: "2026-01-01", runId: run.id, provider: "gemini" as const, host: "model.example" },
      ...{ purpose: "ASSESSMENT" as const, requests: 1, bytes: 10 },
    }),
  );
  await makeRunsOld(database, tenantId);
  expect(await inTenant(ctx, (tx) => removeOldRun(tx, tenantId))).toBe(1);
  const ofRun = and(eq(egress.tenantId, tenantId), eq(egress.runId, run.id));
  expect(await inTenant(ctx, (tx) => tx.select().from(egress).where(ofRun))).toHaveLength(1);
});

test("a temporary table opens no door", async () => {
  const { ctx, run } = await seedTwo();
  const deceive = (table: string) =>
    inSystem(database.db, async (tx) => {
      await tx.execute(
        sql`create temporary table ${sql.identifier(table)} (tenant_id uuid, run_id uuid, finished_at timestamptz) on commit drop`,
      );
      await tx.execute(sql`insert into pg_temp.${sql.identifier(table)} values (${ctx.tenantId}, ${run.id}, null)`);
      await tx.execute(sql`delete from reviews where tenant_id = ${ctx.tenantId} and run_id = ${run.id}`);
    });
  const before = await countRows(ctx, run.id);
  for (const table of ["removed_runs", "erasures"]) await deceive(table).catch(() => {});
  expect(await countRows(ctx, run.id)).toBe(before);
});

test("every function of the schema that reads a table looks in the schema first", async () => {
  const deceived = await inSystem(database.db, (tx) =>
    rowsOf<{ name: string }>(
      tx,
      sql`select fn.oid::regprocedure::text as name from pg_proc fn join pg_language on pg_language.oid = prolang
        where pronamespace = 'public'::regnamespace and lanname in ('sql', 'plpgsql')
          and prosrc ~* '\\m(from|update|insert)\\M' and not coalesce(proconfig::text like '%search_path=pg_catalog, public, pg_temp%', false)`,
    ),
  );
  expect(deceived).toEqual([]);
});

test("an old run goes as a whole, the newest of its pack stays, and all that checks is sound after it", async () => {
  const { ctx, run, newest } = await seedTwo();
  const other = await seedTwo();
  await makeRunsOld(database, ctx.tenantId);
  const before = await countRows(ctx, run.id);
  expect(before).toBeGreaterThan(10);
  const preview = await previewRetention(root, ctx.tenantId);
  expect(preview.kinds[2]).toMatchObject({ kind: "runs", count: 1, heldBack: 1 });
  expect(preview.kinds[2]!.bytes).toBeGreaterThan(0);
  await applyAll();

  expect(await runIds(ctx)).toEqual([newest]);
  await expect(getRun(ctx, run.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await countRows(ctx, run.id)).toBe(0);
  expect(await runIds(other.ctx)).toHaveLength(2);
  const { items } = await listAuditEntries(ctx, { limit: 10, action: "run.removed" });
  expect(items).toMatchObject([
    {
      runId: run.id,
      actor: "system",
      details: {
        runHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        snapshotHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    },
  ]);
  expect(items[0]!.details!.count).toBeGreaterThan(before);
  await checkResultsNow(database.db, engine);
  expect(engine.reports).toEqual([]);
  expect([await countDamagedRuns(database.db), await countDamagedTenants(database.db)]).toEqual([0, 0]);
  for (const kind of ["review", "sign_off", "comment"] as const)
    expect(await inTenant(ctx, (tx) => findMissing(tx, kind, { tenantId: ctx.tenantId }))).toEqual([]);
  expect(await verifyAudit(ctx, { keys: [engine.signer.publicKey] })).toMatchObject({ valid: true });
  // The next run judges and ends as ever.
  await engine.startRun(ctx);
  await engine.drain();
  expect(await runIds(ctx)).toHaveLength(2);
});

test("a run stays while a link is valid, a later run took over its answers, or another one is under way", async () => {
  const { ctx, run, newest } = await seedTwo();
  await makeRunsOld(database, ctx.tenantId);
  const admin = await makePerson(ctx, { role: "ADMIN" });
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { link } = await createLink(admin, run.id, { label: "Auditor", capabilities: ["READ"], expiresAt });
  const expectKept = async () => {
    expect(await inTenant(ctx, (tx) => removeOldRun(tx, ctx.tenantId))).toBe(0);
    await expect(insertRemoved(ctx, run.id)).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
    expect((await previewRetention(root, ctx.tenantId)).kinds[2]).toMatchObject({ count: 0 });
    expect(await runIds(ctx)).toContain(run.id);
  };
  await expectKept();
  await revokeLink(admin, run.id, link.id);
  const { id: third } = await engine.startRun(ctx, { reuse: true });
  await expectKept();
  await engine.drain();
  const reused = await inTenant(ctx, (tx) =>
    rowsOf<{ from: string }>(
      tx,
      sql`select distinct reused_from_run_id as from from assessments where tenant_id = ${ctx.tenantId} and run_id = ${third}`,
    ),
  );
  await applyAll();
  const needed = reused.map(({ from }) => from).filter((from) => from !== null);
  expect(needed).toHaveLength(1);
  expect((await runIds(ctx)).toSorted()).toEqual([third, ...needed].toSorted());
  expect([run.id, newest]).toContain(needed[0]);
});

test("a run stays while somebody has a task or a request in it to end", async () => {
  const { ctx, run } = await seedTwo();
  const { tenantId } = ctx;
  await makeRunsOld(database, tenantId);
  const admin = await makePerson(ctx, { role: "ADMIN" });
  const expectKept = async () => {
    expect(await inTenant(ctx, (tx) => removeOldRun(tx, tenantId))).toBe(0);
    await expect(insertRemoved(ctx, run.id)).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
    expect((await previewRetention(root, tenantId)).kinds[2]).toMatchObject({ count: 0, heldBack: 2 });
  };
  const { items } = await listTasks(ctx, { limit: 50, runId: run.id });
  const taskId = items[0]!.id;
  for (const change of [{ assigneeId: admin.actor.id }, { assigneeId: null, dueDate: "2040-01-01" }]) {
    await changeTask(admin, taskId, change);
    await expectKept();
  }
  await changeTask(admin, taskId, { dueDate: null });
  const { id } = await addComment(admin, run.id, { kind: "REQUEST", text: "The log, please", requirementId: "1.1" });
  await expectKept();
  await addComment(admin, run.id, { kind: "COMMENT", text: "Here it is", requirementId: "1.1", answersId: id });
  const other = await addComment(admin, run.id, { kind: "REQUEST", text: "The list, please" });
  await expectKept();
  await redactComment(admin, run.id, other.id);
  // Tasks that nobody has taken on go with it.
  expect(await inTenant(ctx, (tx) => removeOldRun(tx, tenantId))).toBe(1);
});

test("the database itself lets no run go in part, without an audit entry, too early, or under a hold", async () => {
  const { ctx, run, newest } = await seedTwo();
  const { tenantId } = ctx;
  const expectRefused = (attempt: Promise<unknown>) =>
    expect(attempt).rejects.toMatchObject({ code: "IMMUTABLE_RESOURCE" });
  const deleteAs = (role: typeof inSystem) => async (table: string, column: string) =>
    role(database.db, (tx) =>
      rowsOf(
        tx,
        sql`delete from ${sql.identifier(table)} where tenant_id = ${tenantId} and ${sql.identifier(column)} = ${run.id} returning 1`,
      ),
    );
  // No rule.
  await expectRefused(insertRemoved(ctx, run.id));
  await makeRunsOld(database, tenantId);
  const hold = await holdTenant(root, tenantId, { reason: "A lawsuit" });
  await expectRefused(insertRemoved(ctx, run.id));
  expect(await inTenant(ctx, (tx) => removeOldRun(tx, tenantId))).toBeUndefined();
  await endTenantHold(root, tenantId, hold.id, { reason: "It is settled" });
  await expectRefused(insertRemoved(ctx, run.id));
  await dateBackRetention(database, tenantId);
  await expectRefused(insertRemoved(ctx, newest));
  await expectRefused(insertRemoved(ctx, newId()));
  // Due, and nothing says that it was removed.
  const before = await countRows(ctx, run.id);
  for (const table of ["snapshots", "reviews", "assessments", "run_steps", "exports"])
    expect(await deleteAs(inSystem)(table, "run_id")).toEqual([]);
  expect(await deleteAs(inSystem)("runs", "id")).toEqual([]);
  expect(await deleteAs(inSystem)("audit_entries", "run_id")).toEqual([]);
  await expectRefused(insertRemoved(ctx, run.id));
  await expect(
    inSystem(database.db, (tx) => tx.insert(removedRuns).values({ tenantId, runId: run.id })),
  ).rejects.toThrow();
  expect(await countRows(ctx, run.id)).toBe(before);
  // A transaction that stops before its end removes nothing.
  const stopped = inTenant(ctx, async (tx) => {
    expect(await removeOldRun(tx, tenantId)).toBe(1);
    throw new Error("The process was ended");
  });
  await expect(stopped).rejects.toThrow("The process was ended");
  expect(await countRows(ctx, run.id)).toBe(before);
  const removed = await Promise.all([1, 2].map(() => inTenant(ctx, (tx) => removeOldRun(tx, tenantId))));
  expect(removed.toSorted()).toEqual([0, 1]);
  // Gone for ever, and the audit log with it not.
  expect(await deleteAs(inSystem)("audit_entries", "run_id")).toEqual([]);
  const { items } = await listAuditEntries(ctx, { limit: 50, runId: run.id });
  expect(items.length).toBeGreaterThan(3);
});

test("nothing of a tenant waits while no run of it is to go, and what needs a run is read by an index", async () => {
  const { ctx, run, newest } = await seedTwo();
  const { tenantId } = ctx;
  await makeRunsOld(database, tenantId);
  /** The transaction that last locked or changed its row. */
  const locker = () =>
    inSystem(database.db, (tx) =>
      rowsOf<{ by: string }>(tx, sql`select xmax::text as by from tenants where id = ${tenantId}`),
    );
  expect(await inTenant(ctx, (tx) => removeOldRun(tx, tenantId))).toBe(1);
  expect(await runIds(ctx)).toEqual([newest]);
  const before = await locker();
  expect(await inTenant(ctx, (tx) => removeOldRun(tx, tenantId))).toBe(0);
  expect(await locker()).toEqual(before);
  const plans = await inTenant(ctx, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const needed = sql`select from assessments where tenant_id = ${tenantId} and reused_from_run_id = ${run.id}`;
    const spans = sql`select ctid from spans where tenant_id = ${tenantId} and ended_at < now() order by ended_at limit 5`;
    const found: string[] = [];
    for (const query of [needed, spans])
      found.push(JSON.stringify(await rowsOf(tx, sql`explain (costs off) ${query}`)));
    return found;
  });
  expect(plans[0]).toContain("assessments_reused");
  expect(plans[1]).toContain("spans_of_tenant_ended_at");
});

test("reviews of a run that is gone without the rule are still found missing", async () => {
  const { ctx, run } = await seedTwo();
  const { tenantId } = ctx;
  const missing = () => inTenant(ctx, (tx) => findMissing(tx, "review", { tenantId, runId: run.id }));
  await withoutTriggers(database, "reviews", (tx) => tx.execute(sql`delete from reviews where run_id = ${run.id}`));
  expect(await missing()).toHaveLength(1);
  // Words alone hide nothing, neither while the run is there nor after it.
  const event = { action: "run.removed", objectType: "run", objectId: run.id, runId: run.id } as const;
  await inTenant(ctx, (tx) => recordAudit(tx, ctx, event));
  expect(await missing()).toHaveLength(1);
  await withoutTriggers(database, "runs", (tx) => tx.execute(sql`delete from runs where id = ${run.id}`));
  expect(await missing()).toHaveLength(1);
});
