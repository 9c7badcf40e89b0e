import { createHash } from "node:crypto";
import { Assay } from "@assay/client";
import { closedSyncReply, manifestReply, PLAN_LIMITS, sourceListReply } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectError } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

let assay: TestService;
beforeAll(async () => {
  assay = await testService();
});
afterAll(() => assay.close());

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const fileOf = (path: string, text: string) => ({ path, sha256: hash(text), bytes: text.length });
const plan = (source: string) => `/api/sources/${encodeURIComponent(source)}/plan`;
const lines = (...files: object[]) => ({
  headers: { "Content-Type": "application/x-ndjson" },
  body: files.map((file) => `${JSON.stringify(file)}\n`).join(""),
});

test("a folder is synced by its plan, and its manifest is served with its files as they were signed", async () => {
  const tenant = await assay.tenant();
  const member = await tenant.as("MEMBER");
  const client = new Assay({ baseUrl: assay.url, token: member.token! });
  const source = "team/evidence";
  await member.upload("old.txt", "An old rule.", { source, path: "old.txt" });
  const file = fileOf("a.txt", "A rule.");
  const { planId, entries, ...header } = await client.sources.plan(source, [file]);
  expect(header).toEqual({ source, expiresAt: expect.any(String), upload: 1, unchanged: 0, refused: 0, retire: 1 });
  expect(entries.map(({ path, action }) => `${path} ${action}`).sort()).toEqual(["a.txt upload", "old.txt retire"]);
  const second = await member.call("POST", plan(source), lines(file));
  expect((await expectError(second, 409, "INVALID_STATE")).details).toMatchObject({ planId });
  const { id } = await member.upload("a.txt", "A rule.", { source, path: "a.txt" });
  const response = await member.sendJson("POST", `/api/sources/${encodeURIComponent(source)}/manifests`, { planId });
  const { sync } = closedSyncReply.parse(await response.json());
  expect(sync).toMatchObject({ kept: 1, removed: [{ path: "old.txt" }], notHeld: [] });
  const manifest = sync.manifest!;
  const at = `/api/sources/${encodeURIComponent(source)}/manifests/${manifest.id}`;
  expect(await member.get(at, manifestReply)).toEqual({ manifest });
  const files = await member.call("GET", `${at}/files`);
  const text = await files.text();
  expect(hash(text)).toBe(JSON.parse(manifest.payload).filesHash);
  expect(files.headers.get("ETag")).toBe(`"${hash(text)}"`);
  expect(JSON.parse(text)).toEqual({ ...file, documentId: id, version: 1 });
  const { sources } = await member.get("/api/sources", sourceListReply);
  expect(sources).toMatchObject([{ name: source, files: 1, lastManifestHash: manifest.payloadHash }]);
});

test("another tenant has neither the plan nor the manifest", async () => {
  const [ours, theirs] = [await (await assay.tenant()).as("MEMBER"), await (await assay.tenant()).as("MEMBER")];
  const close = (client: typeof ours, planId: string) =>
    client.sendJson("POST", "/api/sources/folder/manifests", { planId });
  const header = JSON.parse((await (await ours.call("POST", plan("folder"), lines())).text()).split("\n")[0]!);
  await expectError(await close(theirs, header.planId), 403, "CROSS_TENANT_ACCESS_DENIED");
  const { sync } = closedSyncReply.parse(await (await close(ours, header.planId)).json());
  const path = `/api/sources/folder/manifests/${sync.manifest!.id}`;
  await expectError(await theirs.call("GET", path), 403, "CROSS_TENANT_ACCESS_DENIED");
});

test.each([
  ["no JSON", "{", 400, "VALIDATION_ERROR"],
  ["an unknown key", JSON.stringify({ ...fileOf("a", "b"), size: 1 }), 400, "VALIDATION_ERROR"],
  ["an upper-case digest", JSON.stringify({ path: "a", sha256: "A".repeat(64), bytes: 1 }), 400, "VALIDATION_ERROR"],
  ["a lone surrogate", `{"path":"\\ud800","sha256":"${hash("a")}","bytes":1}`, 400, "VALIDATION_ERROR"],
  ["a line without an end", "x".repeat(PLAN_LIMITS.lineBytes + 1), 413, "PAYLOAD_TOO_LARGE"],
  ["too many lines", "\n".repeat(PLAN_LIMITS.lines + 1), 413, "PAYLOAD_TOO_LARGE"],
] as const)("a plan with %s is refused, and none is kept", async (_, body, status, code) => {
  const member = await (await assay.tenant()).as("MEMBER");
  const { headers } = lines();
  await expectError(await member.call("POST", plan("folder"), { headers, body }), status, code);
  expect((await member.call("POST", plan("folder"), lines())).status).toBe(200);
});

test("a plan is NDJSON, and a member's", async () => {
  const tenant = await assay.tenant();
  const member = await tenant.as("MEMBER");
  await expectError(await member.sendJson("POST", plan("folder"), {}), 415, "UNSUPPORTED_MEDIA_TYPE");
  await expectError(await (await tenant.as("VIEWER")).call("POST", plan("folder"), lines()), 403, "FORBIDDEN");
  await expectError(await member.call("POST", plan("a\u0001b"), lines()), 400, "VALIDATION_ERROR");
});
