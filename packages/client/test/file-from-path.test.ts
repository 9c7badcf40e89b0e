import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer as createProxy } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Assay, type UploadProgress } from "../src/index.ts";
import { fileFromPath } from "../src/node/index.ts";

/** The largest that goes whole. */
const SIZE = 16 << 20;
const folder = mkdtempSync(join(tmpdir(), "assay-client-"));
const path = join(folder, "evidence of 'Q1'.bin");
let received: { headers: IncomingMessage["headers"]; bytes: number; file: string }[] = [];
let assay: Assay;

const server = createServer((request, response) => void receive(request, response));

/** Notes what arrives, and replies as an upload does. */
async function receive(request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const whole = Buffer.concat(chunks);
  const form = await new Response(whole, {
    headers: { "Content-Type": request.headers["content-type"]! },
  }).formData();
  const file = form.get("file") as File;
  const hash = createHash("sha256").update(Buffer.from(await file.arrayBuffer()));
  received.push({ headers: request.headers, bytes: whole.length, file: `${file.name} ${hash.digest("hex")}` });
  response.writeHead(201, { "Content-Type": "application/json" }).end('{"document":{"id":"d"}}');
}

beforeAll(async () => {
  writeFileSync(path, Buffer.alloc(SIZE, "evidence "));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  assay = new Assay({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: "t" });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const expected = `evidence of 'Q1'.bin ${createHash("sha256").update(Buffer.alloc(SIZE, "evidence ")).digest("hex")}`;

test("a file is sent from disk whole, with its length and how much has left, in little memory", async () => {
  received = [];
  const progress: UploadProgress[] = [];
  let chunkMax = 0;
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      chunkMax = Math.max(chunkMax, chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  const file = await fileFromPath(path);
  const source = { ...file, stream: () => file.stream().pipeThrough(watched) };
  await assay.documents.upload(source, { onProgress: (each) => progress.push(each) });
  expect(received[0]!.file).toBe(expected);
  expect(Number(received[0]!.headers["content-length"])).toBe(received[0]!.bytes);
  expect(chunkMax).toBeLessThan(1 << 20);
  expect(progress.length).toBeGreaterThan(20);
  expect(progress.at(-1)).toEqual({ sentBytes: SIZE, totalBytes: SIZE });
});

test("a stream of unknown length is sent in chunks under the name that is given", async () => {
  received = [];
  await assay.documents.upload((await fileFromPath(path)).stream(), { filename: "evidence of 'Q1'.bin" });
  expect(received[0]!.file).toBe(expected);
  expect(received[0]!.headers["transfer-encoding"]).toBe("chunked");
});

test("a name with quotes and line breaks, and an empty file, arrive as they are", async () => {
  received = [];
  writeFileSync(join(folder, "empty.txt"), "");
  const file = await fileFromPath(join(folder, "empty.txt"), { name: 'a "b"\r\nc.txt' });
  await assay.documents.upload(file, { category: "Ä\r\nB" });
  expect(received[0]!.file).toMatch(/^a "b"\r\nc\.txt e3b0c442|^a %22b%22%0D%0Ac\.txt e3b0c442/);
});

test("a folder is refused before anything is sent", async () => {
  await expect(fileFromPath(folder)).rejects.toThrow(/must be a file/);
});

test("a connection that dies is made again, and the whole file with it", async () => {
  received = [];
  const { port } = server.address() as AddressInfo;
  let cut = 0;
  const proxy = createProxy((inbound) => {
    const outbound = connect(port, "127.0.0.1");
    inbound
      .on("error", () => {})
      .pipe(outbound)
      .on("error", () => {})
      .pipe(inbound);
    if (cut++ === 0) inbound.once("data", () => inbound.destroy());
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const through = new Assay({ baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, token: "t" });
  await through.documents.upload(await fileFromPath(path));
  proxy.close();
  expect(cut).toBe(2);
  expect(received.at(-1)!.file).toBe(expected);
});
