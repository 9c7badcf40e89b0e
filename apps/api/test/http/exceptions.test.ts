import {
  adminRunReply,
  assessmentListReply,
  exceptionListReply,
  exceptionReply,
  runDetails,
  runExceptionListReply,
  sessionReply,
  taskListReply,
} from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey } from "../support/settled-tenant.ts";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService({ SUPER_ADMIN_MODE: "true" });
});
afterAll(() => assay.close());

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const idOf = async (client: TestClient) => (await client.get("/api/session", sessionReply)).session.actorId;

async function propose(client: TestClient, ownerId: string, change: object = {}): Promise<string> {
  const terms = { requirementId: "2.1", kind: "RISK_ACCEPTED", reason: "Accepted", ownerId, validUntil: day(30) };
  const response = await client.sendJson("POST", "/api/exceptions", { ...terms, ...change });
  expect(response.status).toBe(201);
  return exceptionReply.parse(await response.json()).exception.id;
}
const approve = (client: TestClient, id: string, search = "") =>
  client.sendJson("POST", `/api/exceptions/${id}/approve${search}`, {});
const revoke = (client: TestClient, id: string) =>
  client.sendJson("POST", `/api/exceptions/${id}/revoke`, { reason: "No longer" });

async function finishedRun(tenant: TestTenant): Promise<string> {
  const member = await tenant.as("MEMBER");
  const { id } = await member.startRun();
  expect((await member.finished(id)).status).toBe("COMPLETED");
  return id;
}

async function callTool(token: string, name: string, input: object) {
  const response = await fetch(`${assay.url}/mcp`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2025-06-18",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } }),
  });
  const { result } = (await response.json()) as { result: { structuredContent: unknown } };
  return result.structuredContent;
}

test("a covered requirement keeps its verdict and its task, which counts as open nowhere until the exception ends", async () => {
  const tenant = await assay.tenant();
  const [member, admin] = [await tenant.as("MEMBER"), await tenant.as("ADMIN")];
  const { id: documentId } = await member.upload("policy.txt", policyText);
  await member.settled(documentId);
  const ownerId = await idOf(member);
  const id = await propose(member, ownerId, { documentId });
  expect((await approve(admin, id)).status).toBe(200);

  const runId = await finishedRun(tenant);
  expect((await member.get(`/api/runs/${runId}`, runDetails)).exceptionCount).toBe(1);
  const { exceptions } = await member.get(`/api/runs/${runId}/exceptions`, runExceptionListReply);
  expect(exceptions).toMatchObject([{ id, requirementId: "2.1", approvedBy: await idOf(admin), documentId }]);
  const { assessments } = await member.get(`/api/runs/${runId}/assessments`, assessmentListReply);
  expect(assessments.filter(({ flags }) => flags?.includes("COVERED_BY_EXCEPTION"))).toMatchObject([
    { requirementId: "2.1", status: "MISSING" },
  ]);

  const open = async () => {
    const { tasks } = await member.get(`/api/tasks?runId=${runId}&open=true`, taskListReply);
    const { counts } = await admin.get(`/api/admin/runs/${runId}`, adminRunReply);
    const { gaps } = (await callTool(admin.token!, "list_gaps", { runId })) as {
      gaps: { requirementId: string; task: { open: boolean } }[];
    };
    const requirementIds = tasks.map(({ requirementId }) => requirementId).sort();
    expect(counts.openTasks).toBe(requirementIds.length);
    expect(gaps.filter(({ task }) => task.open).map(({ requirementId }) => requirementId)).toEqual(requirementIds);
    return requirementIds;
  };
  expect(await open()).toEqual(["1.2.a"]);
  const { tasks } = await member.get(`/api/tasks?runId=${runId}`, taskListReply);
  expect(tasks.find(({ requirementId }) => requirementId === "2.1")).toMatchObject({
    status: "PENDING",
    exceptionId: id,
  });
  expect(await callTool(member.token!, "get_verdict", { runId, requirementId: "2.1" })).toMatchObject({
    flags: ["COVERED_BY_EXCEPTION"],
    exceptions: [{ id, kind: "RISK_ACCEPTED", validUntil: day(30) }],
  });
  expect((await revoke(admin, id)).status).toBe(200);
  expect(await open()).toEqual(["1.2.a", "2.1"]);
});

test("a key may propose and neither approve nor revoke; its maker and a SUPER_ADMIN from outside approve nothing", async () => {
  const [tenant, outside] = [await assay.tenant(), await assay.tenant()];
  const admin = await tenant.as("ADMIN");
  const key = assay.client((await makeKey(admin, "ADMIN")).key);
  const id = await propose(key, await idOf(admin));
  const { exceptions } = await admin.get("/api/exceptions?status=PROPOSED", exceptionListReply);
  expect(exceptions).toMatchObject([{ id, proposedBy: expect.stringMatching(/^api-key:/), proposedByName: "A key" }]);
  for (const act of [approve, revoke]) await expectError(await act(key, id), 403, "FORBIDDEN");
  await expectError(await approve(admin, id), 403, "FORBIDDEN");
  const stranger = await outside.as("SUPER_ADMIN");
  const { message } = await expectError(await approve(stranger, id, `?tenantId=${tenant.id}`), 403, "FORBIDDEN");
  expect(message).toContain("in another tenant");
  expect((await approve(await tenant.as("SUPER_ADMIN"), id)).status).toBe(200);
  await expectError(await approve(await tenant.as("SUPER_ADMIN"), id), 409, "INVALID_STATE");
});

test("what is wrong with a proposal is said by field, and an unknown id by its id", async () => {
  const tenant = await assay.tenant();
  const member = await tenant.as("MEMBER");
  const ownerId = await idOf(member);
  const good = { requirementId: "2.1", kind: "NOT_APPLICABLE", reason: "None here", ownerId, validUntil: day(9) };
  const send = (body: object) => member.sendJson("POST", "/api/exceptions", body);
  for (const [change, field] of [
    [{ reason: " " }, "reason"],
    [{ kind: "IGNORED" }, "kind"],
    [{ kind: "COMPENSATING_CONTROL" }, "compensatingControl"],
    [{ validUntil: "2027-02-30" }, "validUntil"],
    [{ validUntil: day(-1) }, "validUntil"],
    [{ validUntil: day(800) }, "validUntil"],
    [{ reason: "\0" }, "reason"],
  ] as const) {
    const { details } = await expectError(await send({ ...good, ...change }), 400, "VALIDATION_ERROR");
    expect(details, JSON.stringify(change)).toMatchObject({ issues: [{ field }] });
  }
  for (const [change, id] of [
    [{ requirementId: "9.9" }, "9.9"],
    [{ ownerId: "nobody" }, "nobody"],
    [{ documentId: "none" }, "none"],
    [{ packId: "none" }, "none"],
  ] as const)
    expect((await expectError(await send({ ...good, ...change }), 404, "NOT_FOUND")).details).toEqual({ id });
  const claimed = { ...good, status: "APPROVED", approvedBy: ownerId, tenantId: ownerId };
  await expectError(await send(claimed), 400, "VALIDATION_ERROR");
  const made = exceptionReply.parse(await (await send(good)).json()).exception;
  expect(made).toMatchObject({ status: "PROPOSED", approvedBy: null, tenantId: tenant.id });
});
