import { readForecasts } from "@assay/core/forecasts";
import { runJob } from "@assay/core/jobs";
import { sweep } from "@assay/core/maintenance";
import { activateRetrievalVersion, createRetrievalVersion } from "@assay/core/retrieval-versions";
import { getRun } from "@assay/core/runs";
import { inSystem } from "@assay/core/tenancy";
import { rowsOf } from "@assay/db";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { NEVER_DUE } from "../support/never-due.ts";
import { createTestEngine, listDue, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database?.close());

test("a run whose end is written before its tenant is looked at, and committed after, is looked at again", async () => {
  const ctx = await engine.makeBoundTenant(makePack(["Backups are taken"]));
  await engine.upload(ctx, "policy.txt", "Backups are taken every day.");
  await engine.drain();
  const run = await engine.startRun(ctx);
  const { record } = await createRetrievalVersion(ctx, engine.models, {
    confidenceThresholds: { complete: 0.95, partial: 0.4 },
  });
  await activateRetrievalVersion(ctx, engine.models, record.id);

  let looks = 0;
  const look = async () => {
    await sweep(database.db, NEVER_DUE);
    const [forecast] = await inSystem(database.db, (tx) =>
      rowsOf<{ id: string }>(tx, sql`select id from work_items where stage = 'forecast' and state = 'PENDING'`),
    );
    expect(await runJob(engine.engine, forecast!.id)).toBe("done");
    looks += 1;
  };
  const failpoints = {
    reach: async (point: string, job?: { readonly stage: string }) => {
      if (point === "written" && job?.stage === "finish" && looks === 0) await look();
    },
  };
  for (let turn = 0; turn < 50 && looks === 0; turn++) {
    const [due] = await listDue(database.db);
    await runJob({ ...engine.engine, failpoints }, due!.jobId);
  }
  expect(looks).toBe(1);
  await engine.drain();
  expect((await getRun(ctx, run.id)).status).toBe("COMPLETED");
  const before = await readForecasts(database.db);
  expect(before).toMatchObject({ forecasts: [], pendingTenants: 1 });
  await look();
  expect(await readForecasts(database.db)).toMatchObject({ forecasts: [{ runId: run.id }], pendingTenants: 0 });
});
