import type { WorkbookWriter } from "@assay/core/ports";
import { getRunReport } from "@assay/core/reports";
import { cancelRun } from "@assay/core/runs";
import type { Context } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

/** Two whole batches and a part of one. */
const SIZE = 250;
const noWorkbook: WorkbookWriter = {
  write: () => Promise.reject(new Error("No workbook is asked for")),
  stream: () => (async function* () {})(),
};

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

test("a run that goes on has no report; one that failed has a row for each requirement, in pack order", async () => {
  const { id: runId } = await engine.startRun(ctx);
  const report = () => getRunReport(ctx, noWorkbook, { runId, format: "csv" });
  await expect(report()).rejects.toMatchObject({ code: "INVALID_STATE" });
  const asked = engine.assessor.asked.length;
  await engine.drain({ until: () => engine.assessor.asked.length === asked + 2 });
  await expect(report()).rejects.toMatchObject({ code: "INVALID_STATE" });
  await cancelRun(ctx, runId, { reason: "Enough" });
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for await (const bytes of (await report()).bytes) parts.push(decoder.decode(bytes));
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
