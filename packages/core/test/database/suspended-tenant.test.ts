import { getDeployment } from "@assay/core/deployment";
import { claimDueJobs, claimJob, createOutbox, enqueue, runJob } from "@assay/core/jobs";
import { failStalledRuns } from "@assay/core/runs";
import { createTenant, findTenant, operatorOf, resumeTenant, suspendTenant } from "@assay/core/tenancy";
import { auditEntries, jobs, newId, runs } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { selectDeploymentState } from "../../src/notices/read-deployment-state.ts";
import { countVectors, enqueueReembedding } from "../../src/retrieval-versions/vector-coverage.ts";
import { inSystem, inTenant } from "../../src/tenancy/transact.ts";
import { seedTenant } from "../support/seed-tenant.ts";
import { createTestEngine, ofEachKind } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database?.close());

const TIMES = { quota: { documentsMax: 1000, bytesMax: 1e9 }, quietAfterMs: 60_000 };
const LEASE = { leaseMs: 60_000 };
const suspend = (tenantId: string) => suspendTenant(database.db, { tenantId, reason: "An open invoice" });
const newTenant = async (name: string) => (await createTenant(database.db, { name: `${name} ${newId()}` })).id;

async function add(tenantId: string) {
  const job = { tenantId, kind: "file" as const, subjectId: newId(), stage: "probe" };
  const [ref] = await inTenant({ db: database.db, tenantId }, (tx) => enqueue(tx, [job]));
  return ref!;
}

const slots = (free: number) => ({
  ...ofEachKind({ free: 0, perTenantMax: 1 }),
  file: { free, perTenantMax: 3 },
});
const claim = async (free: number) => (await claimDueJobs(database.db, slots(free), LEASE)).claimed;

test("jobs of a suspended tenant wait, however they are asked for, and are done once it is resumed", async () => {
  const tenantId = await newTenant("Suspended");
  const due = await add(tenantId);
  const late = await add(tenantId);
  const suspect = await add(tenantId);
  await inSystem(database.db, async (tx) => {
    await tx.update(jobs).set({ delayed: true }).where(eq(jobs.id, late.jobId));
    await tx.update(jobs).set({ losses: 2 }).where(eq(jobs.id, suspect.jobId));
  });
  expect(await suspend(tenantId)).toBe(true);
  expect(await suspend(tenantId)).toBe(false);
  expect(await claim(8)).toEqual([]);
  for (const { jobId } of [due, late, suspect]) expect(await claimJob(database.db, jobId, LEASE)).toBeUndefined();
  const overdue = { limit: 10, overdueAfterMs: 0, parallelPerTenant: 6 };
  const listed = async () =>
    (await createOutbox(database.db).listOverdue(overdue)).filter((ref) => ref.tenantId === tenantId);
  expect(await listed()).toEqual([]);
  await createOutbox(database.db).markPublished([due, late]);
  expect(await listed()).toEqual([]);

  expect(await resumeTenant(database.db, tenantId)).toBe(true);
  expect(await resumeTenant(database.db, tenantId)).toBe(false);
  const ids = (await claim(8)).map(({ id }) => id);
  expect(new Set(ids)).toEqual(new Set([due, late, suspect].map(({ jobId }) => jobId)));
});

test("suspended tenants with jobs take no other tenant's turn", async () => {
  const suspended = await Promise.all(Array.from({ length: 5 }, () => newTenant("Waits")));
  for (const id of suspended) await add(id);
  for (const id of suspended) await suspend(id);
  const active = await newTenant("Active");
  const ref = await add(active);
  expect((await claim(1)).map(({ id }) => id)).toEqual([ref.jobId]);
});

test("its documents keep no engine version waiting for their vectors, which are called for all the same", async () => {
  const engine = await createTestEngine(database.db);
  const { ctx } = await seedTenant(engine);
  const keys = { id: newId(), embedderModel: "embedder-to-come", lexicalWeight: null, lexicon: 2 };
  const counted = () => inSystem(database.db, (tx) => countVectors(tx, keys));
  expect((await counted()).total).toBeGreaterThan(0);
  await suspend(ctx.tenantId);
  expect(await counted()).toEqual({ ready: 0, total: 0 });
  const jobsOf = await inSystem(database.db, (tx) => enqueueReembedding(tx, keys));
  expect(jobsOf.map(({ tenantId }) => tenantId)).toEqual([ctx.tenantId]);
  await resumeTenant(database.db, ctx.tenantId);
  expect((await counted()).total).toBeGreaterThan(0);
});

test("its jobs are no trouble, and no other tenant's forecast gives way to them", async () => {
  const engine = await createTestEngine(database.db);
  const { ctx } = await seedTenant(engine);
  const { tenantId } = await engine.makeTenant();
  const [due] = await inTenant({ db: database.db, tenantId }, (tx) =>
    enqueue(tx, [{ tenantId, kind: "document", subjectId: newId(), stage: "extract" }]),
  );
  await withOwner(database, ({ db }) =>
    db.execute(sql`update work_items set available_at = now() - interval '9 days' where id = ${due!.jobId}`),
  );
  const [forecast] = await inTenant(ctx, (tx) =>
    enqueue(tx, [{ tenantId: ctx.tenantId, kind: "file", subjectId: ctx.tenantId, stage: "forecast" }]),
  );
  const look = async () => {
    const { jobs: found } = await inSystem(database.db, selectDeploymentState);
    const { tenants: states } = await getDeployment(operatorOf(database.db, ctx.tenantId), { limit: 200 }, TIMES);
    return {
      isDue: found.some(({ kind, state }) => kind === "document" && state === "due"),
      isTrouble: states.find(({ tenant }) => tenant.id === tenantId)!.troubles.includes("JOBS_WAITING"),
    };
  };
  expect(await look()).toEqual({ isDue: true, isTrouble: true });
  await suspend(tenantId);
  expect(await look()).toEqual({ isDue: false, isTrouble: false });
  await runJob(engine.engine, forecast!.jobId);
  const [done] = await inTenant(ctx, (tx) =>
    tx
      .select()
      .from(jobs)
      .where(and(eq(jobs.tenantId, ctx.tenantId), eq(jobs.id, forecast!.jobId))),
  );
  expect(done?.state).toBe("DONE");
});

test("no run fails by the time in which its tenant was suspended", async () => {
  const engine = await createTestEngine(database.db);
  const { ctx } = await seedTenant(engine);
  const { tenantId } = ctx;
  const { id } = await engine.startRun(ctx);
  const limits = { stalledAfterMs: 3_600_000, waitMaxMs: 7_200_000 };
  const fail = async () => {
    await failStalledRuns(database.db, limits);
    const [run] = await inTenant(ctx, (tx) =>
      tx
        .select()
        .from(runs)
        .where(and(eq(runs.tenantId, tenantId), eq(runs.id, id))),
    );
    return run!.status;
  };
  await suspend(tenantId);
  await inTenant(ctx, (tx) =>
    tx
      .update(runs)
      .set({ progressedAt: sql`now() - interval '9 days'` })
      .where(and(eq(runs.tenantId, tenantId), eq(runs.id, id))),
  );
  expect(await fail()).toBe("PENDING");
  await resumeTenant(database.db, tenantId);
  expect(await fail()).toBe("PENDING");
  const past = sql`now() - interval '2 hours'`;
  await withOwner(database, ({ db }) =>
    db.execute(sql`update tenants set resumed_at = ${past} where id = ${tenantId}`),
  );
  expect(await fail()).toBe("FAILED");
});

test("both are in the tenant's audit log, the reason as its digest, and nothing is where nothing was changed", async () => {
  const tenantId = await newTenant("Audited");
  expect((await findTenant(database.db, tenantId)).id).toBe(tenantId);
  await suspend(tenantId);
  await suspend(tenantId);
  await resumeTenant(database.db, tenantId);
  const entries = await inTenant({ db: database.db, tenantId }, (tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.tenantId, tenantId)).orderBy(auditEntries.sequence),
  );
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ["tenant.deactivated", "system"],
    ["tenant.activated", "system"],
  ]);
  expect(entries[0]!.details).toMatchObject({ reasonHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  await expect(findTenant(database.db, "Nobody of this name")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("what follows a job that was claimed before waits too", async () => {
  const engine = await createTestEngine(database.db, { settings: { goOnMs: 60_000 } });
  const { ctx } = await seedTenant(engine);
  const { id } = await engine.upload(ctx, "keys.txt", "Keys are rotated every ninety days.");
  const stages = () =>
    inTenant(ctx, (tx) =>
      tx
        .select({ id: jobs.id, stage: jobs.stage, state: jobs.state })
        .from(jobs)
        .where(and(eq(jobs.tenantId, ctx.tenantId), eq(jobs.subjectId, id), eq(jobs.kind, "document"))),
    );
  const [first] = (await stages()).filter(({ state }) => state === "PENDING");
  const failpoints = { reach: async (point: string) => void (point === "worked" && (await suspend(ctx.tenantId))) };
  await runJob({ ...engine.engine, failpoints }, first!.id);
  const after = await stages();
  expect(after.filter(({ state }) => state === "DONE").map(({ stage }) => stage)).toEqual([first!.stage]);
  expect(after.filter(({ state }) => state === "RUNNING")).toEqual([]);
});
