import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { documentReply } from "@assay/contract";
import { destroyFileKeys } from "@assay/core/file-keys";
import { inTenant } from "@assay/core/tenancy";
import { addSecretKey, secretKeysToText } from "@assay/embedded/secret-box";
import { openTestDatabase, type TestDatabase } from "@assay/testing";
import { zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { policyText } from "../support/small-pack.ts";
import { expectError, type TestClient, until } from "../support/test-client.ts";
import { type TestService, testService } from "../support/test-service.ts";

const MB = 1_048_576;
const FILES_KEY = secretKeysToText(addSecretKey());

let database: TestDatabase;
let assay: TestService;
beforeAll(async () => {
  database = await openTestDatabase();
  assay = await testService({ FILES_KEY }, {}, Promise.resolve({ ...database, close: async () => {} }));
});
afterAll(async () => {
  await assay.close();
  await database.close();
});

const original = (client: TestClient, id: string, range?: string) =>
  client.call("GET", `/api/documents/${id}/original`, range === undefined ? {} : { headers: { Range: range } });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** The file of each document as it is on the disk. */
async function stored(documentId: string): Promise<string[]> {
  const files = join(assay.service.dataDir, "files");
  const paths = await readdir(files, { recursive: true });
  return paths.filter((path) => path.includes(documentId) && path.endsWith("bytes")).map((path) => join(files, path));
}

/** Larger than what is checked as a whole before its first byte is sent. */
function largePdf(): Buffer {
  const file = Buffer.alloc(9 * MB, 32);
  file.write("%PDF-1.7\n");
  for (let at = 4096; at < file.length; at += 4096) file.writeUInt32BE(at, at);
  return file;
}

test("uploads and members of an archive are encrypted on the disk, read as evidence, and come back whole and in ranges", async () => {
  const client = await (await assay.tenant()).as("ADMIN");
  const text = Buffer.from(policyText);
  const uploaded = await client.settled((await client.upload("policy.txt", text)).id);
  expect(uploaded.status).toBe("READY");
  const other = Buffer.from(`${policyText}\nOf an archive.`);
  const archive = await client.settled((await client.upload("all.zip", zipSync({ "other.txt": other }))).id);
  expect(archive.status).toBe("READY");
  const large = largePdf();
  const { id: largeId } = await client.upload("large.pdf", large);

  for (const [id, bytes] of [
    [uploaded.id, text],
    [largeId, large],
  ] as const) {
    const [path, ...others] = await stored(id);
    expect(others).toEqual([]);
    expect((await readFile(path!)).includes(bytes.subarray(100, 132))).toBe(false);
    expect((await bytesOf(await original(client, id))).equals(bytes)).toBe(true);
    const end = bytes.length - 1;
    for (const [from, to] of [
      [0, 0],
      [5, 60],
      [end - 1, end],
    ] as const) {
      const part = await original(client, id, `bytes=${from}-${to}`);
      expect(part.status).toBe(206);
      expect((await bytesOf(part)).equals(bytes.subarray(from, to + 1))).toBe(true);
    }
  }
  const edge = await original(client, largeId, `bytes=${MB - 1}-${2 * MB}`);
  expect((await bytesOf(edge)).equals(large.subarray(MB - 1, 2 * MB + 1))).toBe(true);
});

test("a changed byte of an encrypted file is 500 before the first byte, and it is no evidence any more", async () => {
  const client = await (await assay.tenant()).as("ADMIN");
  const { id } = await client.settled((await client.upload("policy.txt", policyText)).id);
  const [path] = await stored(id);
  const file = await readFile(path!);
  file[200]! ^= 1;
  await writeFile(path!, file);
  await expectError(await original(client, id), 500, "INTEGRITY_ERROR");
  await expectError(await original(client, id, "bytes=0-9"), 500, "INTEGRITY_ERROR");
  const failure = await until(
    async () => (await client.get(`/api/documents/${id}`, documentReply)).document.failure?.code,
    (code) => code !== undefined,
  );
  expect(failure).toBe("HASH_MISMATCH");
});

test("a service without the key is not ready, and loses no original", async () => {
  const client = await (await assay.tenant()).as("ADMIN");
  const { id } = await client.settled((await client.upload("policy.txt", policyText)).id);
  const FILES_DIR = join(assay.service.dataDir, "files");
  const other = await testService({ FILES_DIR }, {}, Promise.resolve({ ...database, close: async () => {} }));
  const ready = await fetch(`${other.url}/readyz`);
  await other.close();
  expect(ready.status).toBe(503);
  expect(other.log.join("\n")).toContain("files.unavailable");
  expect((await bytesOf(await original(client, id))).toString()).toBe(policyText);
});

test("a tenant whose keys are destroyed has no originals any more", async () => {
  const tenant = await assay.tenant();
  const client = await tenant.as("ADMIN");
  const { id } = await client.settled((await client.upload("policy.txt", policyText)).id);
  const scope = { db: assay.service.db, tenantId: tenant.id };
  expect((await original(client, id)).status).toBe(200);
  const events = await inTenant(scope, (tx) => destroyFileKeys(tx, scope));
  expect(events).toMatchObject([{ action: "file_key.destroyed", objectType: "file_key" }]);
  await expectError(await original(client, id), 409, "INVALID_STATE");
});

test("readiness fails its storage where another key is set, and says nothing of it with the right one", async () => {
  const client = await (await assay.tenant()).as("ADMIN");
  await client.settled((await client.upload("policy.txt", policyText)).id);
  expect((await assay.client().call("GET", "/readyz")).status).toBe(200);
  const settings = { FILES_KEY: secretKeysToText(addSecretKey()), FILES_DIR: join(assay.service.dataDir, "files") };
  const wrong = await testService(settings, {}, Promise.resolve({ ...database, close: async () => {} }));
  try {
    const refused = await expectError(await wrong.client().call("GET", "/readyz"), 503, "SERVICE_UNAVAILABLE");
    expect(refused.details).toEqual({ failed: ["storage"] });
  } finally {
    await wrong.close();
  }
});
