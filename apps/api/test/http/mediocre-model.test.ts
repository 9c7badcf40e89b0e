import { readdir, readFile } from "node:fs/promises";
import { adminRunReply, assessmentListReply, estimateRunReply, packFile } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HABITS, type MediocreModel, startMediocreModel } from "../support/mediocre-model.ts";
import type { TestClient } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

const DEMO = new URL("../../../../tools/demo/", import.meta.url);
const REFUSED = "5.1";

let model: MediocreModel;
let assay: TestService;
beforeAll(async () => {
  model = await startMediocreModel({ refused: REFUSED });
  assay = await testService({
    MODEL_PROVIDER: "openai-compatible",
    OPENAI_COMPATIBLE_BASE_URL: model.url,
    OPENAI_COMPATIBLE_MODEL: "mediocre-7b",
    MODEL_PRICE_INPUT_USD: "1.5",
    MODEL_PRICE_OUTPUT_USD: "7.5",
  });
});
afterAll(async () => {
  await assay.close();
  model.close();
});

async function uploadDemo(member: TestClient): Promise<void> {
  const folder = new URL("evidence/northwind/", DEMO);
  const names = (await readdir(folder)).filter((name) => !name.endsWith(".zip"));
  const uploads = names.map(async (name) => member.upload(name, await readFile(new URL(name, folder))));
  for (const { id } of await Promise.all(uploads)) await member.settled(id);
}

async function runOnce(member: TestClient) {
  const run = await member.finished((await member.startRun()).id);
  const { assessments } = await member.get(`/api/runs/${run.id}/assessments`, assessmentListReply);
  return { run, assessments };
}

/** What the calls of a run used. */
async function usageOf(member: TestClient, runId: string) {
  const { run } = await member.get(`/api/admin/runs/${runId}`, adminRunReply);
  return run.usage;
}

test("a run of the demo pack against a mediocre local model ends COMPLETED, with every right answer kept", async () => {
  const pack = packFile.parse(JSON.parse(await readFile(new URL("pack.json", DEMO), "utf8")));
  const member = await (await assay.tenant({ pack })).as("ADMIN");
  await uploadDemo(member);
  const response = await member.sendJson("POST", "/api/runs/start?dryRun=true", {});
  const { estimate } = estimateRunReply.parse(await response.json());
  const right = await runOnce(member);
  expect(right.run.status).toBe("COMPLETED");
  const used = await usageOf(member, right.run.id);
  expect(estimate).toMatchObject({ requirements: 25, calls: 25 });
  // Its answers are shorter than those of a model that explains itself.
  expect(estimate.tokensOut).toBeGreaterThan(used.tokensOut);
  expect(Math.abs(estimate.tokensIn / used.tokensIn - 1)).toBeLessThan(0.25);
  expect(Math.abs(estimate.costUsd! / used.costUsd - 1)).toBeLessThan(0.5);
  model.good = false;
  const { run, assessments } = await runOnce(member);
  expect(run).toMatchObject({ status: "COMPLETED", snapshotStatus: "CAPTURED", assessedCount: 25, notJudgedCount: 1 });

  const verdicts = (all: typeof assessments) =>
    all
      .filter(({ requirementId }) => requirementId !== REFUSED)
      .map(({ requirementId, status, confidence, citations }) => [
        requirementId,
        status,
        confidence,
        citations.length > 0,
      ]);
  expect(verdicts(assessments)).toEqual(verdicts(right.assessments));
  expect(new Set(verdicts(assessments).map(([, status]) => status))).toEqual(
    new Set(["COMPLETE", "PARTIAL", "MISSING"]),
  );
  expect(assessments.find(({ requirementId }) => requirementId === REFUSED)).toMatchObject({
    status: "MISSING",
    confidence: 0,
    flags: ["NOT_JUDGED"],
  });
  expect(new Set(model.shown)).toEqual(new Set(Object.keys(HABITS)));
  expect(model.statuses.get(429)).toBe(4);
  expect(model.statuses.get(503)).toBe(3);
});
