import { createHash, createPublicKey, verify } from "node:crypto";
import { canonicalJson, checkpointKeysReply, runPackageContents } from "@assay/contract";
import { newId } from "@assay/db";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectRateLimit } from "../support/expect-rate-limit.ts";
import { openLink } from "../support/open-link.ts";
import { openZip } from "../support/open-zip.ts";
import { signAsPrepared } from "../support/settled-tenant.ts";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

let assay: TestService;
let tenant: TestTenant;
let anna: TestClient;
let runId: string;
let documentId: string;
beforeAll(async () => {
  assay = await testService();
  tenant = await assay.tenant();
  anna = await tenant.as("MEMBER");
  documentId = (await anna.settled((await anna.upload("policy.txt", policyText)).id)).id;
  runId = (await anna.startRun()).id;
  await anna.finished(runId);
  await signAsPrepared(anna, runId);
});
afterAll(() => assay.close());

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const pathOf = (query = "") => `/api/runs/${runId}/package${query}`;

async function load(client: TestClient, query = "") {
  const response = await client.call("GET", pathOf(query));
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { response, bytes, files: openZip(bytes) };
}

const textOf = (files: ReadonlyMap<string, Uint8Array>, name: string) => new TextDecoder().decode(files.get(name));
const jsonOf = (files: ReadonlyMap<string, Uint8Array>, name: string) => JSON.parse(textOf(files, name));

test("a package names each of its files with size and hash, and the deployment's key signs that", async () => {
  const { response, bytes, files } = await load(anna);
  expect(response.headers.get("Content-Length")).toBe(String(bytes.length));
  const signed = Buffer.concat([files.get("manifest.json")!, files.get("manifest.sig")!]);
  expect(response.headers.get("ETag")).toBe(`"${sha256(signed)}"`);
  expect([...files.keys()]).toEqual([...files.keys()].sort());
  expect(new Map(Object.entries(unzipSync(bytes)))).toEqual(files);
  const manifest = jsonOf(files, "manifest.json");
  const others = [...files].filter(([name]) => !name.startsWith("manifest."));
  expect(manifest.files).toEqual(
    others.map(([name, content]) => ({ name, size: content.length, sha256: sha256(content) })),
  );
  for (const [name, content] of files)
    if (name.endsWith(".json") || name.endsWith(".sig")) {
      const text = new TextDecoder().decode(content);
      expect(text, name).toBe(canonicalJson(JSON.parse(text)));
    }
  const { keys } = await anna.get("/.well-known/assay-checkpoint-keys.json", checkpointKeysReply);
  const { keyId, signature } = jsonOf(files, "manifest.sig");
  const { kty, crv, x } = keys.find(({ kid }) => kid === keyId)!;
  const key = createPublicKey({ key: { kty, crv, x }, format: "jwk" });
  expect(verify(null, files.get("manifest.json")!, key, Buffer.from(signature, "base64url"))).toBe(true);
  expect(manifest.signers).toEqual([{ signerId: expect.any(String), membership: expect.any(Array) }]);
  expect(manifest.counts).toMatchObject({ signOffs: 1, standingSignOffs: 1, documents: 1, reviews: 0 });
});

test("its audit entries run without a gap from the run's first to the checkpoint, and only those of the run are whole", async () => {
  await anna.upload("later.txt", "Nothing of this run.");
  const { files } = await load(anna);
  const entries = textOf(files, "audit.jsonl")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const checkpoint = JSON.parse(textOf(files, "checkpoint.txt"));
  for (const [at, entry] of entries.entries()) {
    if (at > 0)
      expect(entry).toMatchObject({ previousHash: entries[at - 1].hash, sequence: entries[at - 1].sequence + 1 });
    expect(Object.keys(entry).length === 3 || entry.runId === runId).toBe(true);
  }
  expect(entries[0].runId).toBe(runId);
  expect(entries.at(-1)).toMatchObject({ hash: checkpoint.statement.hash, sequence: checkpoint.statement.sequence });
  expect(jsonOf(files, "manifest.json")).toMatchObject({ auditHead: { hash: checkpoint.statement.hash } });
});

test("the same state gives the same bytes, whatever else happens; a change of it other ones", async () => {
  const [first, again] = await Promise.all([load(anna), load(anna)]);
  expect(sha256(again.bytes)).toBe(sha256(first.bytes));
  await anna.upload("other.txt", "Of no run yet.");
  const viewer = await tenant.as("VIEWER");
  expect(sha256((await load(viewer)).bytes)).toBe(sha256(first.bytes));
  const headers = { "If-None-Match": first.response.headers.get("ETag")! };
  expect((await anna.call("GET", pathOf(), { headers })).status).toBe(304);
  const comment = await anna.sendJson("POST", `/api/runs/${runId}/comments`, { text: "Looked at." });
  expect(comment.status).toBe(201);
  expect((await anna.call("GET", pathOf(), { headers })).status).toBe(200);
});

test("with originals it holds the cited ones as they were uploaded, and names one that is gone", async () => {
  const { files } = await load(anna, "?originals=cited");
  const name = `originals/${sha256(new TextEncoder().encode(policyText))}.txt`;
  expect(new TextDecoder().decode(files.get(name))).toBe(policyText);
  const contents = await anna.get(`/api/runs/${runId}/package/contents?originals=cited`, runPackageContents);
  expect(contents.files.map(({ name: each }) => each)).toEqual([...files.keys()]);

  expect((await anna.call("DELETE", `/api/documents/${documentId}`)).status).toBe(204);
  const without = await load(anna, "?originals=cited");
  expect([...without.files.keys()]).not.toContain(name);
  const { leftOut } = jsonOf(without.files, "manifest.json");
  expect(leftOut).toContainEqual({ what: expect.stringMatching(/^original /), why: "its document is deleted" });
  expect(leftOut).toContainEqual({ what: expect.stringMatching(/^chunk /), why: "its document is deleted" });
});

test("an auditor's link of the run reads it; a link of another run and another tenant are refused", async () => {
  const { client } = await openLink(assay, tenant, runId);
  await load(client);
  await expectError(await client.call("GET", `/api/runs/${newId()}/package`), 403, "FORBIDDEN");
  const other = await (await assay.tenant()).as("ADMIN");
  expect([403, 404]).toContain((await other.call("GET", pathOf())).status);
  await expectError(await anna.call("GET", `/api/runs/${newId()}/package`), 404, "NOT_FOUND");
});

test("packages, lists of what they hold and reports that are made as they are have a limit of their own", async () => {
  const slow = await testService({}, { limits: { packagesPerMinute: 3 } });
  const member = await (await slow.tenant()).as("MEMBER");
  const { id } = await member.startRun();
  await member.finished(id);
  const paths = ["package", "package/contents", "report?format=html"];
  await expectRateLimit(3, (served) => member.call("GET", `/api/runs/${id}/${paths[served % 3]}`));
  expect((await member.call("GET", `/api/runs/${id}/report?format=csv`)).status).toBe(200);
  await slow.close();
});
