import {
  assessmentListReply,
  auditListReply,
  type ImportRunBody,
  importRunReply,
  replayReply,
  runListReply,
} from "@assay/contract";
import { newId } from "@assay/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
let tenant: TestTenant;
let client: TestClient;
beforeAll(async () => {
  assay = await testService();
  tenant = await assay.tenant();
  client = await tenant.as("SUPER_ADMIN");
});
afterAll(() => assay.close());

const citation = () => ({ documentId: newId(), chunkId: newId(), text: "Backups are taken every day.", pageNumber: 3 });
const legacy = (): { [K in keyof ImportRunBody]: unknown } => ({
  startedAt: "2024-03-01T08:00:00.000Z",
  completedAt: "2024-03-01T09:30:00.000Z",
  assessments: [
    { requirementId: "2.1", confidence: 0.1, reasoning: "Nothing was found." },
    { requirementId: "1.1", confidence: 0.9, citations: [citation()], reasoning: "Stated." },
    { requirementId: "1.2.a", status: "FAILED", confidence: 0, reasoning: "The system failed." },
  ],
  tasks: [{ requirementId: "2.1", title: "Provide badges", description: "Hand out badges.", status: "IN_PROGRESS" }],
});
const send = (body: unknown, who = client) => who.sendJson("POST", "/api/admin/runs/import", body);

test("an imported run with a FAILED verdict is FAILED with its reason and LEGACY, counted, in pack order, and replays live with a warning", async () => {
  const claimed = { ...legacy(), id: newId(), tenantId: newId(), status: "COMPLETED", snapshotStatus: "CAPTURED" };
  await expectError(await send(claimed), 400, "VALIDATION_ERROR");
  const response = await send(legacy());
  expect(response.status).toBe(201);
  const { run } = importRunReply.parse(await response.json());
  expect(run).toMatchObject({
    tenantId: tenant.id,
    packId: tenant.packId,
    status: "FAILED",
    failureReason: "1 of 3 requirements could not be assessed",
    snapshotStatus: "LEGACY",
    startedAt: "2024-03-01T08:00:00.000Z",
    completedAt: null,
    failedAt: "2024-03-01T09:30:00.000Z",
    totalRequirements: 3,
    assessedCount: 3,
    completeCount: 1,
    partialCount: 0,
    missingCount: 1,
  });
  const { assessments } = await client.get(`/api/runs/${run.id}/assessments`, assessmentListReply);
  expect(assessments.map(({ requirementId, status }) => `${requirementId} ${status}`)).toEqual([
    "1.1 COMPLETE",
    "1.2.a FAILED",
    "2.1 MISSING",
  ]);

  const replay = await client.call("GET", `/api/admin/runs/${run.id}/replay`);
  expect(replay.headers.get("X-Snapshot-Hash")).toBeNull();
  const reply = replayReply.parse(await replay.json());
  expect(reply).toMatchObject({
    source: "live",
    warning: expect.stringMatching(/live data.*may differ/),
    data: {
      assessments,
      tasks: [{ requirementId: "2.1", title: "Provide badges", status: "IN_PROGRESS" }],
      exports: [],
    },
  });
  const snapshot = await client.call("GET", `/api/runs/${run.id}/snapshot`);
  expect((await expectError(snapshot, 409, "INVALID_STATE")).details).toEqual({
    runId: run.id,
    snapshotStatus: "LEGACY",
  });
  const { entries } = await client.get(`/api/admin/audit-logs?runId=${run.id}`, auditListReply);
  expect(entries.map(({ action }) => action)).toEqual(["run.imported"]);
  expect(await (await client.call("GET", `/api/runs/${run.id}/events`)).text()).toMatch(
    /event: progress[\s\S]*event: end/,
  );
});

test("an imported run without a FAILED verdict is COMPLETED", async () => {
  const assessments = [{ requirementId: "1.1", confidence: 0.9, citations: [citation()], reasoning: "Stated." }];
  const { run } = importRunReply.parse(await (await send({ ...legacy(), assessments, tasks: [] })).json());
  expect(run).toMatchObject({
    status: "COMPLETED",
    snapshotStatus: "LEGACY",
    completedAt: "2024-03-01T09:30:00.000Z",
    failedAt: null,
    failureReason: null,
  });
});

test("an import is next to a run and does not block one", async () => {
  expect((await send(legacy())).status).toBe(201);
  expect((await client.finished((await client.startRun()).id)).status).toBe("COMPLETED");
});

describe("a bad import", () => {
  const [first, ...others] = legacy().assessments as Record<string, unknown>[];
  const changed = (change: Record<string, unknown>) => ({ assessments: [{ ...first, ...change }, ...others] });
  const bad: Record<string, [string, Record<string, unknown>]> = {
    "no assessments": ["assessments", { assessments: [] }],
    "an unknown requirement": ["assessments.0.requirementId", changed({ requirementId: "9.9" })],
    "a requirement twice": ["assessments.1.requirementId", changed({ requirementId: "1.1" })],
    "a task of an unknown requirement": [
      "tasks.0.requirementId",
      { tasks: [{ requirementId: "9.9", title: "x", description: "" }] },
    ],
    "a confidence of 1.1": ["assessments.0.confidence", changed({ confidence: 1.1 })],
    "a confidence of -1": ["assessments.0.confidence", changed({ confidence: -1 })],
    "a confidence as text": ["assessments.0.confidence", changed({ confidence: "1" })],
    "an unknown status": ["assessments.0.status", changed({ status: "DONE" })],
    "no reasoning": ["assessments.0.reasoning", changed({ reasoning: undefined })],
    "a reasoning of 20,001 characters": ["assessments.0.reasoning", changed({ reasoning: "x".repeat(20_001) })],
    "a citation without a text": [
      "assessments.0.citations.0.text",
      changed({ citations: [{ ...citation(), text: "" }] }),
    ],
    "a citation of page 0": [
      "assessments.0.citations.0.pageNumber",
      changed({ citations: [{ ...citation(), pageNumber: 0 }] }),
    ],
    "a citation of no id": [
      "assessments.0.citations.0.chunkId",
      changed({ citations: [{ ...citation(), chunkId: "x" }] }),
    ],
    "an end before its start": ["completedAt", { completedAt: "2024-02-29T09:30:00.000Z" }],
    "a day that does not exist": ["startedAt", { startedAt: "2024-02-30T09:30:00.000Z" }],
    "an hour that does not exist": ["startedAt", { startedAt: "2024-02-28T24:61:00.000Z" }],
    "a year 0": ["startedAt", { startedAt: "0000-01-01T00:00:00.000Z" }],
    "a time without its zone": ["startedAt", { startedAt: "2024-03-01T08:00:00.000" }],
    "a time without milliseconds": ["startedAt", { startedAt: "2024-03-01T08:00:00Z" }],
  };
  test.each(Object.entries(bad))("with %s is refused whole, naming the place", async (_, [field, change]) => {
    const own = await assay.tenant();
    const who = await own.as("SUPER_ADMIN");
    const { details } = await expectError(await send({ ...legacy(), ...change }, who), 400, "VALIDATION_ERROR");
    expect((details?.issues as { field: string }[] | undefined)?.map((issue) => issue.field)).toContain(field);
    expect((await who.get("/api/runs", runListReply)).runs).toEqual([]);
  });

  test("for a pack that is not the tenant's is 404, and without any pack 400 on packId", async () => {
    for (const packId of [newId(), "nonsense"])
      expect((await expectError(await send({ ...legacy(), packId }), 404, "NOT_FOUND")).details).toEqual({
        id: packId,
      });
    const unbound = await (await assay.tenant({ pack: null })).as("SUPER_ADMIN");
    const { details } = await expectError(await send(legacy(), unbound), 400, "VALIDATION_ERROR");
    expect(details).toMatchObject({ issues: [{ field: "packId" }] });
  });

  test("is for a SUPER_ADMIN only", async () => {
    await expectError(await send(legacy(), await tenant.as("ADMIN")), 403, "FORBIDDEN");
  });
});
