import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { documentListReply } from "@assay/contract";
import { expect, test } from "vitest";
import { ENTRIES, startedUrl } from "../support/launch-process.ts";
import { listDescendants } from "../support/list-processes.ts";
import { openUpload } from "../support/open-upload.ts";
import { demoClient, demoUser, readDemo, seededFolder, startProcess, testFolder } from "../support/start-process.ts";
import { type MemoryGrowth, watchMemory } from "../support/watch-memory.ts";
import { makeWordWithPicture, writeArchive } from "../support/write-archive.ts";

const MB = 1024 * 1024;
const UPLOAD_BYTES = 104_857_600;
const INFLATED_MAX = 524_288_000;
/** As much as an archive may hold; in fewer files than the 1000 that it may have, which take minutes. */
const FILES = Number(process.env.ASSAY_TEST_ARCHIVE_FILES ?? 250);
/** A document's other parts come to about ten thousand bytes. */
const ARCHIVE = {
  files: FILES,
  inflatedMax: INFLATED_MAX,
  pictureBytes: Math.floor(INFLATED_MAX / FILES) - 10_288,
  sentences: 60,
};

/** A service, started as people start it, that has read something of each kind that the test will send. */
async function startWarm() {
  const dataDir = await seededFolder();
  const launcher = startProcess([process.execPath, ENTRIES.launcher, "serve"], { PORT: "0", ASSAY_DATA_DIR: dataDir });
  const url = await startedUrl(launcher);
  const [server] = listDescendants(launcher.pid);
  const demo = await readDemo(dataDir);
  const api = demoClient(url, demo);
  for (const [name, bytes] of [
    ["warm.txt", "Backups are taken every day."],
    ["warm.docx", makeWordWithPicture(1, { sentences: 20, pictureBytes: 10_000 })],
  ] as const) {
    const { id } = await api.upload(name, bytes);
    await api.settled(id);
  }
  const small = join(await testFolder(), "warm.zip");
  await writeArchive(small, makeMembers({ files: 10, sentences: 20, pictureBytes: 10_000 }));
  const { id } = await api.upload("warm.zip", await readFile(small));
  await api.settled(id);
  return { url, pid: server!.pid, api, token: demoUser(demo.tenants[0]!, "MEMBER").token };
}

function report(what: string, { baselineMb, ownMb, wholeMb, samples }: MemoryGrowth): void {
  const [baseline, own, whole] = [baselineMb, ownMb, wholeMb].map((mb) => Math.round(mb));
  console.log(
    `${what}: +${own} MB in the server, +${whole} MB with its processes (server before: ${baseline} MB, ${samples} samples)`,
  );
}

/** Lines that differ, a megabyte at a time. */
function* makeLines(seed: string): Generator<Uint8Array> {
  for (let piece = 0; piece < UPLOAD_BYTES / MB; piece++) {
    const line = `${seed} ${String(piece).padStart(4, "0")} The backups are reviewed each quarter by the operations team.\n`;
    yield Buffer.alloc(MB, line);
  }
}

test("uploads of 100 MB, of a known length and in chunks, grow the server by less than 64 MB", {
  timeout: 900_000,
}, async () => {
  const { url, pid, api, token } = await startWarm();
  const memory = watchMemory(pid);
  for (const [kind, sizeBytes] of [
    ["of a known length", UPLOAD_BYTES],
    ["in chunks", undefined],
  ] as const) {
    const upload = openUpload({ url, token, filename: "large.txt" }, sizeBytes);
    for (const piece of makeLines(kind)) await upload.write(piece);
    const { id, sizeBytes: stored } = await upload.finish();
    expect(stored, kind).toBe(UPLOAD_BYTES);
    // More text than a document may have: reading it, in another process, ends at the limit.
    expect(await api.settled(id), kind).toMatchObject({
      status: "FAILED",
      failure: { code: "EXTRACTION_LIMIT_EXCEEDED" },
    });
  }
  const growth = memory.stop();
  report("two uploads of 100 MB", growth);
  expect(growth.samples).toBeGreaterThan(20);
  expect(growth.ownMb).toBeLessThan(64);
});

test(`an archive of ${FILES} files and nearly 500 MB is read while the server and its processes grow by less than 400 MB`, {
  timeout: 900_000,
}, async () => {
  const path = join(await testFolder(), "archive.zip");
  const inflated = await writeArchive(path, makeMembers(ARCHIVE));
  expect(inflated).toBeGreaterThan(ARCHIVE.inflatedMax * 0.97);
  expect(inflated).toBeLessThan(ARCHIVE.inflatedMax);
  const { size } = await stat(path);
  expect(size).toBeLessThan(UPLOAD_BYTES);

  const { url, pid, api, token } = await startWarm();
  const memory = watchMemory(pid);
  const upload = openUpload({ url, token, filename: "archive.zip" }, size);
  for await (const piece of createReadStream(path)) await upload.write(piece as Uint8Array);
  const { id } = await upload.finish();
  const settled = await api.settled(id);
  const growth = memory.stop();
  report(`archive of ${FILES} files`, growth);
  expect(settled).toMatchObject({ status: "READY", archive: { members: ARCHIVE.files, skipped: [] } });
  const { documents } = await api.get(`/api/documents?status=FAILED&limit=1`, documentListReply);
  expect(documents).toEqual([]);
  expect(growth.samples).toBeGreaterThan(100);
  expect(growth.wholeMb).toBeLessThan(400);
});

function* makeMembers(of: Pick<typeof ARCHIVE, "files" | "sentences" | "pictureBytes">) {
  for (let at = 0; at < of.files; at++) yield [`site/report-${at}.docx`, makeWordWithPicture(at + 2, of)] as const;
}
