import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Assay, AssayConnectionError, InvalidStateError, type UploadProgress } from "@assay/client";
import { fileFromPath } from "@assay/client/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectDocuments } from "../support/stored-files.ts";
import { type TestService, type TestTenant, testService } from "../support/test-service.ts";

const PART = 8_388_608;
/** Over the size from which files are sent in parts. */
const SIZE = 17_000_000;

let assay: TestService;
let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  assay = await testService();
  tenant = await assay.tenant({ pack: null });
  token = await tenant.token("MEMBER");
});
afterAll(() => assay.close());

/** No format that is read: what is uploaded is a document, and its reading ends at once. */
const fileOf = (mark: string) => new File([`${mark}\n`.padEnd(SIZE, "-")], `${mark}.txt`);

type Break = (url: string, init: RequestInit) => Promise<Response>;

function clientWith(breaks: readonly (Break | undefined)[]) {
  const left = [...breaks];
  const parts: number[] = [];
  const client = new Assay({
    baseUrl: assay.url,
    token,
    fetch: (async (url: string, init: RequestInit) => {
      if (init.method !== "PATCH") return fetch(url, init);
      parts.push(Number((init.headers as Record<string, string>)["Upload-Offset"]));
      return (left.shift() ?? fetch)(url, init);
    }) as typeof fetch,
  });
  return { client, parts };
}

const unreached: Break = () => Promise.reject(new TypeError("fetch failed"));
const unanswered: Break = async (url, init) => {
  await fetch(url, init);
  throw new TypeError("terminated");
};
const unavailable: Break = async () => new Response(null, { status: 503 });
const half: Break = async (url, init) => {
  await fetch(url, { ...init, body: (init.body as Blob).slice(0, PART / 2) });
  throw new TypeError("terminated");
};

test("a large file goes on after a break before, in the middle of and after a part, and arrives once", async () => {
  const { client, parts } = clientWith([unavailable, half, undefined, unanswered, unanswered]);
  const file = fileOf("broken");
  const progress: UploadProgress[] = [];
  const { document, duplicate } = await client.documents.upload(file, {
    category: "Policies – 規程",
    onProgress: (each) => progress.push(each),
  });
  expect(duplicate).toBe(false);
  expect(parts).toEqual([0, 0, PART / 2, PART, 2 * PART]);
  const sha256Hash = createHash("sha256")
    .update(Buffer.from(await file.arrayBuffer()))
    .digest("hex");
  expect(document).toMatchObject({ originalFilename: "broken.txt", category: "Policies – 規程", sha256Hash });
  expect(progress.at(-1)).toEqual({ sentBytes: SIZE, totalBytes: SIZE });
  expect(progress.map(({ sentBytes }) => sentBytes)).toEqual(
    progress.map(({ sentBytes }) => sentBytes).sort((a, b) => a - b),
  );
  const path = join(assay.service.dataDir, "again.txt");
  await writeFile(path, Buffer.from(await file.arrayBuffer()));
  const again = await client.documents.upload(await fileFromPath(path));
  expect(again).toMatchObject({ duplicate: true, document: { id: document.id } });
  await expectDocuments(assay, tenant, [document.id]);
});

test("a large version that is refused is refused at once", async () => {
  const { client, parts } = clientWith([]);
  const { document } = await client.documents.upload(fileOf("first"));
  await client.documents.addVersion(document.id, fileOf("second"));
  expect(parts).toHaveLength(6);
  await expect(client.documents.addVersion(document.id, fileOf("third"))).rejects.toBeInstanceOf(InvalidStateError);
  expect(parts).toHaveLength(9);
});

test("an upload that is cancelled and discarded is gone, with its room; one that is only cancelled can go on", async () => {
  for (const discard of [true, false]) {
    const cancelled = new AbortController();
    const cancel: Break = async (url, init) => {
      const reply = await fetch(url, init);
      cancelled.abort();
      return reply;
    };
    const { client } = clientWith([cancel]);
    const began: string[] = [];
    const options = { discard, signal: cancelled.signal, onBegin: (address: string) => began.push(address) };
    await expect(client.documents.upload(fileOf(`cancelled-${discard}`), options)).rejects.toThrow();
    const shown = await assay.client(token).call("GET", began[0]!, { headers: { "Tus-Resumable": "1.0.0" } });
    expect(shown.status).toBe(discard ? 404 : 200);
  }
});

test("a service without uploads in parts gets the file as a form", async () => {
  const { client } = clientWith([]);
  const older = new Assay({
    baseUrl: assay.url,
    token,
    fetch: ((url: string, init: RequestInit) =>
      url.endsWith("/uploads")
        ? Promise.resolve(Response.json({ error: "METHOD_NOT_ALLOWED", message: "", details: {} }, { status: 405 }))
        : fetch(url, init)) as typeof fetch,
  });
  const { document } = await older.documents.upload(fileOf("as-a-form"));
  expect((await client.documents.get(document.id)).sizeBytes).toBe(SIZE);
});

test("another process continues with the address where the first one ended, with a file or with what is read from disk", async () => {
  const file = fileOf("continued");
  const path = join(assay.service.dataDir, "continued.txt");
  await writeFile(path, Buffer.from(await file.arrayBuffer()));
  const began: string[] = [];
  const onBegin = (address: string) => began.push(address);
  const first = clientWith([undefined, half, unreached]);
  const ended = first.client.documents.upload(file, { onBegin, maxRetries: 0 });
  await expect(ended).rejects.toBeInstanceOf(AssayConnectionError);
  const second = clientWith([unreached]);
  const source = await fileFromPath(path);
  const [resume] = began;
  const again = second.client.documents.upload(source, { resume, onBegin, maxRetries: 0 });
  await expect(again).rejects.toBeInstanceOf(AssayConnectionError);
  const third = clientWith([]);
  const progress: UploadProgress[] = [];
  const onProgress = (each: UploadProgress) => progress.push(each);
  const { document, duplicate } = await third.client.documents.upload(file, { resume, onBegin, onProgress });
  expect([first.parts, second.parts, third.parts]).toEqual([[0, PART], [PART * 1.5], [PART * 1.5]]);
  expect(progress[0]).toEqual({ sentBytes: PART * 1.5, totalBytes: SIZE });
  expect(began).toHaveLength(1);
  expect({ duplicate, sizeBytes: document.sizeBytes }).toEqual({ duplicate: false, sizeBytes: SIZE });
  const sha256Hash = createHash("sha256")
    .update(Buffer.from(await file.arrayBuffer()))
    .digest("hex");
  expect(document.sha256Hash).toBe(sha256Hash);
});

test("an address whose upload has ended begins again, so that what is sent now gets its place", async () => {
  const { client, parts } = clientWith([]);
  const file = fileOf("ended");
  const began: string[] = [];
  const onBegin = (address: string) => began.push(address);
  const { document } = await client.documents.upload(file, { onBegin });
  const place = { source: "team", path: "ended.txt" };
  const again = await client.documents.upload(file, { ...place, resume: began[0], onBegin });
  expect(again).toMatchObject({ duplicate: true, document: { id: document.id } });
  expect(parts).toHaveLength(6);
  expect(began).toHaveLength(2);
  expect((await client.documents.get(document.id)).places).toMatchObject([place]);
});

/** What another process does with the same upload. */
const sendFrom = async (url: string, init: RequestInit, file: File, offset: number, end: number) => {
  const headers = { ...(init.headers as Record<string, string>), "Upload-Offset": String(offset) };
  const sent = await fetch(url, { ...init, headers, body: file.slice(offset, end) });
  expect(sent.status).toBe(204);
};

test.each([
  ["beyond the part that is sent", 2 * PART, [0, 2 * PART]],
  ["to its end", SIZE, [0]],
])("an upload that another process sends %s goes on from there", async (_, reached, expected) => {
  const file = fileOf(`shared-${reached}`);
  const path = join(assay.service.dataDir, file.name);
  await writeFile(path, Buffer.from(await file.arrayBuffer()));
  const { client, parts } = clientWith([
    async (url, init) => {
      await sendFrom(url, init, file, 0, reached);
      return fetch(url, init);
    },
  ]);
  const { document } = await client.documents.upload(await fileFromPath(path));
  expect(parts).toEqual(expected);
  expect(document.sizeBytes).toBe(SIZE);
  const sha256Hash = createHash("sha256")
    .update(Buffer.from(await file.arrayBuffer()))
    .digest("hex");
  expect(document.sha256Hash).toBe(sha256Hash);
});

test("a file that ends before its size is refused, and says so", async () => {
  const { client, parts } = clientWith([]);
  const file = { name: "shrinks.txt", size: SIZE, stream: () => new Blob(["-".repeat(PART + 5)]).stream() };
  await expect(client.documents.upload(file)).rejects.toThrow(
    `Cannot send 'shrinks.txt' because it ends after ${PART + 5} of ${SIZE} bytes`,
  );
  expect(parts).toEqual([0, PART]);
});

test("a large file with an idempotency key goes whole, under this key", async () => {
  const { client, parts } = clientWith([]);
  const [first, again] = [
    await client.documents.upload(fileOf("keyed"), { idempotencyKey: "the-same" }),
    await client.documents.upload(fileOf("keyed"), { idempotencyKey: "the-same" }),
  ];
  expect(parts).toEqual([]);
  expect(first.duplicate).toBe(false);
  expect(again).toEqual(first);
});

test("an address that is gone, of another file or no address at all begins again", async () => {
  const { client, parts } = clientWith([]);
  const began: string[] = [];
  const onBegin = (address: string) => began.push(address);
  const { document } = await client.documents.upload(fileOf("begun"), { onBegin });
  for (const resume of [`/api/uploads/${document.id}`, began[0]!, "https://elsewhere.example/"]) {
    const other = clientWith([unreached]);
    const ended = other.client.documents.upload(fileOf("other"), { resume, onBegin, maxRetries: 0 });
    await expect(ended).rejects.toBeInstanceOf(AssayConnectionError);
    expect(other.parts).toEqual([0]);
  }
  expect(new Set(began).size).toBe(4);
  expect(parts).toHaveLength(3);
});
