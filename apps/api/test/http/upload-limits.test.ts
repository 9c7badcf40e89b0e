import { createHash } from "node:crypto";
import { documentReply } from "@assay/contract";
import { newId } from "@assay/db";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chunked, open, parseAnswer, type RawAnswer, readAll, repeated, sendRaw, write } from "../support/raw-http.ts";
import { expectDocuments, openParts, storedFiles } from "../support/stored-files.ts";
import { expectError, type TestClient, until } from "../support/test-client.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

const LIMIT = 300_000;
const BIG = 960; // times 64 KiB: 60 MB

let assay: TestService;
let tenant: TestTenant;
let client: TestClient;
const kept: string[] = [];
beforeAll(async () => {
  assay = await testService({ MAX_UPLOAD_BYTES: String(LIMIT) });
  tenant = await assay.tenant({ pack: null });
  client = await tenant.as("MEMBER");
});
afterAll(() => assay.close());

const uploadHead = (token: string | undefined, more: readonly (readonly [string, string])[] = []) => ({
  path: "/api/documents/upload",
  headers: [
    ["Authorization", `Bearer ${token}`],
    ["Content-Type", "multipart/form-data; boundary=x"],
    ...more,
  ] as const,
});
const opening = (filename: string) =>
  `--x\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
const closing = "\r\n--x--\r\n";

function expectTooLarge(answer: RawAnswer): void {
  expect(answer.status, answer.body).toBe(413);
  const requestId = answer.headers.get("X-Request-Id");
  expect(JSON.parse(answer.body)).toMatchObject({ error: "FILE_TOO_LARGE", details: { limitBytes: LIMIT }, requestId });
}

describe("the size limit", () => {
  test("lets in a file of exactly the limit and answers 413 with limitBytes for one byte more", async () => {
    const exact = await client.upload("exact.txt", "a".repeat(LIMIT));
    expect(exact.sizeBytes).toBe(LIMIT);
    kept.push(exact.id);
    const over = await client.sendFile("over.txt", "a".repeat(LIMIT + 1));
    expect((await expectError(over, 413, "FILE_TOO_LARGE")).details).toEqual({ limitBytes: LIMIT });
    await expectDocuments(assay, tenant, kept);
  });

  test("counts the file's real bytes: of a chunked body without a length, and not the form around it", async () => {
    const chunkedHead = uploadHead(client.token, [["Transfer-Encoding", "chunked"]]);
    const over = [opening("chunked.txt"), "b".repeat(LIMIT), "b", closing];
    expectTooLarge(await sendRaw(assay.url, chunkedHead, chunked(over)));
    const exact = [opening("chunked.txt"), "b".repeat(LIMIT - 1), "b", closing];
    const answer = await sendRaw(assay.url, chunkedHead, chunked(exact));
    expect(answer.status, answer.body).toBe(201);
    kept.push(documentReply.parse(JSON.parse(answer.body)).document.id);
    await expectDocuments(assay, tenant, kept);
  });

  test("is not fooled by a Content-Length that lies", async () => {
    const body = [opening("liar.txt"), "c".repeat(LIMIT + 1), closing];
    const short = await sendRaw(assay.url, uploadHead(client.token, [["Content-Length", "100"]]), body);
    expect(short.status).toBe(400);
    const long = await open(assay.url);
    const { path, headers } = uploadHead(client.token, [["Content-Length", "999999999"]]);
    const lines = [`POST ${path} HTTP/1.1`, "Host: localhost", ...headers.map((pair) => pair.join(": "))];
    await write(long, `${lines.join("\r\n")}\r\n\r\n`);
    for (const piece of body) await write(long, piece);
    const { promise, resolve } = Promise.withResolvers<string>();
    long.on("data", (piece) => resolve(String(piece))).resume();
    expectTooLarge(parseAnswer(await promise));
    long.destroy();
    await expectDocuments(assay, tenant, kept);
  });
});

describe("a refused body of 60 MB is drained, so that the client reads the answer", () => {
  const refusals: Record<string, () => Promise<{ token: string; type?: string; status: number }>> = {
    "401": async () => ({ token: "nonsense", status: 401 }),
    "403": async () => ({ token: await tenant.token("VIEWER"), status: 403 }),
    "413": async () => ({ token: await tenant.token("MEMBER"), status: 413 }),
    "415": async () => ({ token: await tenant.token("MEMBER"), type: "text/plain", status: 415 }),
  };
  test.each(Object.keys(refusals))("of a %s to a client that reads only after writing everything", async (name) => {
    const { token, type = "multipart/form-data; boundary=x", status } = await refusals[name]!();
    const headers = [
      ["Authorization", `Bearer ${token}`],
      ["Content-Type", type],
      ["Transfer-Encoding", "chunked"],
    ] as const;
    const body = function* () {
      yield opening("big.txt");
      yield* repeated(BIG);
      yield closing;
    };
    const answer = await sendRaw(assay.url, { path: "/api/documents/upload", headers }, chunked(body()));
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ requestId: answer.headers.get("X-Request-Id") });
  });

  test.each(Object.keys(refusals))("of a %s to fetch, and further requests go through", async (name) => {
    const { token, type, status } = await refusals[name]!();
    const sender = assay.client(token);
    for (let turn = 0; turn < 2; turn++) {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(BIG * 65_536)]), "big.txt");
      const body = type ? new Uint8Array(BIG * 65_536) : form;
      const init = { body, ...(type ? { headers: { "Content-Type": type } } : {}) };
      const response = await sender.call("POST", "/api/documents/upload", init);
      expect(response.status, await response.text()).toBe(status);
    }
    expect((await client.call("GET", "/api/documents")).status).toBe(200);
  });

  test("of a JSON route too", async () => {
    const headers = [
      ["Authorization", `Bearer ${client.token}`],
      ["Content-Type", "application/json"],
      ["Transfer-Encoding", "chunked"],
    ] as const;
    const answer = await sendRaw(assay.url, { path: "/api/runs/start", headers }, chunked(repeated(BIG)));
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({ error: "PAYLOAD_TOO_LARGE" });
  });

  test("and the same connection serves the next request", async () => {
    const socket = await open(assay.url);
    const request = (method: string, path: string, token: string | undefined, more: string[]) =>
      [`${method} ${path} HTTP/1.1`, "Host: localhost", `Authorization: Bearer ${token}`, ...more].join("\r\n");
    const length = `Content-Length: ${BIG * 65_536}`;
    await write(
      socket,
      `${request("POST", "/api/documents/upload", await tenant.token("VIEWER"), ["Content-Type: multipart/form-data; boundary=x", length])}\r\n\r\n`,
    );
    for (const piece of repeated(BIG)) await write(socket, piece);
    await write(socket, `${request("GET", "/api/documents", client.token, ["Connection: close"])}\r\n\r\n`);
    const text = await readAll(socket);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 403", "HTTP/1.1 200"]);
  });

  test("and none of them leaves a document or a file", () => expectDocuments(assay, tenant, kept));
});

test("a client that goes away half way leaves no document and no file", async () => {
  for (const head of [[["Content-Length", "200000"]], [["Transfer-Encoding", "chunked"]]] as const) {
    const socket = await open(assay.url);
    const { path, headers } = uploadHead(client.token, head);
    const lines = [`POST ${path} HTTP/1.1`, "Host: localhost", ...headers.map((pair) => pair.join(": "))];
    await write(socket, `${lines.join("\r\n")}\r\n\r\n`);
    const pieces = [opening("gone.txt"), "d".repeat(100_000)];
    for (const piece of head[0][0] === "Content-Length" ? pieces : [...chunked(pieces)].slice(0, -1))
      await write(socket, piece);
    await until(
      () => openParts(assay),
      (parts) => parts.length === 1,
    );
    socket.resetAndDestroy();
    await expectDocuments(assay, tenant, kept);
  }
  expect(assay.log.join("\n")).not.toContain("request.failed");
});

describe("the same bytes", () => {
  test("answer 200 with the same, unchanged document, whatever the name and fields, and are not processed again", async () => {
    const own = await assay.tenant({ pack: null });
    const member = await own.as("MEMBER");
    const first = await member.settled(
      (await member.upload("first.txt", "The same bytes twice.", { category: "a" })).id,
    );
    const response = await member.sendFile("second.md", "The same bytes twice.", { fields: { category: "b" } });
    expect(response.status).toBe(200);
    expect(documentReply.parse(await response.json()).document).toEqual(first);
    await expectDocuments(assay, own, [first.id]);
  });

  test("uploaded at once make one document and one 201", async () => {
    const own = await assay.tenant({ pack: null });
    const member = await own.as("MEMBER");
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => member.sendFile("race.txt", "Bytes of a race.")),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(11).fill(200), 201]);
    const documents = await Promise.all(
      responses.map(async (response) => documentReply.parse(await response.json()).document),
    );
    expect(new Set(documents.map(({ id }) => id)).size).toBe(1);
    expect((await member.settled(documents[0]!.id)).status).toBe("READY");
    await expectDocuments(assay, own, [documents[0]!.id]);
  });

  test("are a new document after a delete, and another one in another tenant", async () => {
    const [own, other] = [await assay.tenant({ pack: null }), await assay.tenant({ pack: null })];
    const [member, stranger] = [await own.as("MEMBER"), await other.as("MEMBER")];
    const first = await member.upload("again.txt", "Bytes that come back.");
    expect((await member.call("DELETE", `/api/documents/${first.id}`)).status).toBe(204);
    const second = await member.upload("again.txt", "Bytes that come back.");
    const theirs = await stranger.upload("again.txt", "Bytes that come back.");
    expect(new Set([first.id, second.id, theirs.id]).size).toBe(3);
    expect((await member.settled(second.id)).status).toBe("READY");
    await expectDocuments(assay, own, [second.id]);
    await expectDocuments(assay, other, [theirs.id]);
  });

  test("deleted and uploaded at the same time always answer one of the two ways, and never fail", async () => {
    const own = await assay.tenant({ pack: null });
    const member = await own.as("MEMBER");
    for (let turn = 0; turn < 8; turn++) {
      const { id } = await member.upload("fight.txt", "Bytes that are fought over.");
      const [uploads, removal] = await Promise.all([
        Promise.all(Array.from({ length: 4 }, () => member.sendFile("fight.txt", "Bytes that are fought over."))),
        member.call("DELETE", `/api/documents/${id}`),
      ]);
      for (const { status } of uploads) expect([200, 201]).toContain(status);
      expect(removal.status).toBe(204);
    }
  });
});

describe("an archive that its own directory gives away", () => {
  test("with more than 1000 files answers 422 with limit and value, and 1000 are let in", async () => {
    const own = await assay.tenant({ pack: null });
    const member = await own.as("MEMBER");
    const archive = (count: number) =>
      zipSync(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.bin`, new Uint8Array()])), {
        level: 0,
      });
    const refused = await member.sendFile("many.zip", archive(1001));
    expect((await expectError(refused, 422, "ARCHIVE_LIMIT_EXCEEDED")).details).toEqual({ limit: 1000, value: 1001 });
    await expectDocuments(assay, own, []);
    expect((await member.sendFile("many.zip", archive(1000))).status).toBe(201);
  });

  test("with more than 500 MB answers 422 with limit and value", async () => {
    const own = await assay.tenant({ pack: null });
    const archive = zipSync({ "a.txt": new Uint8Array(10), "b.txt": new Uint8Array(10) }, { level: 0 });
    const view = new DataView(archive.buffer, archive.byteOffset);
    const central = Buffer.from(archive).indexOf("PK\x01\x02");
    view.setUint32(central + 24, 524_288_001, true);
    const response = await (await own.as("MEMBER")).sendFile("large.zip", archive);
    const value = 524_288_001 + 10;
    expect((await expectError(response, 422, "ARCHIVE_LIMIT_EXCEEDED")).details).toEqual({ limit: 524_288_000, value });
    await expectDocuments(assay, own, []);
  });
});

test("a stored file holds the bytes that were sent, under an id and never under a name", async () => {
  const own = await assay.tenant({ pack: null });
  const member = await own.as("MEMBER");
  const bytes = Buffer.from(`Exact bytes ${newId()}\r\n\ttrailing \n\n`);
  const document = await member.upload("../../etc/exact.txt", bytes);
  expect(await storedFiles(assay, own)).toEqual([document.id]);
  expect(document.sha256Hash).toBe(createHash("sha256").update(bytes).digest("hex"));
  const original = await member.call("GET", `/api/documents/${document.id}/original`);
  expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true);
});
