import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  auditListReply,
  documentReply,
  documentStatusReply,
  egressListReply,
  residencyReply,
  retrievalVersionListReply,
} from "@assay/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectError } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

const PATH = "/api/admin/residency";
const TEXT = "Backups are taken every day by the operations team.";
const DIMENSIONS = 768;

/** The bodies that arrived at the model server, whatever it was asked. */
const arrived: string[] = [];
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const bytes of request) body += bytes;
  if (request.method !== "POST") return void response.writeHead(404).end();
  arrived.push(body);
  response.setHeader("content-type", "application/json");
  if (!request.url!.endsWith("/embeddings")) return void response.writeHead(503).end("{}");
  const { input } = JSON.parse(body) as { input: string[] };
  const vector = Array.from({ length: DIMENSIONS }, (_, at) => (at === 0 ? 1 : 0));
  response.end(JSON.stringify({ data: input.map((_, index) => ({ index, embedding: vector })) }));
}
const server = createServer((request, response) => void answer(request, response));

let assay: TestService;
let host: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  assay = await testService({
    MODEL_PROVIDER: "openai-compatible",
    OPENAI_COMPATIBLE_BASE_URL: `http://${host}/v1`,
    OPENAI_COMPATIBLE_MODEL: "judge",
    OPENAI_COMPATIBLE_EMBEDDING_MODEL: "embed",
    MODEL_FALLBACK_PROVIDER: "openai-compatible",
  });
});
afterAll(async () => {
  await assay.close();
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  arrived.length = 0;
});

test("of a tenant that allows no provider an upload, a second reading and a run reach none: each says so", async () => {
  const admin = await (await assay.tenant()).as("ADMIN");
  const change = (allowedProviders: unknown) => admin.sendJson("PUT", PATH, { allowedProviders });
  expect((await change(["offline"])).status).toBe(200);
  const { id } = await admin.upload("policy.txt", TEXT);
  const waiting = { reason: "PROVIDER_NOT_ALLOWED", provider: "openai-compatible" };
  const status = () => admin.get(`/api/documents/${id}/status`, documentStatusReply);
  await expect.poll(status).toMatchObject({ status: "PARSED", waiting, readyAt: null, failure: null });
  expect((await status()).waiting!.message).toContain("openai-compatible");
  const { document } = await admin.get(`/api/documents/${id}`, documentReply);
  expect(document.waiting).toMatchObject(waiting);

  const error = await expectError(await admin.sendJson("POST", "/api/runs/start", {}), 409, "INVALID_STATE");
  expect(error.details).toMatchObject({ provider: "openai-compatible" });
  await expectError(await admin.sendJson("POST", "/api/runs/start?dryRun=true", {}), 409, "INVALID_STATE");
  expect(arrived).toEqual([]);

  expect((await change(null)).status).toBe(200);
  await admin.settled(id);
  expect(arrived.length).toBeGreaterThan(0);
  const { egress } = await admin.get("/api/admin/egress", egressListReply);
  const bytes = arrived.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
  const row = { provider: "openai-compatible", host, purpose: "EMBEDDING", runId: null };
  expect(egress).toMatchObject([{ ...row, requests: arrived.length, bytes }]);

  arrived.length = 0;
  expect((await change([])).status).toBe(200);
  // Another name is another text to embed.
  const renamed = await admin.sendJson("POST", `/api/documents/${id}/reprocess`, {});
  expect([202, 409]).toContain(renamed.status);
  const again = await admin.upload("again.txt", `${TEXT} On Sundays too.`);
  await expect
    .poll(() => admin.get(`/api/documents/${again.id}/status`, documentStatusReply))
    .toMatchObject({ waiting });
  expect(arrived).toEqual([]);
  expect(await admin.get("/api/admin/egress", egressListReply)).toMatchObject({ egress });
});

test("who may be given text is the tenant's own choice, audited, of providers that are known", async () => {
  const [tenant, other] = [await assay.tenant(), await assay.tenant()];
  const admin = await tenant.as("ADMIN");
  const change = (allowedProviders: unknown) => admin.sendJson("PUT", PATH, { allowedProviders });
  const { residency } = await admin.get(PATH, residencyReply);
  expect(residency).toEqual({
    allowedProviders: null,
    retrievalVersionId: null,
    destinations: [{ provider: "openai-compatible", host, purposes: ["EMBEDDING", "ASSESSMENT"] }],
  });
  for (const turn of [1, 2]) expect((await change(["gemini"])).status, `turn ${turn}`).toBe(200);
  expect((await admin.get(PATH, residencyReply)).residency.allowedProviders).toEqual(["gemini"]);
  expect((await (await other.as("ADMIN")).get(PATH, residencyReply)).residency.allowedProviders).toBeNull();
  for (const wrong of [["cloud"], ["gemini", "gemini"], "gemini", undefined])
    await expectError(await change(wrong), 400, "VALIDATION_ERROR");
  const member = await tenant.as("MEMBER");
  await expectError(await member.sendJson("PUT", PATH, { allowedProviders: null }), 403, "FORBIDDEN");
  const { entries } = await admin.get("/api/admin/audit-logs?limit=50", auditListReply);
  const changes = entries.filter(({ action }) => action === "tenant.allowed_providers_changed");
  expect(changes.map(({ details }) => details)).toEqual([{ allowedProviders: ["gemini"] }]);
});

test("a SUPER_ADMIN binds a tenant to an engine version, and to the active one again", async () => {
  const tenant = await assay.tenant();
  const root = await tenant.as("SUPER_ADMIN");
  const bind = (retrievalVersionId: unknown, by = root) =>
    by.sendJson("PUT", `${PATH}/engine-version`, { retrievalVersionId });
  const { retrievalVersions } = await root.get("/api/admin/retrieval-versions", retrievalVersionListReply);
  const active = retrievalVersions.find(({ inForce }) => inForce)!;
  await expectError(await bind(active.id, await tenant.as("ADMIN")), 403, "FORBIDDEN");
  await expectError(await bind("019f0000-0000-7000-8000-000000000000"), 404, "NOT_FOUND");
  expect((await bind(active.id)).status).toBe(200);
  expect((await root.get(PATH, residencyReply)).residency.retrievalVersionId).toBe(active.id);
  expect((await bind(null)).status).toBe(200);
  const { entries } = await root.get("/api/admin/audit-logs?limit=50", auditListReply);
  const actions = entries.map(({ action }) => action).filter((action) => action.startsWith("tenant.engine_"));
  expect(actions).toEqual(["tenant.engine_unbound", "tenant.engine_bound"]);
});
