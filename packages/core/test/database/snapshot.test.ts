import { canonicalJson, frozenTask } from "@assay/contract";
import { listAuditEntries } from "@assay/core/audit";
import { sha256Hex } from "@assay/core/digest";
import { deleteDocument } from "@assay/core/documents";
import { getRun, getSnapshot, listAssessments, listExports, listRunTasks, replayRun } from "@assay/core/runs";
import { changeTask } from "@assay/core/tasks";
import { type Context, databaseErrorCode, inSystem, inTenant } from "@assay/core/tenancy";
import { jobs } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SeededTenant, seedTenant } from "../support/seed-tenant.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
let engine: TestEngine;
let seeded: SeededTenant;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  seeded = await seedTenant(engine);
});
afterAll(() => database.close());

const parse = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));
const auditActions = async (ctx: Context, runId: string) =>
  (await listAuditEntries(ctx, { runId, limit: 200 })).items.map(({ action }) => action);

describe("a captured snapshot", () => {
  test("is canonical, and its hash is of its very bytes", async () => {
    const snapshot = await getSnapshot(seeded.ctx, seeded.run.id);
    expect(await sha256Hex(snapshot.bytes)).toBe(snapshot.snapshotHash);
    expect(new TextEncoder().encode(canonicalJson(parse(snapshot.bytes)))).toEqual(snapshot.bytes);
    expect(new TextEncoder().encode(canonicalJson(parse(snapshot.replayBytes)))).toEqual(snapshot.replayBytes);
    expect(await auditActions(seeded.ctx, seeded.run.id)).toContain("snapshot.captured");
  });

  test("holds the results, the pins, and a digest of all that is cited", async () => {
    const { ctx, run } = seeded;
    const snapshot = parse((await getSnapshot(ctx, run.id)).bytes);
    const { items: assessments } = await listAssessments(ctx, run.id, {});
    expect(assessments.map(({ status }) => status)).toEqual(["COMPLETE", "MISSING"]);
    expect(snapshot).toMatchObject({
      format: "assay-snapshot/7",
      run: {
        id: run.id,
        tenantId: ctx.tenantId,
        totalRequirements: 2,
        assessedCount: 2,
        completeCount: 1,
        missingCount: 1,
        notJudgedCount: 0,
      },
      configuration: { similarityThreshold: 0.2, confidenceThresholds: { complete: 0.75, partial: 0.4 } },
      assessments,
      tasks: (await listRunTasks(ctx, run.id, { limit: 50 })).items.map((task) => frozenTask.strip().parse(task)),
      exports: await listExports(ctx, run.id),
    });
    const cited = assessments[0]!.citations;
    expect(cited).toHaveLength(1);
    expect(snapshot.citationDigests[0]).toEqual({ requirementId: "1.1", sha256: [await sha256Hex(cited[0]!.text)] });
    expect(snapshot.documents).toMatchObject([{ id: seeded.documentId, originalFilename: "policy.txt" }]);
    expect(snapshot.chunks).toMatchObject([{ id: cited[0]!.chunkId, documentId: seeded.documentId, startOffset: 0 }]);
  });

  test("is replayed byte by byte, whatever changes afterwards", async () => {
    const { ctx, documentId, run } = await seedTenant(engine);
    const before = await replayRun(ctx, run.id);
    const snapshot = await getSnapshot(ctx, run.id);
    expect(parse(before.bytes)).toEqual({
      source: "snapshot",
      data: {
        assessments: parse(snapshot.bytes).assessments,
        tasks: parse(snapshot.bytes).tasks,
        exports: parse(snapshot.bytes).exports,
      },
    });
    const [task] = (await listRunTasks(ctx, run.id, { limit: 50 })).items;
    await changeTask(ctx, task!.id, { status: "COMPLETED" });
    await deleteDocument(ctx, documentId);
    await engine.drain();
    const after = await replayRun(ctx, run.id);
    expect(after).toEqual(before);
    expect(after.snapshotHash).toBe(snapshot.snapshotHash);
    expect(parse(after.bytes).data.tasks[0].status).toBe("PENDING");
  });
});

const failureOf = async (ctx: Context, runId: string) =>
  (await listAuditEntries(ctx, { runId, action: "snapshot.failed", limit: 1 })).items[0]?.details;

/** Lets the next `times` captures fail with an error of the database, each once. */
async function failCaptures<T>(code: string, times: number, act: () => Promise<T>): Promise<T> {
  const failing = [
    `create sequence failed_captures`,
    `create function fail_capture() returns trigger language plpgsql security definer as $$ begin
       if nextval('failed_captures') <= ${times} then raise exception 'not now' using errcode = '${code}'; end if;
       return new; end $$`,
    `create trigger failing before insert on snapshots for each row execute function fail_capture()`,
  ];
  const whole = ["drop trigger failing on snapshots", "drop function fail_capture", "drop sequence failed_captures"];
  const send = (statements: string[]) =>
    withOwner(database, async ({ db }) => {
      for (const statement of statements) await db.execute(sql.raw(statement));
    });
  await send(failing);
  try {
    return await act();
  } finally {
    await send(whole);
  }
}

/** Works until nothing waits, also what waits for its time. */
async function drainAll(): Promise<void> {
  for (;;) {
    await engine.drain();
    const [waiting] = await inSystem(database.db, (tx) =>
      tx
        .update(jobs)
        .set({ availableAt: sql`now() - interval '1 second'` })
        .where(and(eq(jobs.state, "PENDING"), eq(jobs.stage, "finish")))
        .returning(),
    );
    if (!waiting) return;
  }
}

describe("a capture that fails for a reason that may pass", () => {
  test.each([
    ["a deadlock", "40P01", 1],
    ["a serialization failure", "40001", 1],
    ["a deadlock in each try of an attempt", "40P01", 6],
    ["a server that ends the session", "57P01", 1],
    ["a lost connection", "08006", 2],
  ])("is tried again: %s", async (_, code, times) => {
    const { ctx, run } = await failCaptures(code, times, async () => {
      const seeded = await seedTenant(engine);
      await drainAll();
      return seeded;
    });
    expect(await getRun(ctx, run.id)).toMatchObject({ status: "COMPLETED", snapshotStatus: "CAPTURED" });
    const actions = await auditActions(ctx, run.id);
    expect(actions.filter((action) => action === "run.completed")).toHaveLength(1);
    expect(actions).not.toContain("snapshot.failed");
    expect((await replayRun(ctx, run.id)).snapshotHash).toBe((await getSnapshot(ctx, run.id)).snapshotHash);
  });
});

describe("a capture that fails", () => {
  test("leaves the run COMPLETED without a snapshot, and says so in the audit log", async () => {
    await withOwner(database, async ({ db }) => {
      await db.execute(sql`alter table snapshots add constraint no_more_snapshots check (false) not valid`);
    });
    try {
      const { ctx, run } = await seedTenant(engine);
      expect(await getRun(ctx, run.id)).toMatchObject({
        status: "COMPLETED",
        snapshotStatus: "FAILED",
        assessedCount: 2,
        failureReason: null,
      });
      const actions = await auditActions(ctx, run.id);
      expect(actions).toEqual(expect.arrayContaining(["run.completed", "snapshot.failed"]));
      expect(actions).not.toContain("snapshot.captured");
      expect(await failureOf(ctx, run.id)).toEqual({ errorCode: "23514" });
      const reported = engine.reports.at(-1)!;
      expect(reported).toMatchObject({ stage: "finish", final: true });
      expect(databaseErrorCode(reported.error)).toBe("23514");
      await expect(getSnapshot(ctx, run.id)).rejects.toMatchObject({ code: "INVALID_STATE" });
      await expect(replayRun(ctx, run.id)).rejects.toMatchObject({ code: "REPLAY_UNAVAILABLE" });
    } finally {
      await withOwner(database, async ({ db }) => {
        await db.execute(sql`alter table snapshots drop constraint no_more_snapshots`);
      });
    }
    const { ctx, run } = await seedTenant(engine);
    expect(await getRun(ctx, run.id)).toMatchObject({ snapshotStatus: "CAPTURED" });
  });

  test("with its process each time leaves the run COMPLETED too", async () => {
    const { ctx } = await seedTenant(engine);
    const { id } = await engine.startRun(ctx);
    const finish = and(eq(jobs.tenantId, ctx.tenantId), eq(jobs.runId, id), eq(jobs.stage, "finish"));
    const crash = () =>
      inTenant(ctx, (tx) => tx.update(jobs).set({ crashes: 20 }).where(finish).returning({ id: jobs.id }));
    while ((await crash()).length === 0) await engine.serveOne();
    await engine.drain();
    expect(await getRun(ctx, id)).toMatchObject({
      status: "COMPLETED",
      snapshotStatus: "FAILED",
      assessedCount: 2,
      failureReason: null,
    });
    expect(await auditActions(ctx, id)).toEqual(expect.arrayContaining(["run.completed", "snapshot.failed"]));
    expect(await failureOf(ctx, id)).toEqual({ errorCode: "INVALID_STATE" });
  });
});
