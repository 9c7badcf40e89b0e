import { getRunReport } from "@assay/core/reports";
import { addReview } from "@assay/core/reviews";
import { cancelRun } from "@assay/core/runs";
import type { Context } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { makePerson } from "../support/make-people.ts";
import { noWorkbook } from "../support/read-report.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

/** Two whole batches and a part of one. */
const SIZE = 250;
let database: TestDatabase;
let engine: TestEngine;
let ctx: Context;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
  ctx = await engine.makeBoundTenant(makePack(Array.from({ length: SIZE }, (_, at) => `Backups are made daily ${at}`)));
  await engine.upload(ctx, "policy.txt", "Backups are made daily, and restored as a test.");
  await engine.drain();
});
afterAll(() => database.close());

async function textsOf(bytes: AsyncIterable<Uint8Array>): Promise<string[]> {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  for await (const part of bytes) texts.push(decoder.decode(part));
  return texts;
}

test("a run that continues has no report; one that failed has a row for each requirement, in pack order", async () => {
  const { id: runId } = await engine.startRun(ctx);
  const report = () => getRunReport(ctx, noWorkbook, { runId, format: "csv" });
  await expect(report()).rejects.toMatchObject({ code: "INVALID_STATE" });
  const asked = engine.assessor.asked.length;
  await engine.drain({ until: () => engine.assessor.asked.length === asked + 2 });
  await expect(report()).rejects.toMatchObject({ code: "INVALID_STATE" });
  await cancelRun(ctx, runId, { reason: "Enough" });
  const parts = await textsOf((await report()).bytes);
  expect(parts).toHaveLength(1 + Math.ceil(SIZE / 100));
  const rows = parts
    .slice(1)
    .join("")
    .trimEnd()
    .split(/\r\n(?=1,Backup,)/);
  expect(rows.map((row) => row.split(",")[2])).toEqual(Array.from({ length: SIZE }, (_, at) => `1.${at + 1}`));
  expect(rows.filter((row) => row.includes(",NOT_ASSESSED,"))).toHaveLength(SIZE - 2);
  expect(parts[0]).toContain(`Not assessed,${SIZE - 2},`);
  expect(parts[0]).toContain(`Sum,${SIZE},${SIZE}`);
});

test("the report says how often a COMPLETE may be wrong, by what its requirement asks for", async () => {
  const pack = makePack(["Backups are made daily", "Backups are restored"]);
  pack.criteria[0]!.requirements[0]!.expectation = { kind: "DESIGN", every: null };
  const reader = await engine.makeBoundTenant(pack);
  await engine.upload(reader, "policy.txt", "Backups are made daily, and backups are restored.");
  await engine.drain();
  const { id: runId } = await engine.startRun(reader);
  await engine.drain();
  await addReview(await makePerson(reader, { role: "MEMBER" }), runId, {
    ...{ requirementId: "1.1", decision: "AGREED", openedChunkIds: [] },
  });
  const { bytes } = await getRunReport(reader, noWorkbook, { runId, format: "csv" });
  const report = (await textsOf(bytes)).join("");
  const about = report.slice(0, report.indexOf("Totals,"));
  expect(about).toContain('\r\n"Wrong COMPLETE, DESIGN",0 wrong of 1: below 95 % with 95 % confidence\r\n');
  expect(about).toContain('\r\n"Wrong COMPLETE, kind not said","none of 1 reviewed, so nothing is known"\r\n');
});
