import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { resumableUploadReply } from "@assay/contract";
import { expect, test } from "vitest";
import { listLeftovers, listReclaims, listStoredFiles } from "../support/data-dir.ts";
import { type OpenUpload, openUpload } from "../support/open-upload.ts";
import { listAllDocuments } from "../support/read-results.ts";
import { demoClient, demoUser, readDemo, seededFolder, startServer } from "../support/start-process.ts";
import { until } from "../support/test-client.ts";

const PIECE = new Uint8Array(1024 * 1024).fill(0x61);

async function beginUpload(url: string, dataDir: string, filename: string): Promise<OpenUpload> {
  const { tenants } = await readDemo(dataDir);
  const upload = openUpload({ url, token: demoUser(tenants[0]!, "MEMBER").token, filename });
  for (let piece = 0; piece < 5; piece++) await upload.write(PIECE);
  return upload;
}

async function bytesUnderWay(dataDir: string): Promise<number> {
  const parts = join(dataDir, "files/.parts");
  const files = (await readdir(parts, { recursive: true })).filter((name) => name.endsWith("bytes"));
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(parts, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("a kill in the middle of an upload leaves no document, and nothing of its bytes after the next start", async () => {
  const dataDir = await seededFolder();
  const killed = await startServer("seeded", dataDir);
  await beginUpload(killed.url, dataDir, "half.txt");
  await until(
    () => bytesUnderWay(dataDir),
    (bytes) => bytes >= PIECE.length,
  );
  await killed.end("SIGKILL");
  expect(await bytesUnderWay(dataDir)).toBeGreaterThanOrEqual(PIECE.length);

  const service = await startServer("seeded", dataDir);
  expect(await listAllDocuments(demoClient(service.url, await readDemo(dataDir)))).toEqual([]);
  expect(await listLeftovers(dataDir)).toEqual([]);
  expect(await listStoredFiles(dataDir)).toEqual([]);
  await service.end("SIGTERM");
  const [reclaim, ...others] = await listReclaims(dataDir, { dueNow: false });
  expect(others).toEqual([]);
  const sixHours = 6 * 3600;
  expect(reclaim!.due_in_seconds).toBeGreaterThan(sixHours - 600);
  expect(reclaim!.due_in_seconds).toBeLessThanOrEqual(sixHours);
});

test("bytes stored by an upload that was killed before its document was made are deleted when that is due", async () => {
  const dataDir = await seededFolder();
  const killed = await startServer("seeded", dataDir);
  const upload = await beginUpload(killed.url, dataDir, "stored.txt");
  await upload.endFile();
  // More of the form makes the server see the end of the file's part.
  await upload.write(new TextEncoder().encode('\r\nContent-Disposition: form-data; name="category"\r\n\r\nPol'));
  const [stored] = await until(
    () => listStoredFiles(dataDir),
    (ids) => ids.length === 1,
  );
  await killed.end("SIGKILL");

  const [reclaim] = await listReclaims(dataDir, { dueNow: true });
  expect(reclaim!.subject_id).toBe(stored);
  const service = await startServer("seeded", dataDir);
  expect(await listAllDocuments(demoClient(service.url, await readDemo(dataDir)))).toEqual([]);
  await until(
    () => listStoredFiles(dataDir),
    (ids) => ids.length === 0,
  );
  await until(
    () => listLeftovers(dataDir),
    (leftovers) => leftovers.length === 0,
  );
});

test("an upload in parts goes on where it was when the service was killed between two of them", async () => {
  const dataDir = await seededFolder();
  const killed = await startServer("seeded", dataDir);
  const demo = await readDemo(dataDir);
  const bytes = Buffer.from("Logs are kept for ninety days.\n".padEnd(9 * PIECE.length + 7, "-"));
  const TUS = { "Tus-Resumable": "1.0.0" };
  const begin = { ...TUS, "Upload-Length": String(bytes.length), "Upload-Metadata": `filename ${btoa("logs.txt")}` };
  const begun = await demoClient(killed.url, demo).call("POST", "/api/documents/uploads", { headers: begin });
  const at = begun.headers.get("Location")!;
  const send = (url: string, from: number, to: number) =>
    demoClient(url, demo).call("PATCH", at, {
      headers: { ...TUS, "Content-Type": "application/offset+octet-stream", "Upload-Offset": String(from) },
      body: bytes.subarray(from, to),
    });
  const sent = 5 * PIECE.length;
  expect((await send(killed.url, 0, sent)).status).toBe(204);
  await killed.end("SIGKILL");

  const service = await startServer("seeded", dataDir);
  const client = demoClient(service.url, demo);
  const reached = await client.call("HEAD", at, { headers: TUS });
  expect(reached.headers.get("Upload-Offset")).toBe(String(sent));
  expect((await send(service.url, sent, bytes.length)).status).toBe(204);
  const ended = await client.call("GET", at, { headers: TUS });
  const { document } = resumableUploadReply.parse(await ended.json());
  expect(document?.sha256Hash).toBe(createHash("sha256").update(bytes).digest("hex"));
  await until(
    () => listStoredFiles(dataDir),
    (ids) => ids.join() === document!.id,
  );
});
