import { AssayAdmin } from "@assay/client/admin";
import { adminRunListReply, adminRunReply, overviewReply, RUN_STEPS, replayReply } from "@assay/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectError, type TestClient } from "../support/test-client.ts";
import { testRun } from "../support/test-run.ts";
import type { TestService, TestTenant } from "../support/test-service.ts";

let assay: TestService;
let tenant: TestTenant;
let admin: TestClient;
let runId: string;
beforeAll(async () => {
  const others = { "broken.pdf": "%PDF-1.4\nnothing that can be read" };
  ({ assay, tenant, admin, runId } = await testRun({ SUPER_ADMIN_MODE: "true" }, { others }));
});
afterAll(() => assay.close());

describe("the overview", () => {
  test("tells an ADMIN how the tenant is, and nobody below", async () => {
    const { overview } = await admin.get("/api/admin/overview", overviewReply);
    expect(overview).toMatchObject({
      runs: { failed: { count: 0 }, stalled: [] },
      quietAfterMs: 300_000,
      failedDocuments: [{ code: "UNREADABLE_FILE", count: 1 }],
      packs: [{ packId: tenant.packId, criteriaVersionId: tenant.criteriaVersionId }],
    });
    expect(overview.days.reduce((sum, { runs }) => sum + runs.completed, 0)).toBe(1);
    await expectError(await (await tenant.as("MEMBER")).call("GET", "/api/admin/overview"), 403, "FORBIDDEN");
  });

  test("is of the tenant that a SUPER_ADMIN asks for", async () => {
    const superAdmin = await (await assay.tenant()).as("SUPER_ADMIN");
    const own = (await superAdmin.get("/api/admin/overview", overviewReply)).overview;
    expect(own.failedDocuments).toEqual([]);
    const theirs = await superAdmin.get(`/api/admin/overview?tenantId=${tenant.id}`, overviewReply);
    expect(theirs.overview.failedDocuments).toEqual([{ code: "UNREADABLE_FILE", count: 1 }]);
  });
});

describe("a run's details", () => {
  test("hold its pins next to what is active, its snapshot and the work of each step", async () => {
    const details = await admin.get(`/api/admin/runs/${runId}`, adminRunReply);
    const { run, pins, work, snapshot } = details;
    expect(pins.criteria.pinned).toEqual({ id: run.snapshotCriteriaVersionId, version: 1 });
    for (const { pinned, inForce } of Object.values(pins)) expect(inForce).toEqual(pinned);
    expect(snapshot?.snapshotHash).toMatch(/^[0-9a-f]{64}$/);
    expect(work.map(({ stepName }) => stepName)).toEqual([...RUN_STEPS, "finish"]);
    expect(work[3]).toMatchObject({ items: 3, openItems: 0, failedAttempts: 0, waitingFor: null });
  });

  test("say which pins are no longer active", async () => {
    const other = await assay.tenant();
    const client = await other.as("SUPER_ADMIN");
    const { id } = await client.startRun();
    await client.finished(id);
    const response = await client.sendJson("POST", "/api/admin/corpus/activations", {
      packId: other.packId,
      ingestionIds: [],
    });
    const { activation } = await response.json();
    const { pins, run } = await client.get(`/api/admin/runs/${id}`, adminRunReply);
    expect(pins.guidance).toMatchObject({
      pinned: { id: run.snapshotCorpusActivationId },
      inForce: { id: activation.id, ingestionCount: 0 },
    });
    expect(pins.guidance.pinned.id).not.toBe(activation.id);
    expect(pins.criteria.inForce).toEqual(pins.criteria.pinned);
  });
});

describe("the list of runs", () => {
  test("takes several statuses, who started it, the state of its snapshot, a search and an order", async () => {
    const found = async (search: string) =>
      (await admin.get(`/api/admin/runs?${search}`, adminRunListReply)).runs.map(({ id }) => id);
    const { startedBy } = (await admin.get("/api/admin/runs", adminRunListReply)).runs[0]!;
    for (const search of [
      "status=COMPLETED,FAILED",
      "snapshotStatus=CAPTURED,LEGACY",
      `startedBy=${startedBy}`,
      `q=${runId.slice(0, 20)}`,
      "sort=duration&order=asc",
    ])
      expect(await found(search), search).toEqual([runId]);
    for (const search of ["status=PENDING,FAILED", "snapshotStatus=LEGACY", "startedBy=system", "q=nothing"])
      expect(await found(search), search).toEqual([]);
  });

  test.each(["status=", "status=COMPLETED,", "snapshotStatus=DONE", "sort=name", "order=up", "q=", "startedBy="])(
    "refuses %s",
    async (search) => {
      await expectError(await admin.call("GET", `/api/admin/runs?${search}`), 400, "VALIDATION_ERROR");
    },
  );
});

describe("the administrators' client", () => {
  test("reads the overview, lists, details and replays of runs, and imports one", async () => {
    const other = await assay.tenant();
    const client = new AssayAdmin({ baseUrl: assay.url, token: await other.token("SUPER_ADMIN") });
    const times = { startedAt: "2024-03-01T08:00:00.000Z", completedAt: "2024-03-01T09:30:00.000Z" };
    const assessments = [{ requirementId: "2.1", confidence: 0.1, reasoning: "Nothing was found." }];
    const { id } = await client.runs.import({ ...times, assessments });
    const query = { status: ["COMPLETED", "FAILED"], snapshotStatus: "LEGACY", sort: "duration" } as const;
    expect((await client.runs.list(query).toArray()).map((run) => run.id)).toEqual([id]);
    expect((await client.runs.get(id)).run.durationMs).toBe(5_400_000);
    expect(replayReply.parse(await (await client.runs.replay(id)).json()).source).toBe("live");
    expect((await client.overview()).packs).toHaveLength(1);
  });
});
