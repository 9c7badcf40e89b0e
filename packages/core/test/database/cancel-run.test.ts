import { sha256Hex } from "@assay/core/digest";
import { runJob } from "@assay/core/jobs";
import { cancelRun, getRun, listAssessments, listRunSteps } from "@assay/core/runs";
import { type Context, inTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, listDue, type TestEngine } from "../support/test-engine.ts";

const SIZE = 4;
const REASON = "A canary that names the wrong policy";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
let rounds: number;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(makePack(Array.from({ length: SIZE }, (_, at) => `Backups are made daily ${at}`)));
  await engine.upload(ctx, "policy.txt", "Backups are made daily, and restored as a test.");
  await engine.drain();
  // PGlite serves one transaction at a time, so that more rounds there would show nothing more.
  rounds = database.driver !== "pglite" ? 6 : 1;
});
afterAll(() => database.close());

const auditOf = async (runId: string) =>
  inTenant(ctx, (tx) =>
    rowsOf<{ action: string; actor: string; details: Record<string, string> }>(
      tx,
      sql`select action, actor, details from audit_entries where run_id = ${runId} and object_type = 'run' order by sequence`,
    ),
  );
const openJobs = (runId: string) =>
  inTenant(ctx, (tx) =>
    rowsOf(tx, sql`select 1 from work_items where run_id = ${runId} and state in ('PENDING', 'RUNNING')`),
  );

test("a run that is cancelled keeps what was assessed, says who ended it and why, and leaves no work", async () => {
  const { id } = await engine.startRun(ctx);
  await engine.drain({ until: () => engine.assessor.asked.length === 2 });
  const run = await cancelRun(ctx, id, { reason: REASON });
  // Who acts in a tenant that is not their own is not named to it.
  const failureReason = `Cancelled by an administrator of the service: ${REASON}`;
  expect(run).toMatchObject({ status: "FAILED", snapshotStatus: "FAILED", assessedCount: 2, failureReason });
  expect((await listAssessments(ctx, id, {})).items).toHaveLength(2);
  expect(await openJobs(id)).toEqual([]);
  const step = (await listRunSteps(ctx, id)).find(({ status }) => status === "FAILED");
  expect(step).toMatchObject({ stepName: "ASSESSMENT", errorDetails: { errorType: "RUN_CANCELLED" } });
  const audit = await auditOf(id);
  expect(audit.map(({ action }) => action)).toEqual(["run.created", "run.started", "run.cancelled", "run.failed"]);
  expect(audit[2]).toMatchObject({ actor: "tester", details: { reasonHash: await sha256Hex(REASON) } });
  expect(JSON.stringify(audit)).not.toContain("canary");
  const spans = await inTenant(ctx, (tx) => rowsOf(tx, sql`select attributes from spans where run_id = ${id}`));
  expect(JSON.stringify(spans)).not.toContain("canary");
  expect(JSON.stringify(spans)).toContain("The run was cancelled");
  await expect(cancelRun(ctx, id, { reason: "Again" })).rejects.toMatchObject({ code: "INVALID_STATE" });
});

test("a run that has not begun can be cancelled, and another one may start at once", async () => {
  const { id } = await engine.startRun(ctx);
  expect(await cancelRun(ctx, id, { reason: REASON })).toMatchObject({ status: "FAILED", startedAt: null });
  const next = await engine.startRun(ctx);
  await engine.drain();
  expect(await getRun(ctx, next.id)).toMatchObject({ status: "COMPLETED" });
});

describe("a cancellation that meets", () => {
  /** Ends either way, and once: whatever came first. */
  async function expectOneEnd(runId: string, cancelled: PromiseSettledResult<unknown>): Promise<void> {
    await engine.drain();
    const { status, assessedCount } = await getRun(ctx, runId);
    expect(status).toBe(cancelled.status === "fulfilled" ? "FAILED" : "COMPLETED");
    if (cancelled.status === "rejected") expect(cancelled.reason).toMatchObject({ code: "INVALID_STATE" });
    const ends = (await auditOf(runId)).filter(({ action }) => /failed|completed/.test(action));
    expect(ends).toHaveLength(1);
    expect((await listAssessments(ctx, runId, {})).items).toHaveLength(assessedCount);
    expect(await openJobs(runId)).toEqual([]);
    expect(engine.reports).toEqual([]);
  }
  const settle = async (runId: string, work: () => Promise<unknown>) => {
    const [cancelled] = await Promise.allSettled([cancelRun(ctx, runId, { reason: REASON }), work()]);
    return cancelled;
  };

  test("the last verdicts", async () => {
    for (let round = 0; round < rounds; round++) {
      const { id } = await engine.startRun(ctx);
      await engine.drain({ until: (kind) => kind === "assessment" });
      const due = await listDue(database.db);
      const cancelled = await settle(id, () => Promise.all(due.map(({ jobId }) => runJob(engine.engine, jobId))));
      await expectOneEnd(id, cancelled);
    }
  });

  test("the end of the run", async () => {
    for (let round = 0; round < rounds; round++) {
      const { id } = await engine.startRun(ctx);
      const finishing = async () =>
        inTenant(ctx, (tx) =>
          rowsOf<{ id: string }>(
            tx,
            sql`select id from work_items where run_id = ${id} and stage = 'finish' and state = 'PENDING'`,
          ),
        );
      while ((await finishing()).length === 0) await engine.serveOne();
      const [job] = await finishing();
      await expectOneEnd(id, await settle(id, () => runJob(engine.engine, job!.id)));
    }
  });
});
