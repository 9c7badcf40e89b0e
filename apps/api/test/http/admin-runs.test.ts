import {
  adminRunListReply,
  adminRunReply,
  auditListReply,
  ModelError,
  reprocessDocumentsReply,
  runStepsReply,
} from "@assay/contract";
import { newId, runs } from "@assay/db";
import { createOfflinePartsAssessor } from "@assay/offline";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { finishRun } from "../support/test-run.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
/** Its model refuses whatever names visitors. */
let refusing: TestService;
beforeAll(async () => {
  assay = await testService();
  const assessor = createOfflinePartsAssessor();
  refusing = await testService(
    {},
    {
      assessor: {
        ...assessor,
        async assess(request, options) {
          if (JSON.stringify(request).includes("Backups are encrypted"))
            throw new ModelError("MODEL_REJECTED_REQUEST", "No answer to this", {
              answered: { status: 400, reason: "BLOCKED" },
            });
          return { ...(await assessor.assess(request, options)), usage: { tokensIn: 70, tokensOut: 7, costUsd: 0.5 } };
        },
      },
    },
  );
});
afterAll(async () => {
  await assay.close();
  await refusing.close();
});

const finishedRun = async (tenant: TestTenant) => (await finishRun(await tenant.as("MEMBER"))).runId;

describe("runs", () => {
  test("are listed newest first by status, pack and time of creation, a page at a time", async () => {
    const tenant = await assay.tenant();
    const ids = [await finishedRun(tenant), await finishedRun(tenant), await finishedRun(tenant)].toReversed();
    const admin = await tenant.as("ADMIN");
    const list = async (search: string) => admin.get(`/api/admin/runs?${search}`, adminRunListReply);
    const all = (await list("")).runs;
    expect(all.map(({ id }) => id)).toEqual(ids);
    expect(all[0]).toMatchObject({ triggerType: "manual", reuse: false, usage: { tokensOut: expect.any(Number) } });

    const first = await list("limit=2");
    const second = await list(`limit=2&cursor=${first.nextCursor}`);
    expect([...first.runs, ...second.runs].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();

    const found = async (search: string) => (await list(search)).runs.map(({ id }) => id);
    expect(await found("status=COMPLETED")).toEqual(ids);
    expect(await found("status=FAILED")).toEqual([]);
    expect(await found(`packId=${tenant.packId}`)).toEqual(ids);
    for (const packId of [newId(), "nonsense"]) expect(await found(`packId=${packId}`)).toEqual([]);
    const middle = all[1]!.createdAt;
    expect(await found(`from=${middle}`)).toEqual(ids.slice(0, 2));
    expect(await found(`to=${middle}`)).toEqual(ids.slice(2));
    expect(await found(`from=${all[2]!.createdAt}&to=${all[0]!.createdAt}`)).toEqual(ids.slice(1));
  });

  test("refuse a filter that is not one", async () => {
    const admin = await (await assay.tenant({ pack: null })).as("ADMIN");
    for (const search of [
      "status=DONE",
      "from=yesterday",
      "from=2026-02-02T00:00:00Z&to=2026-02-01T00:00:00Z",
      "limit=0",
    ])
      await expectError(await admin.call("GET", `/api/admin/runs?${search}`), 400, "VALIDATION_ERROR");
  });

  test("tell their steps, pins, counts and exports in one answer", async () => {
    const tenant = await assay.tenant();
    const runId = await finishedRun(tenant);
    const admin = await tenant.as("ADMIN");
    const details = await admin.get(`/api/admin/runs/${runId}`, adminRunReply);
    expect(details).toMatchObject({
      run: { id: runId, status: "COMPLETED", failureReason: null },
      configuration: { snapshotCriteriaVersionId: tenant.criteriaVersionId, chunksPerRequirement: 8 },
      counts: {
        documents: 1,
        assessments: { COMPLETE: 1, PARTIAL: 1, MISSING: 1, FAILED: 0 },
        tasks: { PENDING: 2, IN_PROGRESS: 0, COMPLETED: 0 },
        exports: 4,
      },
      excludedDocuments: [],
      failedRequirements: [],
    });
    expect(details.steps).toEqual((await admin.get(`/api/runs/${runId}/steps`, runStepsReply)).steps);
  });

  test("that failed say why, which requirement failed, and what was spent until then", async () => {
    const tenant = await refusing.tenant();
    const runId = await finishedRun(tenant);
    const admin = await tenant.as("ADMIN");
    const { run, steps, failedRequirements, counts } = await admin.get(`/api/admin/runs/${runId}`, adminRunReply);
    expect(run).toMatchObject({ status: "FAILED", failureReason: expect.stringMatching(/./) });
    expect(failedRequirements).toEqual([{ requirementId: "1.2.a", reasoning: expect.stringMatching(/./) }]);
    expect(counts.assessments.FAILED).toBe(1);
    expect(steps.find(({ status }) => status === "FAILED")).toMatchObject({ errorDetails: expect.any(Object) });
    const { runs: listed } = await admin.get("/api/admin/runs?status=FAILED", adminRunListReply);
    expect(listed).toEqual([run]);
    const log = refusing.log.filter((line) => line.includes("work.failed"));
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { code: "MODEL_REJECTED_REQUEST", status: 400, reason: "BLOCKED" },
    ]);
    expect(log.join()).not.toContain("No answer");
    const owner = await refusing.database.asOwner();
    const [row] = await owner.db.select().from(runs).where(sql`id = ${runId}`);
    await owner.close();
    expect(run.usage).toEqual({ tokensIn: row!.tokensIn, tokensOut: row!.tokensOut, costUsd: row!.costUsd });
  });
});

describe("bulk reprocessing", () => {
  const reprocess = async (client: TestClient, body?: unknown) => {
    const response = await (body === undefined
      ? client.call("POST", "/api/admin/documents/reprocess")
      : client.sendJson("POST", "/api/admin/documents/reprocess", body));
    const text = await response.text();
    expect(response.status, text).toBe(202);
    return reprocessDocumentsReply.parse(JSON.parse(text));
  };
  const failing = async (tenant: TestTenant, name: string) => {
    const member = await tenant.as("MEMBER");
    const document = await member.settled((await member.upload(name, "%PDF-1.4\nnothing that can be read")).id);
    expect(document.status).toBe("FAILED");
    return document.id;
  };

  test("takes the FAILED ones that are named, once each, and says of each other one why not", async () => {
    const [tenant, other] = [await assay.tenant({ pack: null }), await assay.tenant({ pack: null })];
    const member = await tenant.as("MEMBER");
    const ready = (await member.settled((await member.upload("ready.txt", policyText)).id)).id;
    const [failed, theirs, missing] = [await failing(tenant, "a.pdf"), await failing(other, "a.pdf"), newId()];
    const admin = await tenant.as("ADMIN");
    const { accepted, refused } = await reprocess(admin, {
      documentIds: [failed, ready, theirs, missing, failed, "nonsense"],
    });
    expect(accepted).toEqual([failed]);
    expect(refused.map(({ documentId, error }) => [documentId, error])).toEqual([
      [ready, "INVALID_STATE"],
      [theirs, "CROSS_TENANT_ACCESS_DENIED"],
      [missing, "NOT_FOUND"],
      ["nonsense", "NOT_FOUND"],
    ]);
    const again = await member.settled(failed);
    expect(again).toMatchObject({ status: "FAILED", failure: { code: "UNREADABLE_FILE" } });
    const { entries } = await admin.get("/api/admin/audit-logs?limit=200", auditListReply);
    const acts = entries.filter(({ action }) => action === "document.reprocessed");
    expect(acts.map(({ object_id }) => object_id)).toEqual([failed]);
    expect(await reprocess(admin, { documentIds: [] })).toEqual({ accepted: [], refused: [] });
  });

  test("takes every FAILED one, and only those of the tenant, where none is named", async () => {
    const [tenant, other] = [await assay.tenant({ pack: null }), await assay.tenant({ pack: null })];
    const member = await tenant.as("MEMBER");
    await member.settled((await member.upload("ready.txt", policyText)).id);
    await failing(other, "theirs.pdf");
    const failed = await failing(tenant, "ours.pdf");
    expect(await reprocess(await tenant.as("ADMIN"))).toEqual({ accepted: [failed], refused: [] });
  });

  test("takes the READY ones of a previous reader, and none where there is none", async () => {
    const tenant = await assay.tenant({ pack: null });
    const member = await tenant.as("MEMBER");
    await member.settled((await member.upload("ready.txt", policyText)).id);
    await failing(tenant, "failed.pdf");
    const admin = await tenant.as("ADMIN");
    expect(await reprocess(admin, { olderThanReader: true })).toEqual({ accepted: [], refused: [] });
    const both = { olderThanReader: true, documentIds: [] };
    await expectError(await admin.sendJson("POST", "/api/admin/documents/reprocess", both), 400, "VALIDATION_ERROR");
  });

  test("refuses a body that holds anything else", async () => {
    const admin = await (await assay.tenant({ pack: null })).as("ADMIN");
    for (const documentIds of ["all", [7], Array.from({ length: 1001 }, newId)]) {
      const response = await admin.sendJson("POST", "/api/admin/documents/reprocess", { documentIds });
      await expectError(response, 400, "VALIDATION_ERROR");
    }
  });
});
