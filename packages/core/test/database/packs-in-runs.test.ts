import type { PackFile } from "@assay/contract";
import { bindPack, importPack, listRequirements } from "@assay/core/packs";
import { getRun, listAssessments } from "@assay/core/runs";
import type { Context } from "@assay/core/tenancy";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makePack } from "../support/make-pack.ts";
import { createTestEngine, type TestEngine } from "../support/test-engine.ts";

let database: TestDatabase;
let engine: TestEngine;
beforeAll(async () => {
  database = await openTestDatabase();
  engine = await createTestEngine(database.db);
});
afterAll(() => database.close());

const statusesOf = async (ctx: Context, runId: string) =>
  (await listAssessments(ctx, runId, {})).items.map(({ requirementId, status }) => [requirementId, status]);

test("a run that is under way keeps its version when the tenant is bound to another one", async () => {
  const ctx = await engine.makeTenant();
  const first = await importPack(ctx, makePack(["Backups are taken", "Visitors are escorted"]));
  await bindPack(ctx, first);
  await engine.upload(ctx, "policy.txt", "Backups are taken every day by the operations team.");
  await engine.drain();
  const run = await engine.startRun(ctx);
  await engine.drain({ until: (kind) => kind === "assessment" });
  expect((await getRun(ctx, run.id)).status).toBe("IN_PROGRESS");

  const second = await importPack(ctx, makePack(["Keys are rotated"]), { packId: first.packId });
  await bindPack(ctx, second);
  expect((await listRequirements(ctx, {})).items.map(({ title }) => title)).toEqual(["Keys are rotated"]);

  await engine.drain();
  expect(await getRun(ctx, run.id)).toMatchObject({
    status: "COMPLETED",
    snapshotCriteriaVersionId: first.criteriaVersionId,
    totalRequirements: 2,
    assessedCount: 2,
  });
  expect((await statusesOf(ctx, run.id)).map(([requirementId]) => requirementId)).toEqual(["1.1", "1.2"]);
  const next = await engine.startRun(ctx);
  await engine.drain();
  expect(await getRun(ctx, next.id)).toMatchObject({
    status: "COMPLETED",
    snapshotCriteriaVersionId: second.criteriaVersionId,
    totalRequirements: 1,
  });
});

describe("a retrieval hint", () => {
  const withHint = (title: string, retrievalHint?: string): PackFile => {
    const pack = makePack([title]);
    pack.criteria[0]!.criterionTitle = "Inventory";
    pack.criteria[0]!.requirements[0]!.retrievalHint = retrievalHint;
    return pack;
  };
  const statusWith = async (evidence: string, pack: PackFile) => {
    const ctx = await engine.makeBoundTenant(pack);
    await engine.upload(ctx, "evidence.txt", evidence);
    await engine.drain();
    const run = await engine.startRun(ctx);
    await engine.drain();
    return (await statusesOf(ctx, run.id))[0]![1];
  };

  test("finds the record that an assessor would examine where the requirement's own words do not", async () => {
    const evidence = "Asset register asset register";
    expect(await statusWith(evidence, withHint("Devices get tracked"))).toBe("MISSING");
    expect(await statusWith(evidence, withHint("Devices get tracked", "asset register"))).toBe("COMPLETE");
  });

  test("of any length leaves what meets the requirement above the threshold", async () => {
    const long = Array.from({ length: 300 }, (_, at) => `record${"abcdefghij"[at % 10]!.repeat(at)}`).join(" ");
    expect(await statusWith("Devices get tracked", withHint("Devices get tracked", long))).toBe("COMPLETE");
  });
});
