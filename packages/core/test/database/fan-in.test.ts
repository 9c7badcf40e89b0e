import { deleteDocument, listDocuments } from "@assay/core/documents";
import { runJob } from "@assay/core/jobs";
import { getRun } from "@assay/core/runs";
import { type Context, inSystem, inTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, listDue, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
let rounds: number;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  // PGlite serves one transaction at a time, so that more rounds there would show nothing more.
  rounds = database.driver !== "pglite" ? 5 : 1;
});
afterAll(() => database.close());

const rows = <T>(ctx: Context, query: SQL) => inTenant(ctx, (tx) => rowsOf<T>(tx, query));
const auditOf = async (ctx: Context, action: string) =>
  (await rows<{ id: string }>(ctx, sql`select object_id as id from audit_entries where action = ${action}`)).map(
    ({ id }) => id,
  );

/** Serves jobs of a kind at the same time. */
async function serveTogether(kind: string, copies = 1): Promise<number> {
  const due = (await listDue(database.db)).filter((job) => job.kind === kind);
  const dispatches = due.flatMap(({ jobId }) => Array.from({ length: copies }, () => jobId));
  await Promise.all(dispatches.map((id) => runJob(engine.engine, id)));
  return due.length;
}

describe("the last of many assessments that finish at the same time", () => {
  test("ends the step exactly once, whatever is delivered twice", async () => {
    const ctx = await engine.makeBoundTenant(
      makePack(Array.from({ length: 20 }, (_, at) => `Backups are taken every day ${at}`)),
    );
    await engine.upload(ctx, "policy.txt", "Backups are taken every day by the operations team.");
    await engine.drain();
    for (let round = 1; round <= rounds; round++) {
      const { id } = await engine.startRun(ctx);
      await engine.drain({ until: (kind) => kind === "assessment" });
      expect(await serveTogether("assessment", round <= 3 ? 2 : 1)).toBe(20);
      const steps = await rows<{ stage: string; n: number }>(
        ctx,
        sql`select stage, count(*)::int as n from work_items where run_id = ${id} group by stage order by stage`,
      );
      expect(steps).toContainEqual({ stage: "TASK_GENERATION", n: 1 });
      expect(steps).toContainEqual({ stage: "ASSESSMENT", n: 20 });
      expect(await getRun(ctx, id)).toMatchObject({ assessedCount: 20, completeCount: 20, status: "IN_PROGRESS" });
      await engine.drain();
      expect(await getRun(ctx, id)).toMatchObject({ status: "COMPLETED", snapshotStatus: "CAPTURED" });
      expect(engine.assessor.asked).toHaveLength(20 * round);
    }
    const ended = (await auditOf(ctx, "run_step.completed")).filter((step) => step === "ASSESSMENT");
    expect(ended).toHaveLength(rounds);
    expect(engine.reports).toEqual([]);
  });

  test("leaves one FAILED run and no open work when several fail at the same time", async () => {
    const ctx = await engine.makeBoundTenant(
      makePack(["Backups are taken daily", "Backups are taken weekly", "Backups are taken"]),
    );
    await engine.upload(ctx, "policy.txt", "Backups are taken.");
    await engine.drain();
    const { id } = await engine.startRun(ctx);
    await engine.drain({ until: (kind) => kind === "assessment" });
    engine.assessor.beforeAnswer = () => Promise.reject(new TypeError("A canary that nobody may read"));
    for (let attempt = 1; attempt <= 3; attempt++) await serveTogether("assessment");
    engine.assessor.beforeAnswer = async () => {};
    const run = await getRun(ctx, id);
    expect(run).toMatchObject({ status: "FAILED", snapshotStatus: "FAILED", assessedCount: 3 });
    expect(run.failureReason).toBe("3 of 3 requirements could not be assessed");
    expect(await auditOf(ctx, "run.failed")).toEqual([id]);
    await engine.drain();
    expect(
      await rows(ctx, sql`select 1 from work_items where run_id = ${id} and state in ('PENDING', 'RUNNING')`),
    ).toEqual([]);
    expect((await engine.startRun(ctx)).status).toBe("PENDING");
    await engine.drain();
    engine.reports.length = 0;
  });
});

describe("members of an archive that are deleted while they finish", () => {
  const bundle = (name: string) =>
    Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`${at}.txt`, `Member ${at} of ${name}`]));

  async function uploadUntilFinish(ctx: Context, name: string): Promise<{ archiveId: string; members: string[] }> {
    const { id: archiveId } = await engine.upload(ctx, "bundle.zip", bundle(name));
    const stages = async () =>
      (
        await rows<{ stage: string }>(
          ctx,
          sql`select distinct stage from work_items where state = 'PENDING' and kind = 'document'`,
        )
      ).map(({ stage }) => stage);
    while (String(await stages()) !== "finish") await serveTogether("document");
    const { items } = await listDocuments(ctx, { parentDocumentId: archiveId, limit: 50 });
    return { archiveId, members: items.map(({ id }) => id) };
  }

  test("are counted once: the archive is READY when the others are, and not before", async () => {
    for (let round = 0; round < Math.ceil(rounds / 2); round++) {
      const ctx = await engine.makeTenant();
      const { archiveId, members } = await uploadUntilFinish(ctx, `counted ${round}`);
      const removed = members.slice(0, 3);
      await Promise.all([serveTogether("document"), ...removed.map((id) => deleteDocument(ctx, id))]);
      await engine.drain();
      const [archive] = await rows(
        ctx,
        sql`select status, members_pending as pending from documents where id = ${archiveId}`,
      );
      expect(archive).toEqual({ status: "READY", pending: 0 });
      const { items } = await listDocuments(ctx, { parentDocumentId: archiveId, limit: 50 });
      expect(items.map(({ status }) => status)).toEqual(Array(5).fill("READY"));
      expect((await auditOf(ctx, "document.ready")).filter((id) => id === archiveId)).toHaveLength(1);
      await expectNothingAfterDeletion(ctx);
    }
    expect(engine.reports).toEqual([]);
  });

  test("go with the archive, their files too", async () => {
    for (let round = 0; round < Math.ceil(rounds / 2); round++) {
      const ctx = await engine.makeTenant();
      const { archiveId } = await uploadUntilFinish(ctx, `gone ${round}`);
      await Promise.all([serveTogether("document"), deleteDocument(ctx, archiveId)]);
      await engine.drain();
      expect((await listDocuments(ctx, { limit: 50 })).items).toEqual([]);
      expect(engine.files.keys().filter((key) => key.startsWith(ctx.tenantId))).toEqual([]);
      await expectNothingAfterDeletion(ctx);
    }
  });

  test("are found by a deletion of the archive that comes while they are being registered", async () => {
    for (let round = 0; round < Math.ceil(rounds / 2); round++) {
      const ctx = await engine.makeTenant();
      const { id } = await engine.upload(ctx, "bundle.zip", bundle(`registered ${round}`));
      await Promise.all([serveTogether("document"), deleteDocument(ctx, id)]);
      await engine.drain();
      expect((await listDocuments(ctx, { limit: 50 })).items).toEqual([]);
      // Files stored for members that were never registered are reclaimed by work that is not due yet.
      await inSystem(database.db, (tx) =>
        tx.execute(sql`update work_items set available_at = now() - interval '1 second' where state = 'PENDING'`),
      );
      await engine.drain();
      expect(engine.files.keys().filter((key) => key.startsWith(ctx.tenantId))).toEqual([]);
      await expectNothingAfterDeletion(ctx);
    }
  });

  async function expectNothingAfterDeletion(ctx: Context): Promise<void> {
    const late = await rows(
      ctx,
      sql`select later.action, later.object_id from audit_entries gone join audit_entries later
          on later.object_id = gone.object_id and later.sequence > gone.sequence where gone.action = 'document.deleted'`,
    );
    expect(late).toEqual([]);
    const uploaded = await auditOf(ctx, "document.uploaded");
    const deleted = await auditOf(ctx, "document.deleted");
    const left = (await listDocuments(ctx, { limit: 50 })).items.map(({ id }) => id);
    expect([...deleted, ...left].sort()).toEqual(uploaded.sort());
  }
});
