import { createHash } from "node:crypto";
import {
  assessmentListReply,
  canonicalJson,
  exportListReply,
  RUN_STEPS,
  type Run,
  replayReply,
  requirementListReply,
  runConfigurationReply,
  runDetails,
  runDiffReply,
  runListReply,
  runProgress,
  runStepsReply,
  startRunReply,
  TASK_STATUSES,
  taskListReply,
  taskReply,
} from "@assay/contract";
import { bindPack, importPack } from "@assay/core/packs";
import { newId } from "@assay/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { policyText, smallPack } from "../support/small-pack.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { testRun } from "../support/test-run.ts";
import type { TestService, TestTenant } from "../support/test-service.ts";

let assay: TestService;
let tenant: TestTenant;
let client: TestClient;
let documentId: string;
let done: Run;
beforeAll(async () => {
  ({ assay, tenant, admin: client, documentId, run: done } = await testRun({}, { filename: "backup-policy.txt" }));
});
afterAll(() => assay.close());

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
const start = (who: TestClient, body: unknown = {}) => who.sendJson("POST", "/api/runs/start", body);

describe("starting a run", () => {
  test("answers 201 with PENDING and pins everything, with no body and no Content-Type at all", async () => {
    const member = await (await assay.tenant()).as("MEMBER");
    const response = await member.call("POST", "/api/runs/start");
    expect(response.status).toBe(201);
    const { run: started } = startRunReply.parse(await response.json());
    expect(started).toMatchObject({ status: "PENDING", snapshotStatus: "PENDING" });
    const early = await member.get(`/api/runs/${started.id}`, runDetails);
    expect(early.totalRequirements).toBe(3);
    const finished = await member.finished(started.id);
    for (const pin of [
      "snapshotCriteriaVersionId",
      "snapshotCorpusActivationId",
      "snapshotRetrievalVersionId",
      "traceId",
      "rootSpanId",
    ] as const)
      expect(finished[pin]).toBe(early[pin]);
  });

  test("without any READY document ends COMPLETED, all MISSING, with tasks, exports and a snapshot", async () => {
    const member = await (await assay.tenant()).as("MEMBER");
    const { id } = await member.startRun();
    expect(await member.finished(id)).toMatchObject({
      status: "COMPLETED",
      snapshotStatus: "CAPTURED",
      assessedCount: 3,
      completeCount: 0,
      partialCount: 0,
      missingCount: 3,
    });
    const { assessments } = await member.get(`/api/runs/${id}/assessments`, assessmentListReply);
    for (const each of assessments) expect(each).toMatchObject({ status: "MISSING", confidence: 0, citations: [] });
    expect((await member.get(`/api/runs/${id}/tasks`, taskListReply)).tasks).toHaveLength(3);
  });

  test("needs packId where the tenant has several packs or none, and one of its own", async () => {
    const several = await assay.tenant();
    const second = await importPack(several.ctx, { ...smallPack, name: "Second pack" });
    await bindPack(several.ctx, second);
    const member = await several.as("MEMBER");
    const unbound = await (await assay.tenant({ pack: null })).as("MEMBER");
    for (const who of [member, unbound]) {
      const { details } = await expectError(await start(who), 400, "VALIDATION_ERROR");
      expect(details).toMatchObject({ issues: [{ field: "packId" }] });
    }
    const listed = await expectError(await member.call("GET", "/api/requirements"), 400, "VALIDATION_ERROR");
    expect(listed.details).toMatchObject({ issues: [{ field: "packId" }] });
    expect((await unbound.get("/api/requirements", requirementListReply)).requirements).toEqual([]);
    expect(
      (await member.get(`/api/requirements?packId=${second.packId}`, requirementListReply)).requirements,
    ).toHaveLength(3);
    for (const packId of [newId(), "nonsense", "", tenant.packId])
      for (const who of [member, unbound])
        expect((await expectError(await start(who, { packId }), 404, "NOT_FOUND")).details).toEqual({ id: packId });
    const { run: started } = startRunReply.parse(await (await start(member, { packId: second.packId })).json());
    expect(started.packId).toBe(second.packId);
    await member.finished(started.id);
  });

  test("with the pins of a previous run reproduces it; each unknown pin is 404 with its id", async () => {
    const foreign = await assay.tenant();
    const pins = {
      criteriaVersionId: done.snapshotCriteriaVersionId,
      corpusActivationId: done.snapshotCorpusActivationId,
      retrievalVersionId: done.snapshotRetrievalVersionId,
    };
    for (const pin of Object.keys(pins))
      for (const id of [newId(), "nonsense", ...(pin === "criteriaVersionId" ? [foreign.criteriaVersionId] : [])])
        expect((await expectError(await start(client, { ...pins, [pin]: id }), 404, "NOT_FOUND")).details).toEqual({
          id,
        });
    const moved = await importPack(tenant.ctx, smallPack, { packId: tenant.packId });
    await bindPack(tenant.ctx, moved);
    const again = await client.finished((await client.startRun(pins)).id);
    await bindPack(tenant.ctx, tenant);
    expect(again).toMatchObject({
      snapshotCriteriaVersionId: done.snapshotCriteriaVersionId,
      completeCount: 1,
      partialCount: 1,
      missingCount: 1,
    });
  });

  test("is refused to a VIEWER", async () => {
    await expectError(await start(await tenant.as("VIEWER")), 403, "FORBIDDEN");
  });
});

describe("a finished run", () => {
  test("cannot be changed, deleted or started again by any method", async () => {
    for (const method of ["PUT", "PATCH", "DELETE", "POST"])
      for (const path of ["", "/assessments", "/steps", "/snapshot", "/exports"])
        await expectError(await client.call(method, `/api/runs/${done.id}${path}`), 405, "METHOD_NOT_ALLOWED");
  });

  test("shows its steps with references, spans and times in order", async () => {
    const { steps } = await client.get(`/api/runs/${done.id}/steps`, runStepsReply);
    expect(steps.map(({ stepName, stepIndex }) => `${stepIndex} ${stepName}`)).toEqual(
      RUN_STEPS.map((name, index) => `${index} ${name}`),
    );
    for (const step of steps) {
      expect(step).toMatchObject({
        runId: done.id,
        status: "COMPLETED",
        errorDetails: null,
        spanId: expect.any(String),
      });
      expect(Object.keys(step.inputRefs!).length * Object.keys(step.outputRefs!).length).toBeGreaterThan(0);
      expect(JSON.stringify([step.inputRefs, step.outputRefs])).not.toMatch(/backups/i);
    }
    const times = steps.flatMap(({ startedAt, completedAt }) => [startedAt!, completedAt!]);
    expect(times).toEqual(times.toSorted());
    expect(steps[0]!.outputRefs).toMatchObject({ documentIds: [documentId] });
  });

  test("lists its assessments by status and in pages, and its configuration", async () => {
    const path = `/api/runs/${done.id}/assessments`;
    const ids = async (search: string) =>
      (await client.get(`${path}?${search}`, assessmentListReply)).assessments.map(
        ({ requirementId }) => requirementId,
      );
    expect(await ids("status=COMPLETE")).toEqual(["1.1"]);
    expect(await ids("status=MISSING&limit=5")).toEqual(["2.1"]);
    expect(await ids("status=FAILED")).toEqual([]);
    const { configuration } = await client.get(`/api/runs/${done.id}/configuration`, runConfigurationReply);
    expect(configuration).toMatchObject({
      snapshotRetrievalVersionId: done.snapshotRetrievalVersionId,
      similarityThreshold: 0.2,
      chunksPerRequirement: 8,
      confidenceThresholds: { complete: 0.75, partial: 0.4 },
    });
    const { runs } = await client.get("/api/runs?status=COMPLETED", runListReply);
    expect(runs.some(({ id }) => id === done.id)).toBe(true);
    expect((await client.get("/api/runs?status=FAILED", runListReply)).runs).toEqual([]);
  });

  test("offers exports of which each has the type, size and hash that its record says", async () => {
    const types: Record<string, RegExp> = {
      json: /^application\/json/,
      csv: /^text\/csv/,
      xlsx: /spreadsheetml/,
      html: /^text\/html/,
      oscal: /json/,
    };
    const { exports } = await client.get(`/api/runs/${done.id}/exports`, exportListReply);
    expect(exports.map(({ format }) => format)).toEqual(expect.arrayContaining(["json", "csv", "xlsx", "oscal"]));
    for (const each of exports) {
      const response = await client.call("GET", `/api/runs/${done.id}/exports/${each.id}`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect([sha256(bytes), bytes.length]).toEqual([each.sha256Hash, each.sizeBytes]);
      expect(response.headers.get("Content-Type")).toMatch(types[each.format]!);
      expect(response.headers.get("ETag")).toBe(`"${each.sha256Hash}"`);
      expect(response.headers.get("Content-Disposition")).toContain(`attachment; filename="${each.filename}"`);
      if (each.format === "json")
        expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({
          totals: { requirements: 3, documents: 1 },
        });
    }
  });

  test("serves a snapshot whose bytes are canonical and hash to its ETag, the same every time", async () => {
    const serve = () => client.call("GET", `/api/runs/${done.id}/snapshot`);
    const response = await serve();
    const text = await response.text();
    const hash = sha256(text);
    expect(response.headers.get("ETag")).toBe(`"${hash}"`);
    const snapshot = JSON.parse(text);
    expect(canonicalJson(snapshot)).toBe(text);
    expect(await (await serve()).text()).toBe(text);
    expect(snapshot).toMatchObject({ run: { id: done.id, tenantId: tenant.id, completeCount: 1 } });
    const replay = await client.call("GET", `/api/admin/runs/${done.id}/replay`);
    expect(replay.headers.get("X-Snapshot-Hash")).toBe(hash);
    const { data } = replayReply.parse(await replay.json());
    expect(data).toEqual({ assessments: snapshot.assessments, tasks: snapshot.tasks, exports: snapshot.exports });
  });

  test("replays byte for byte what it was, after its tasks moved and its documents went", async () => {
    const own = await assay.tenant();
    const admin = await own.as("ADMIN");
    const { id: document } = await admin.upload("backup-policy.txt", policyText);
    await admin.settled(document);
    const { id } = await admin.finished((await admin.startRun()).id);
    const replay = async () => (await admin.call("GET", `/api/admin/runs/${id}/replay`)).text();
    const [first, before] = [await replay(), await admin.get(`/api/runs/${id}/assessments`, assessmentListReply)];
    const { tasks } = await admin.get(`/api/runs/${id}/tasks`, taskListReply);
    await admin.sendJson("PATCH", `/api/tasks/${tasks[0]!.id}`, { status: "COMPLETED" });
    await admin.call("DELETE", `/api/documents/${document}`);
    expect(await replay()).toBe(first);
    expect(await admin.get(`/api/runs/${id}/assessments`, assessmentListReply)).toEqual(before);
    const later = await admin.finished((await admin.startRun()).id);
    expect(later.missingCount).toBe(3);
    const diff = await admin.get(`/api/runs/${later.id}/diff?against=${id}`, runDiffReply);
    expect(diff).toMatchObject({
      runId: later.id,
      against: id,
      pins: [],
      documents: { added: [], removed: [{ id: document }] },
      requirements: [
        {
          requirementId: "1.1",
          change: "STATUS",
          before: { status: "COMPLETE" },
          after: { status: "MISSING" },
          citedOnlyBefore: [document],
        },
        { requirementId: "1.2.a", change: "STATUS" },
      ],
    });
    await expectError(await admin.call("GET", `/api/runs/${id}/diff`), 400, "VALIDATION_ERROR");
    const same = await admin.get(`/api/runs/${id}/diff?against=${id}`, runDiffReply);
    expect([same.requirements, same.documents]).toEqual([[], { added: [], removed: [] }]);
  });
});

describe("tasks", () => {
  test("make any move between the three states, and nothing else of them ever changes", async () => {
    const { tasks } = await client.get(`/api/runs/${done.id}/tasks`, taskListReply);
    const before = tasks[0]!;
    for (const from of TASK_STATUSES)
      for (const to of TASK_STATUSES)
        for (const status of [from, to]) {
          const response = await client.sendJson("PATCH", `/api/tasks/${before.id}`, { status });
          expect(response.status).toBe(200);
          const { task } = taskReply.parse(await response.json());
          expect(task).toEqual({ ...before, status, updatedAt: task.updatedAt });
          expect(task.updatedAt >= before.updatedAt).toBe(true);
        }
    const hacked = { status: "COMPLETED", title: "Hacked", runId: newId(), createdAt: "2020-01-01T00:00:00.000Z" };
    for (const body of [{}, { status: "DONE" }, { status: null }, { status: ["PENDING"] }, hacked])
      await expectError(await client.sendJson("PATCH", `/api/tasks/${before.id}`, body), 400, "VALIDATION_ERROR");
    const viewer = await tenant.as("VIEWER");
    await expectError(
      await viewer.sendJson("PATCH", `/api/tasks/${before.id}`, { status: "PENDING" }),
      403,
      "FORBIDDEN",
    );
  });
});

describe("events", () => {
  async function readEvents(runId: string, lastEventId?: string) {
    const headers: Record<string, string> = lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId };
    const response = await client.call("GET", `/api/runs/${runId}/events`, { headers });
    expect(response.headers.get("Content-Type")).toMatch(/^text\/event-stream/);
    const blocks = (await response.text()).split("\n\n").filter((block) => block && !block.startsWith(":"));
    return blocks.map((block) => {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1] ?? "";
      return { event: field("event"), id: Number(field("id")), progress: runProgress.parse(JSON.parse(field("data"))) };
    });
  }

  test("follow a run to its end with growing ids, then the stream closes; Last-Event-ID continues from there", async () => {
    const { id } = await client.startRun();
    const events = await readEvents(id);
    const progress = events.slice(0, -1);
    expect(events.map(({ event }) => event)).toEqual([...progress.map(() => "progress"), "end"]);
    expect(progress.length).toBeGreaterThan(0);
    for (const [at, each] of progress.entries()) if (at > 0) expect(each.id).toBeGreaterThan(progress[at - 1]!.id);
    expect(events.at(-1)!.progress.run).toMatchObject({ id, status: "COMPLETED", snapshotStatus: "CAPTURED" });

    const last = progress.at(-1)!.id;
    expect((await readEvents(id, String(last - 1))).map(({ event }) => event)).toEqual(["progress", "end"]);
    expect((await readEvents(id, String(last))).map(({ event }) => event)).toEqual(["end"]);
    for (const bad of ["", "x", "-1", "99999999999999999999"])
      expect((await readEvents(id, bad)).map(({ event }) => event)).toEqual(["progress", "end"]);
  });
});
