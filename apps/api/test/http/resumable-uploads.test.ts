import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { documentReply, resumableUploadReply } from "@assay/contract";
import { makeFilesDue } from "@assay/core/documents";
import { inTenant } from "@assay/core/tenancy";
import { newId, type Transaction } from "@assay/db";
import { createFolderFileStore } from "@assay/embedded/files";
import { sql } from "drizzle-orm";
import { Upload } from "tus-js-client";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { open, write } from "../support/raw-http.ts";
import { makeKey } from "../support/settled-tenant.ts";
import { expectDocuments, storedFiles } from "../support/stored-files.ts";
import { expectError, type TestClient, until } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

const LIMIT = 600_000;
const PART = 1_000;
const TUS = { "Tus-Resumable": "1.0.0" };

let assay: TestService;
beforeAll(async () => {
  assay = await testService({ MAX_UPLOAD_BYTES: String(LIMIT) }, { limits: { uploadPartBytes: PART } });
});
afterAll(() => assay.close());

const textOf = (bytes: number) =>
  Buffer.from(`${randomBytes(8).toString("hex")} Backups are taken daily. `.repeat(bytes)).subarray(0, bytes);
const metadata = (pairs: Readonly<Record<string, string>>) =>
  Object.entries(pairs)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");

const begin = (
  client: TestClient,
  length: number | string,
  pairs: Readonly<Record<string, string>> = { filename: "a.txt" },
) =>
  client.call("POST", "/api/documents/uploads", {
    headers: { ...TUS, "Upload-Length": String(length), "Upload-Metadata": metadata(pairs) },
  });

async function begun(client: TestClient, length: number, pairs?: Readonly<Record<string, string>>): Promise<string> {
  const response = await begin(client, length, pairs);
  expect(response.status, await response.text()).toBe(201);
  return response.headers.get("Location")!;
}

/** Other bytes of the same number, as a disk may have them. */
async function damage(part: string): Promise<void> {
  const path = join(part, "bytes");
  const bytes = await readFile(path);
  bytes[0]! ^= 1;
  await writeFile(path, bytes);
}

const send = (client: TestClient, at: string, offset: number, bytes: Uint8Array) =>
  client.call("PATCH", at, {
    headers: { ...TUS, "Content-Type": "application/offset+octet-stream", "Upload-Offset": String(offset) },
    body: bytes as BodyInit,
  });

async function offsetOf(client: TestClient, at: string): Promise<number> {
  const response = await client.call("HEAD", at, { headers: TUS });
  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  return Number(response.headers.get("Upload-Offset"));
}

async function show(client: TestClient, at: string) {
  const response = await client.call("GET", at, { headers: TUS });
  return resumableUploadReply.parse(await response.json());
}

/** Sends a part of which the connection breaks once the service has stored `storedBytes` of it. */
async function breakOff(client: TestClient, at: string, offset: number, bytes: Uint8Array, storedBytes: number) {
  const socket = await open(assay.url);
  const lines = [
    `PATCH ${at} HTTP/1.1`,
    "Host: localhost",
    `Authorization: Bearer ${client.token}`,
    "Tus-Resumable: 1.0.0",
    "Content-Type: application/offset+octet-stream",
    `Upload-Offset: ${offset}`,
    `Content-Length: ${bytes.length + 1}`,
  ];
  await write(socket, `${lines.join("\r\n")}\r\n\r\n`);
  await write(socket, bytes);
  await until(
    () => offsetOf(client, at),
    (reached) => reached >= offset + storedBytes,
  );
  const before = patches();
  socket.destroy();
  await until(
    () => Promise.resolve(patches()),
    (now) => now > before,
  );
}

/** How many parts the service has done with, broken ones too. */
const patches = () => assay.log.filter((line) => line.includes('"PATCH"')).length;

describe("an upload in parts", () => {
  let tenant: TestTenant;
  let client: TestClient;
  beforeAll(async () => {
    tenant = await assay.tenant();
    client = await tenant.as("MEMBER");
  });

  test("goes on where each of three breaks left it, and becomes the same document as one that came whole", async () => {
    const bytes = textOf(12_345);
    const at = await begun(client, bytes.length, {
      ...{ filename: "broken.txt", category: "Policies", source: "folder", path: "a/broken.txt" },
      ...{ expiresAt: "2031-01-31", filetype: "text/plain" },
    });
    for (const sent of [3_500, 4_200, 2_999]) {
      const offset = await offsetOf(client, at);
      const stored = Math.floor(sent / PART) * PART;
      await breakOff(client, at, offset, bytes.subarray(offset, offset + sent), stored);
    }
    const after = await offsetOf(client, at);
    expect(after).toBeGreaterThanOrEqual(9_000);
    const last = await send(client, at, after, bytes.subarray(after));
    expect(last.status, await last.text()).toBe(204);
    expect(last.headers.get("Upload-Offset")).toBe(String(bytes.length));
    const { upload, document } = await show(client, at);
    expect(upload).toMatchObject({ receivedBytes: bytes.length, sizeBytes: bytes.length, duplicate: false });
    expect(document).toMatchObject({
      ...{ originalFilename: "broken.txt", category: "Policies", expiresAt: "2031-01-31", fileType: "txt" },
      ...{ sha256Hash: createHash("sha256").update(bytes).digest("hex"), sizeBytes: bytes.length },
      places: [{ source: "folder", path: "a/broken.txt", version: 1 }],
    });
    expect(await client.settled(document!.id)).toMatchObject({ status: "READY" });
    const whole = await client.sendFile("broken.txt", bytes);
    expect(whole.status).toBe(200);
    expect(documentReply.parse(await whole.json()).document.id).toBe(document!.id);
    await expectDocuments(assay, tenant, [document!.id]);
  });

  test("two parts for the same place at once: one is kept, the other answers 409 with the offset", async () => {
    const bytes = textOf(600);
    const at = await begun(client, 900);
    const answers = await Promise.all([send(client, at, 0, bytes), send(client, at, 0, bytes)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect((await expectError(refused, 409, "INVALID_STATE")).details).toEqual({ offset: 600 });
    expect(await offsetOf(client, at)).toBe(600);
    await expectError(await send(client, at, 599, bytes.subarray(0, 1)), 409, "INVALID_STATE");
    await expectError(await send(client, at, 0, new Uint8Array()), 409, "INVALID_STATE");
  });

  test("two last parts at once make one document", async () => {
    const bytes = textOf(700);
    const at = await begun(client, bytes.length, { filename: "twice.txt" });
    const answers = await Promise.all([send(client, at, 0, bytes), send(client, at, 0, bytes)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const { document } = await show(client, at);
    expect(document?.sha256Hash).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect((await send(client, at, bytes.length, new Uint8Array())).status).toBe(204);
    await expectError(await send(client, at, 0, bytes), 409, "INVALID_STATE");
    expect((await show(client, at)).document?.id).toBe(document?.id);
    const again = await begun(client, bytes.length, { filename: "thrice.txt" });
    expect((await send(client, again, 0, bytes)).status).toBe(204);
    expect(await show(client, again)).toMatchObject({ upload: { duplicate: true }, document: { id: document?.id } });
  });

  test("becomes the next version of a document", async () => {
    const { id } = await client.upload("policy.txt", textOf(300));
    const bytes = textOf(400);
    const at = await begun(client, bytes.length, { filename: "policy.txt", versionOf: id });
    expect((await send(client, at, 0, bytes)).status).toBe(204);
    expect((await show(client, at)).document).toMatchObject({ replacesDocumentId: id });
  });

  test("is refused as any upload is, once its bytes show what it is, and leaves nothing", async () => {
    const other = await assay.tenant();
    const member = await other.as("MEMBER");
    const at = await begun(member, 2_500, { filename: "program.pdf" });
    expect((await send(member, at, 0, Buffer.alloc(1_500, 7))).status).toBe(204);
    await expectError(await send(member, at, 1_500, Buffer.alloc(1_000, 7)), 415, "UNSUPPORTED_FILE_TYPE");
    await expectError(await member.call("GET", at, { headers: TUS }), 404, "NOT_FOUND");
    await expectDocuments(assay, other, []);
  });

  test("goes on after a part of which nobody learned that it was recorded", async () => {
    const bytes = textOf(1_500);
    const at = await begun(client, bytes.length, { filename: "unknown.txt" });
    const { db } = assay.service;
    const transaction = db.transaction.bind(db) as (...args: unknown[]) => Promise<unknown>;
    const lost = vi.spyOn(db, "transaction").mockImplementation((async (...args: unknown[]) => {
      const written = (await transaction(...args)) as { receivedBytes?: number; filename?: string } | undefined;
      if (written?.filename !== "unknown.txt" || written.receivedBytes !== PART) return written;
      lost.mockRestore();
      throw new Error("The connection broke after the commit");
    }) as never);
    expect((await send(client, at, 0, bytes)).status).toBeGreaterThanOrEqual(500);
    expect(await offsetOf(client, at)).toBe(PART);
    expect((await send(client, at, PART, bytes.subarray(PART))).status).toBe(204);
    expect((await show(client, at)).document?.sha256Hash).toBe(createHash("sha256").update(bytes).digest("hex"));
  });

  test.each([
    ["gone", (part: string) => rm(part, { recursive: true })],
    ["damaged at the same size", damage],
  ])("of which a stored part is %s is given up, so that nobody sends its end again and again", async (_, harm) => {
    const other = await assay.tenant();
    const member = await other.as("MEMBER");
    const at = await begun(member, 2_500);
    expect((await send(member, at, 0, textOf(1_500))).status).toBe(204);
    const folder = join(assay.service.dataDir, "files", other.id, at.split("/").at(-1)!);
    await harm(join(folder, (await readdir(folder)).sort()[0]!));
    await expectError(await send(member, at, 1_500, textOf(1_000)), 500, "INTEGRITY_ERROR");
    await expectError(await member.call("GET", at, { headers: TUS }), 404, "NOT_FOUND");
    await expectDocuments(assay, other, []);
  });

  test("whose document has another version by its end is given up", async () => {
    const other = await assay.tenant();
    const member = await other.as("MEMBER");
    const { id } = await member.upload("policy.txt", textOf(300));
    const at = await begun(member, 400, { filename: "policy.txt", versionOf: id });
    const replaced = await begun(member, 200, { filename: "policy.txt", versionOf: id });
    expect((await send(member, replaced, 0, textOf(200))).status).toBe(204);
    await expectError(await send(member, at, 0, textOf(400)), 409, "INVALID_STATE");
    await expectError(await member.call("GET", at, { headers: TUS }), 404, "NOT_FOUND");
  });

  test("takes no more bytes than it said it has", async () => {
    const at = await begun(client, 10);
    await expectError(await send(client, at, 0, Buffer.alloc(11)), 400, "VALIDATION_ERROR");
    const chunks = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(11));
        controller.close();
      },
    });
    const chunked = { body: chunks, duplex: "half" } as RequestInit;
    const headers = { ...TUS, "Content-Type": "application/offset+octet-stream", "Upload-Offset": "0" };
    await expectError(await client.call("PATCH", at, { headers, ...chunked }), 400, "VALIDATION_ERROR");
    expect(await offsetOf(client, at)).toBe(0);
  });

  test("is given up: its parts go", async () => {
    const other = await assay.tenant();
    const member = await other.as("MEMBER");
    const at = await begun(member, 5_000);
    expect((await send(member, at, 0, textOf(3_000))).status).toBe(204);
    expect(await storedFiles(assay, other)).toHaveLength(1);
    expect((await member.call("DELETE", at, { headers: TUS })).status).toBe(204);
    await expectError(await member.call("GET", at, { headers: TUS }), 404, "NOT_FOUND");
    await expectDocuments(assay, other, []);
  });

  test("is given up by an ADMIN, too, who did not begin it", async () => {
    const at = await begun(client, 100);
    const admin = await tenant.as("ADMIN");
    expect((await admin.call("DELETE", at, { headers: TUS })).status).toBe(204);
    await expectError(await client.call("GET", at, { headers: TUS }), 404, "NOT_FOUND");
  });

  test("is one of 100 that one caller has under way", async () => {
    const other = await assay.tenant();
    const member = await other.as("MEMBER");
    const first = await begun(member, 10);
    for (let open = 1; open < 100; open++) await begun(member, 10);
    expect((await expectError(await begin(member, 10), 429, "RATE_LIMITED")).details).toEqual({ openMax: 100 });
    await begun(await other.as("ADMIN"), 10);
    expect((await member.call("DELETE", first, { headers: TUS })).status).toBe(204);
    await begun(member, 10);
  });

  test("is the caller's own: for anybody else, of the tenant and of another, it is not there", async () => {
    const at = await begun(client, 100);
    const { key } = await makeKey(await tenant.as("ADMIN"), "MEMBER");
    for (const other of [assay.client(key), await (await assay.tenant()).as("SUPER_ADMIN")]) {
      await expectError(await other.call("GET", at, { headers: TUS }), 404, "NOT_FOUND");
      expect((await other.call("HEAD", at, { headers: TUS })).status).toBe(404);
      await expectError(await send(other, at, 0, textOf(100)), 404, "NOT_FOUND");
      await expectError(await other.call("DELETE", at, { headers: TUS }), 404, "NOT_FOUND");
    }
    await expectError(await send(client, `/api/uploads/${newId()}`, 0, textOf(1)), 404, "NOT_FOUND");
    await expectError(await send(client, "/api/uploads/none", 0, textOf(1)), 404, "NOT_FOUND");
    expect(await offsetOf(client, at)).toBe(0);
  });

  test("is refused before any byte when it is too large, empty, or not what it should be", async () => {
    const over = await expectError(await begin(client, LIMIT + 1), 413, "FILE_TOO_LARGE");
    expect(over.details).toEqual({ limitBytes: LIMIT });
    for (const length of ["0", "-1", "1e3", ""])
      await expectError(await begin(client, length), 400, "VALIDATION_ERROR");
    for (const pairs of [
      {},
      { filename: "none" },
      { filename: "a.txt", source: "folder" },
      { filename: "a.txt", categori: "Policies" },
      { filename: "a.txt", expiresAt: "soon" },
      { filename: `${"a".repeat(300)}.txt` },
    ] as Record<string, string>[])
      await expectError(await begin(client, 10, pairs), 400, "VALIDATION_ERROR");
    await expectError(await begin(client, 10, { filename: "a.txt", versionOf: newId() }), 404, "NOT_FOUND");
    await expectError(await begin(client, 10, { filename: "a.txt", ownerId: newId() }), 404, "NOT_FOUND");
    await expectError(await begin(await tenant.as("VIEWER"), 10), 403, "FORBIDDEN");
    const unlike = await client.call("POST", "/api/documents/uploads", { headers: { "Tus-Resumable": "0.2.2" } });
    expect(unlike.headers.get("Tus-Version")).toBe("1.0.0");
    await expectError(unlike, 400, "VALIDATION_ERROR");
    const at = await begun(client, 10);
    const asForm = { headers: { ...TUS, "Content-Type": "text/plain", "Upload-Offset": "0" }, body: "0123456789" };
    await expectError(await client.call("PATCH", at, asForm), 415, "UNSUPPORTED_MEDIA_TYPE");
  });

  test("by tus-js-client becomes a document", async () => {
    const bytes = textOf(9_000);
    await new Promise<void>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${assay.url}/api/documents/uploads`,
        headers: { Authorization: `Bearer ${client.token}` },
        metadata: { filename: "by-another-client.txt", filetype: "text/plain" },
        chunkSize: 4_000,
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
    const known = await client.sendFile("by-another-client.txt", bytes);
    expect(known.status).toBe(200);
  });
});

test("a last part that comes again while it is put together meets what it has become, and does not end it", async () => {
  const root = await mkdtemp(join(tmpdir(), "assay-files-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const store = createFolderFileStore({ root });
  // The late one has announced its part, and reads only when the other has ended.
  const announced = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let hold: (() => Promise<void>) | undefined;
  const files = {
    ...store,
    async get(...args: Parameters<typeof store.get>) {
      const held = hold?.();
      hold = undefined;
      await held;
      return store.get(...args);
    },
  };
  const held = await testService({}, { files, limits: { uploadPartBytes: PART } });
  onTestFinished(() => held.close());
  const client = await (await held.tenant()).as("MEMBER");
  const bytes = textOf(1_500);
  const at = await begun(client, bytes.length);
  expect((await send(client, at, 0, bytes.subarray(0, PART))).status).toBe(204);
  hold = () => {
    announced.resolve();
    return ended.promise;
  };
  const late = send(client, at, PART, bytes.subarray(PART));
  await announced.promise;
  expect((await send(client, at, PART, bytes.subarray(PART))).status).toBe(204);
  ended.resolve();
  expect((await expectError(await late, 409, "INVALID_STATE")).details).toEqual({ offset: bytes.length });
  const { document } = await show(client, at);
  expect(document?.sha256Hash).toBe(createHash("sha256").update(bytes).digest("hex"));
});

describe("parts of a file", () => {
  test("are as large as it needs so that 500 make it", async () => {
    const tenant = await assay.tenant();
    const client = await tenant.as("MEMBER");
    const at = await begun(client, 500 * 1_200);
    expect((await send(client, at, 0, textOf(3_500))).status).toBe(204);
    const folder = join(assay.service.dataDir, "files", tenant.id, at.split("/").at(-1)!);
    expect(await readdir(folder)).toHaveLength(3);
  });

  test("that are too many are refused without an offset, and the upload is given up", async () => {
    const tenant = await assay.tenant();
    const client = await tenant.as("MEMBER");
    const at = await begun(client, 2_000);
    expect((await send(client, at, 0, textOf(PART))).status).toBe(204);
    const id = at.split("/").at(-1)!;
    await inTenant({ db: assay.service.db, tenantId: tenant.id }, (tx) =>
      tx.execute(sql`update uploads set parts_begun = 1000 where id = ${id}`),
    );
    expect((await expectError(await send(client, at, 0, textOf(10)), 409, "INVALID_STATE")).details).toEqual({
      offset: PART,
    });
    const refused = await expectError(await send(client, at, PART, textOf(PART)), 409, "INVALID_STATE");
    expect(refused.message).toContain("1000 parts");
    expect(refused.details).toBeUndefined();
    await expectError(await client.call("GET", at, { headers: TUS }), 404, "NOT_FOUND");
  });
});

test("uploads that are under way have their room of the tenant's quota, until they are given up", async () => {
  const small = await testService({ BYTES_PER_TENANT_MAX: "10000" });
  try {
    const client = await (await small.tenant()).as("MEMBER");
    const at = await begun(client, 6_000);
    await expectError(await begin(client, 6_000), 409, "TENANT_LIMIT_EXCEEDED");
    await expectError(await client.sendFile("b.txt", textOf(6_000)), 409, "TENANT_LIMIT_EXCEEDED");
    expect((await send(client, at, 0, textOf(6_000))).status).toBe(204);
    const other = await begun(client, 4_000);
    await expectError(await begin(client, 1), 409, "TENANT_LIMIT_EXCEEDED");
    expect((await client.call("DELETE", other, { headers: TUS })).status).toBe(204);
    await begun(client, 4_000);
  } finally {
    await small.close();
  }
});

test("an upload that nobody ends goes after its time, with all that came of it", async () => {
  const tenant = await assay.tenant();
  const client = await tenant.as("MEMBER");
  const at = await begun(client, 5_000);
  expect((await send(client, at, 0, textOf(2_500))).status).toBe(204);
  const id = at.split("/").at(-1)!;
  const { expiresAt } = (await show(client, at)).upload;
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  const inTenantOf = <T>(act: (tx: Transaction) => Promise<T>) =>
    inTenant({ db: assay.service.db, tenantId: tenant.id }, act);
  await inTenantOf((tx) => tx.execute(sql`update uploads set expires_at = now() where id = ${id}`));
  await expectError(await send(client, at, 2_500, textOf(10)), 404, "NOT_FOUND");
  await inTenantOf((tx) => makeFilesDue(tx, tenant.id, [id]));
  await expectDocuments(assay, tenant, []);
});

test("what is refused with its last byte is not asked for again by the next plan of its source", async () => {
  const member = await (await assay.tenant()).as("MEMBER");
  const bytes = Buffer.from(`MZ${"\0".repeat(PART)}`);
  const [{ planId }, file] = await planOf(member, bytes);
  expect(file).toMatchObject({ action: "upload" });
  await refuse(member, bytes, "tool.pdf");
  await member.sendJson("POST", "/api/sources/night/manifests", { planId });
  expect((await planOf(member, bytes))[1]).toMatchObject({ action: "refused", code: "UNSUPPORTED_FILE_TYPE" });
});

test("what is refused under a name of another type is asked for again, under its own", async () => {
  const member = await (await assay.tenant()).as("MEMBER");
  const bytes = Buffer.from("%PDF-1.7 is how it begins");
  const [{ planId }] = await planOf(member, bytes);
  await refuse(member, bytes, "tool.png");
  await member.sendJson("POST", "/api/sources/night/manifests", { planId });
  expect((await planOf(member, bytes))[1]).toMatchObject({ action: "upload" });
});

async function planOf(member: TestClient, bytes: Buffer) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const body = JSON.stringify({ path: "tool.pdf", sha256, bytes: bytes.length });
  const headers = { "Content-Type": "application/x-ndjson" };
  const response = await member.call("POST", "/api/sources/night/plan", { headers, body });
  const lines = (await response.text()).trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

async function refuse(member: TestClient, bytes: Buffer, filename: string): Promise<void> {
  const at = await begun(member, bytes.length, { filename, source: "night", path: "tool.pdf" });
  await expectError(await send(member, at, 0, bytes), 415, "UNSUPPORTED_FILE_TYPE");
}
