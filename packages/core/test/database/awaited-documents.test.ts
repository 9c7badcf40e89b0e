import type { RunDetails } from "@assay/contract";
import { deleteDocument, listDocuments, reprocessDocument } from "@assay/core/documents";
import { runJob } from "@assay/core/jobs";
import { sweep } from "@assay/core/maintenance";
import type { Failpoints } from "@assay/core/ports";
import { cancelRun, getRunState, listRunDocuments } from "@assay/core/runs";
import { type Context, inTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { type Bundle, mailWith } from "../support/plain-extractor.ts";
import { createTestEngine, ENGINE_SETTINGS, listDue, type TestEngine } from "../support/test-engine.ts";
import { untilBlocked } from "../support/until-blocked.ts";

const HOUR_MS = 3_600_000;
const TEXT = "Backups are taken daily by the operations team.";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(makePack(["Backups are taken daily"]));
});

const rows = <T>(query: SQL) => inTenant(ctx, (tx) => rowsOf<T>(tx, query));
const upload = (name: string, content: string | Bundle = `${TEXT} ${name}`) => engine.upload(ctx, name, content);
const start = (body = {}) => engine.startRun(ctx, { waitForDocuments: true, ...body });
const state = ({ id }: { id: string }) => getRunState(ctx, id);
const awaited = ({ waiting }: RunDetails) => waiting?.documents.map(({ originalFilename }) => originalFilename) ?? [];
const due = async (kind: string) =>
  (await listDue(database.db)).filter((job) => job.kind === kind && job.tenantId === ctx.tenantId);
const judged = async ({ id }: { id: string }) =>
  (await listRunDocuments(ctx, id, { limit: 200 })).items
    .flatMap((each) => ("damaged" in each ? [] : [each]))
    .map(({ originalFilename, reason }) => `${originalFilename} ${reason ?? "judged"}`)
    .sort();
/** Serves what is due of the documents until each has one stage left to go. */
async function readAlmost(): Promise<void> {
  for (;;) {
    const stages = await rows<{ stage: string }>(
      sql`select stage from work_items where kind = 'document' and state = 'PENDING' and stage <> 'finish'`,
    );
    if (stages.length === 0) return;
    for (const { jobId } of await due("document")) {
      const [job] = await rows<{ stage: string }>(sql`select stage from work_items where id = ${jobId}`);
      if (job!.stage !== "finish") await runJob(engine.engine, jobId);
    }
  }
}
const begun = () =>
  rows<{ n: number }>(sql`select count(*)::int as n from audit_entries where action = 'run.started'`).then(
    ([row]) => row!.n,
  );

describe("a run that is started while documents are being read", () => {
  test("says how many, and leaves them out where it was not told to wait", async () => {
    await upload("a.txt");
    await upload("b.txt");
    const run = await engine.startRun(ctx);
    expect(run.documentsPending).toBe(2);
    await engine.drain({ until: (kind) => kind === "document" });
    const ready = await engine.startRun(await engine.makeBoundTenant(makePack(["Another"])));
    expect(ready.documentsPending).toBe(0);
    await runJob(engine.engine, (await due("run"))[0]!.jobId);
    expect(await judged(run)).toEqual(["a.txt NOT_READY", "b.txt NOT_READY"]);
    await engine.drain();
    expect(await state(run)).toMatchObject({
      status: "COMPLETED",
      missingCount: 1,
      documentsPending: 2,
      waiting: null,
    });
  });

  test("is PENDING until they are READY or FAILED, shows them, and judges them", async () => {
    await upload("a.txt");
    await upload("blank.txt", " ");
    const run = await start();
    expect(run).toMatchObject({ status: "PENDING", documentsPending: 2 });
    expect(await due("run")).toEqual([]);
    const shown = await state(run);
    expect(shown.waiting).toMatchObject({ part: "documents", reason: "DOCUMENTS", documentCount: 2 });
    expect(awaited(shown)).toEqual(["a.txt", "blank.txt"]);
    expect(Date.parse(shown.waiting!.until) - Date.parse(run.createdAt)).toBe(HOUR_MS);
    await engine.drain();
    expect(await state(run)).toMatchObject({
      status: "COMPLETED",
      completeCount: 1,
      documentsPending: 2,
      waiting: null,
    });
    expect(await judged(run)).toEqual(["a.txt judged", "blank.txt NO_TEXT"]);
  });

  test("begins at once where nothing is being read", async () => {
    await upload("a.txt");
    await engine.drain();
    const run = await start();
    expect(run.documentsPending).toBe(0);
    await engine.drain();
    expect(await state(run)).toMatchObject({ status: "COMPLETED", completeCount: 1 });
  });

  test("is told of each document that has been read", async () => {
    await upload("a.txt");
    await upload("b.txt");
    const run = await start();
    await readAlmost();
    const seen = () => rows<{ revision: number }>(sql`select revision from runs`).then(([row]) => row!.revision);
    const before = await seen();
    await runJob(engine.engine, (await due("document"))[0]!.jobId);
    expect(await seen()).toBeGreaterThan(before);
    expect(awaited(await state(run))).toEqual(["b.txt"]);
  });

  test("begins after an hour with what is READY, and omits the rest", async () => {
    await upload("a.txt");
    const run = await start();
    await engine.drain({ until: () => engine.extractor.starts.length > 0 });
    await upload("later.txt");
    await rows(sql`update work_items set available_at = now() - interval '1 second' where run_id = ${run.id}`);
    const [first] = await due("run");
    await runJob(engine.engine, first!.jobId);
    expect(await state(run)).toMatchObject({ status: "IN_PROGRESS", waiting: null });
    expect(await judged(run)).toEqual(["a.txt NOT_READY", "later.txt NOT_READY"]);
    await engine.drain();
    expect(await state(run)).toMatchObject({ status: "COMPLETED", missingCount: 1 });
    expect(await begun()).toBe(1);
  });

  test("is not failed for standing still, however long one document takes", async () => {
    await upload("a.txt");
    const run = await start();
    await rows(sql`update runs set progressed_at = now() - interval '50 minutes'`);
    await sweep(database.db, {
      stalledAfterMs: 900_000,
      waitMaxMs: 24 * HOUR_MS,
      rehashEveryMs: 9e8,
      keepJobsMs: 9e8,
      keepSpansMs: 9e8,
      keepDeliveriesMs: 9e9,
      checkpointEveryMs: 9e8,
      quota: ENGINE_SETTINGS,
    });
    expect((await state(run)).status).toBe("PENDING");
  });

  test("can be cancelled, and the next one starts", async () => {
    await upload("a.txt");
    const run = await start();
    await expect(start()).rejects.toMatchObject({ code: "RUN_ALREADY_IN_PROGRESS", details: { runId: run.id } });
    await cancelRun(ctx, run.id, { reason: "Not now" });
    expect(await rows(sql`select 1 from awaited_documents`)).toEqual([]);
    const next = await start();
    await engine.drain();
    expect(await state(run)).toMatchObject({ status: "FAILED", waiting: null });
    expect(await state(next)).toMatchObject({ status: "COMPLETED", completeCount: 1 });
  });
});

describe("the last document that a run waits for", () => {
  test("begins it once, when several end at the same time and are delivered twice", async () => {
    for (const name of ["a.txt", "b.txt", "c.txt", "d.txt"]) await upload(name);
    const run = await start();
    await readAlmost();
    const deliveries = (await due("document")).flatMap(({ jobId }) => [jobId, jobId]);
    await Promise.all(deliveries.map((id) => runJob(engine.engine, id)));
    expect(await due("run")).toHaveLength(1);
    await engine.drain();
    expect(await state(run)).toMatchObject({ status: "COMPLETED", completeCount: 1 });
    expect(await judged(run)).toHaveLength(4);
    expect(await begun()).toBe(1);
  });

  test("begins it after a crash before its commit and after one before the queue is told", async () => {
    await upload("a.txt");
    const run = await start();
    await readAlmost();
    const [finish] = await due("document");
    for (const point of ["written", "committed"] as const) {
      const crash: Failpoints = {
        reach(at) {
          if (at === point) throw new Error("The process died");
        },
      };
      await runJob({ ...engine.engine, failpoints: crash }, finish!.jobId).catch(() => {});
      expect(await due("run")).toHaveLength(point === "written" ? 0 : 1);
    }
    await engine.drain();
    expect(await state(run)).toMatchObject({ status: "COMPLETED", completeCount: 1 });
    expect(await begun()).toBe(1);
  });

  test("may be deleted", async () => {
    const { id } = await upload("a.txt");
    const other = await upload("b.txt");
    const run = await start();
    await deleteDocument(ctx, id);
    expect(awaited(await state(run))).toEqual(["b.txt"]);
    expect(await due("run")).toEqual([]);
    await deleteDocument(ctx, other.id);
    expect(await due("run")).toHaveLength(1);
    await engine.drain();
    expect(await state(run)).toMatchObject({ status: "COMPLETED", missingCount: 1, documentsPending: 2 });
  });

  test("is not waited for again when somebody has it read again meanwhile", async () => {
    const { id } = await upload("blank.txt", " ");
    await upload("b.txt");
    const run = await start();
    for (let round = 0; round < 9 && (await engine.document(ctx, id)).status !== "FAILED"; round++)
      await runJob(engine.engine, (await due("document"))[0]!.jobId);
    await reprocessDocument(ctx, id);
    expect(awaited(await state(run))).toEqual(["b.txt"]);
    await engine.drain();
    expect(await state(run)).toMatchObject({ status: "COMPLETED", completeCount: 1 });
  });
});

describe("members that appear while a run waits", () => {
  test("take the place of their archive, at every level", async () => {
    await upload("bundle.zip", { "a.txt": `${TEXT} a`, "inner.zip": { "b.txt": `${TEXT} b` }, "c.exe": null });
    const run = await start();
    expect(run.documentsPending).toBe(1);
    expect(awaited(await state(run))).toEqual(["bundle.zip"]);
    await runJob(engine.engine, (await due("document"))[0]!.jobId);
    expect(awaited(await state(run)).sort()).toEqual(["a.txt", "b.txt"]);
    expect(await due("run")).toEqual([]);
    await engine.drain();
    expect(await state(run)).toMatchObject({ status: "COMPLETED", completeCount: 1 });
    expect(await judged(run)).toEqual(["a.txt judged", "b.txt judged", "bundle.zip ARCHIVE", "inner.zip ARCHIVE"]);
  });

  test("come in addition to their mail, which is read itself", async () => {
    await upload("note.eml", mailWith(TEXT, { "a.txt": `${TEXT} a` }));
    const run = await start();
    await runJob(engine.engine, (await due("document"))[0]!.jobId);
    expect(awaited(await state(run)).sort()).toEqual(["a.txt", "note.eml"]);
    await engine.drain();
    expect(await judged(run)).toEqual(["a.txt judged", "note.eml judged"]);
  });

  test("are none where the archive holds only what the tenant has", async () => {
    await upload("a.txt");
    await engine.drain();
    await upload("bundle.zip", { "a.txt": `${TEXT} a.txt` });
    const run = await start();
    await engine.drain();
    expect(await state(run)).toMatchObject({ status: "COMPLETED", completeCount: 1, documentsPending: 1 });
  });

  test("go with their archive when it is deleted", async () => {
    const { id } = await upload("bundle.zip", { "a.txt": `${TEXT} a`, "b.txt": `${TEXT} b` });
    const run = await start();
    await runJob(engine.engine, (await due("document"))[0]!.jobId);
    await deleteDocument(ctx, id);
    await engine.drain();
    expect((await listDocuments(ctx, { limit: 10 })).items).toEqual([]);
    expect(await state(run)).toMatchObject({ status: "COMPLETED", missingCount: 1 });
  });
});

test("a start sees the end of a reading whose transaction is still open", async ({ skip }) => {
  // PGlite serves one transaction at a time.
  if (database.driver === "pglite") skip();
  await upload("a.txt");
  await readAlmost();
  const [finish] = await due("document");
  const written = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const failpoints: Failpoints = {
    async reach(point) {
      if (point !== "written") return;
      written.resolve();
      await goOn.promise;
    },
  };
  const ending = runJob({ ...engine.engine, failpoints }, finish!.jobId);
  await written.promise;
  const starting = start();
  await untilBlocked(database);
  goOn.resolve();
  await ending;
  const run = await starting;
  expect(run.documentsPending).toBe(0);
  await engine.drain();
  expect(await state(run)).toMatchObject({ status: "COMPLETED", completeCount: 1 });
});
