import { fileKey } from "@assay/core/documents";
import { getSnapshot, listAssessments, listRunSteps } from "@assay/core/runs";
import { type Context, inTenant } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { PAGE_BREAK } from "../support/plain-extractor.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";
import { withOwner } from "../support/with-owner.ts";

let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
/** Their passages come before those of `soundId` at the first requirement; at the second there are no others. */
let spoiltId: string;
let soundId: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(makePack(["Backups are taken daily", "Visitors wear badges"]));
  spoiltId = (await engine.upload(ctx, "spoilt.txt", `Backups are taken daily.${PAGE_BREAK}Visitors wear badges.`)).id;
  soundId = (await engine.upload(ctx, "sound.txt", "Backups are taken daily by the team of the night.")).id;
  await engine.drain();
});

const asTenant = <T>(query: SQL) => inTenant(ctx, (tx) => rowsOf<T>(tx, query));
const asOwner = (query: SQL) => withOwner(database, ({ db }) => db.execute(query));
const keyOf = (documentId: string) => fileKey({ tenantId: ctx.tenantId, documentId });

async function runTo(stage: string, runId?: string, of = ctx): Promise<string> {
  const id = runId ?? (await engine.startRun(of)).id;
  for (;;) {
    const open = await inTenant(of, (tx) =>
      rowsOf<{ stage: string }>(tx, sql`select stage from work_items where run_id = ${id} and state = 'PENDING'`),
    );
    if (open.some((item) => item.stage === stage)) return id;
    await engine.serveOne();
  }
}

const passagesOf = (runId: string) =>
  asTenant<{ documentId: string; position: number; reason: string | null }>(
    sql`select r.document_id as "documentId", rr.position, r.excluded_reason as reason
        from retrievals r join run_requirements rr on rr.id = r.run_requirement_id
        where rr.run_id = ${runId} order by rr.position, r.rank`,
  );

interface Case {
  readonly reason: string;
  /** Done between RETRIEVAL and VERIFICATION. */
  readonly spoil: () => Promise<unknown>;
  /** Done after VERIFICATION, so that nothing but its exclusion keeps the passages from the assessor. */
  readonly mend?: () => Promise<unknown>;
  /** The whole document is no evidence any more. */
  readonly failsDocument?: boolean;
}

const setStatus = (status: string) =>
  asTenant(sql`update documents set status = ${status} where id = ${spoiltId} returning id`);
const setReady = () => setStatus("READY");
const addToSegments = (text: string) =>
  asOwner(sql`update segments set text = ${text} || text where document_id = ${spoiltId}`);

const CASES: Record<string, Case> = {
  "a document that was deleted": {
    reason: "DELETED",
    spoil: () => asTenant(sql`delete from documents where id = ${spoiltId} returning id`),
  },
  "a chunk that is gone": {
    reason: "DELETED",
    spoil: () => asTenant(sql`delete from chunks where document_id = ${spoiltId} returning id`),
  },
  "a stored file that is gone": {
    reason: "OBJECT_MISSING",
    spoil: async () => engine.files.lose(keyOf(spoiltId)),
    mend: setReady,
    failsDocument: true,
  },
  "a stored file of another size": {
    reason: "HASH_MISMATCH",
    spoil: () => engine.files.put(keyOf(spoiltId), new Blob(["x".repeat(47)]).stream(), { limitBytes: 100 }),
    mend: setReady,
    failsDocument: true,
  },
  "a stored file of another checksum": {
    reason: "HASH_MISMATCH",
    spoil: () => engine.files.put(keyOf(spoiltId), new Blob(["x".repeat(46)]).stream(), { limitBytes: 100 }),
    mend: setReady,
    failsDocument: true,
  },
  "a document that is read again": {
    reason: "NOT_READY",
    spoil: () => setStatus("UPLOADED"),
    mend: setReady,
  },
  "a document that has failed": { reason: "NOT_READY", spoil: () => setStatus("FAILED"), mend: setReady },
  "a chunk whose text is not that of its document": {
    reason: "TEXT_MISMATCH",
    spoil: () => asOwner(sql`update chunks set content = upper(content) where document_id = ${spoiltId}`),
    mend: () => asOwner(sql`update chunks set content = initcap(content) where document_id = ${spoiltId}`),
  },
  "a chunk that does not stand at its offset": {
    reason: "TEXT_MISMATCH",
    spoil: () => addToSegments("Now "),
  },
  "a chunk whose segment is gone": {
    reason: "TEXT_MISMATCH",
    spoil: () => asTenant(sql`delete from segments where document_id = ${spoiltId} returning document_id`),
  },
};

describe("VERIFICATION omits, with its reason,", () => {
  test.each(Object.entries(CASES))("%s", async (_, { reason, spoil, mend, failsDocument }) => {
    const runId = await runTo("VERIFICATION");
    expect(await passagesOf(runId)).toMatchObject([
      { documentId: spoiltId, position: 0 },
      { documentId: soundId, position: 0 },
      { documentId: spoiltId, position: 1 },
    ]);
    await spoil();
    await runTo("ASSESSMENT", runId);
    expect(await passagesOf(runId)).toEqual([
      { documentId: spoiltId, position: 0, reason },
      { documentId: soundId, position: 0, reason: null },
      { documentId: spoiltId, position: 1, reason },
    ]);
    const step = (await listRunSteps(ctx, runId)).find(({ stepName }) => stepName === "VERIFICATION");
    expect(step!.outputRefs).toMatchObject({
      passageCount: 3,
      excludedPassageCount: 2,
      excludedDocumentIds: failsDocument ? [spoiltId] : [],
    });
    if (failsDocument)
      expect(await engine.document(ctx, spoiltId)).toMatchObject({ status: "FAILED", failure: { code: reason } });

    await mend?.();
    await engine.drain();
    expect(engine.assessor.asked).toEqual(["1.1"]);
    const { items } = await listAssessments(ctx, runId, {});
    expect(items.map(({ status, citations }) => [status, citations.map(({ documentId }) => documentId)])).toEqual([
      ["COMPLETE", [soundId]],
      ["MISSING", []],
    ]);
  });

  test("nothing where all is as it was", async () => {
    const runId = await runTo("ASSESSMENT");
    expect((await passagesOf(runId)).map(({ reason }) => reason)).toEqual([null, null, null]);
    await engine.drain();
    expect(engine.assessor.asked).toEqual(["1.1", "1.2"]);
  });
});

/** On PGlite, whose one connection is the owner's too; a server reads as it likes. */
async function readAsRowsLie(indexes: "on" | "off"): Promise<void> {
  for (const kind of ["indexscan", "indexonlyscan", "bitmapscan"])
    await asOwner(sql.raw(`set enable_${kind} = ${indexes}`));
}

test("a snapshot lists documents and chunks by their ids, whatever the order of citations and rows", async () => {
  const titles = ["Alarms ring", "Badges shine", "Cameras record", "Doors close"];
  const own = await engine.makeBoundTenant(makePack(titles));
  // The first requirements cite what was stored last.
  for (const title of titles.toReversed()) await engine.upload(own, `${title}.txt`, `${title} at night.`);
  await engine.drain();
  const { id } = await engine.startRun(own);
  await runTo("finish", id, own);
  // The first of each is now the last that is read, where rows are read as they lie.
  await asOwner(sql`update chunks set token_count = token_count + 1
    where id = (select min(id::text)::uuid from chunks where tenant_id = ${own.tenantId})`);
  await asOwner(sql`update run_documents set excluded_reason = excluded_reason
    where run_id = ${id} and document_id = (select min(document_id::text)::uuid from run_documents where run_id = ${id})`);
  await readAsRowsLie("off");
  await engine.drain();
  await readAsRowsLie("on");
  const { items } = await listAssessments(own, id, {});
  const cited = items.flatMap(({ citations }) => citations.map(({ chunkId }) => chunkId));
  expect(cited).toHaveLength(4);
  expect(cited).not.toEqual(cited.toSorted());
  const snapshot = JSON.parse(new TextDecoder().decode((await getSnapshot(own, id)).bytes));
  const idsOf = (rows: { id: string }[]) => rows.map((row) => row.id);
  expect(idsOf(snapshot.chunks)).toEqual(cited.toSorted());
  expect(idsOf(snapshot.documents)).toHaveLength(4);
  expect(idsOf(snapshot.documents)).toEqual(idsOf(snapshot.documents).toSorted());
});
