import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describeFileStore } from "@assay/testing/describe-file-store";
import { expect, onTestFinished, test } from "vitest";
import { createFolderFileStore } from "../../src/files/index.ts";

async function makeRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "assay-files-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return root;
}

describeFileStore("A folder", async () => createFolderFileStore({ root: await makeRoot() }));

const bytes = (length: number) => new Blob([new Uint8Array(length)]).stream();
const noLimit = { limitBytes: 1_000_000 };

test("refused, failed and deleted files leave nothing on the disk", async () => {
  const root = await makeRoot();
  const store = createFolderFileStore({ root });
  const key = `${randomUUID()}/${randomUUID()}`;
  await store.put(key, bytes(10), noLimit);
  await store.delete(key);
  await expect(store.put(key, bytes(10), { limitBytes: 9 })).rejects.toThrow("at most 9 bytes");
  const broken = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error("gone")) });
  await expect(store.put(key, broken, noLimit)).rejects.toThrow("gone");
  await store.check();
  expect(await readdir(root, { recursive: true })).toEqual([".parts"]);
});

test("a stored file that changed on the disk shows in its hash, and its stat keeps the one recorded", async () => {
  const root = await makeRoot();
  const store = createFolderFileStore({ root });
  const recorded = await store.put("a", bytes(10), noLimit);
  await writeFile(join(root, "a.file", "bytes"), "0123456789");
  expect(await store.stat("a")).toEqual(recorded);
  expect((await store.rehash("a"))?.sha256).not.toBe(recorded.sha256);
});

test("parts of an earlier process are removed, those being written are not", async () => {
  const root = await makeRoot();
  const leftover = join(root, ".parts", randomUUID());
  await mkdir(leftover, { recursive: true });
  await writeFile(join(leftover, "bytes"), "half");
  const yesterday = Date.now() / 1000 - 86_400;
  await utimes(join(leftover, "bytes"), yesterday, yesterday);
  const store = createFolderFileStore({ root });
  const key = `${randomUUID()}`;
  let removed = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      removed = await store.removeStaleParts();
      controller.enqueue(new Uint8Array(1));
      controller.close();
    },
  });
  await store.put(key, body, noLimit);
  expect(removed).toBe(1);
  expect((await store.stat(key))?.sizeBytes).toBe(1);
  expect(await readdir(join(root, ".parts"))).toEqual([]);
});

test("in a folder that processes share, the part that another one is writing stays", async () => {
  const root = await makeRoot();
  const [own, older] = [join(root, ".parts", randomUUID()), join(root, ".parts", randomUUID())];
  const ageSeconds = { [own]: 300, [older]: 30_000 };
  for (const part of [own, older]) {
    await mkdir(part, { recursive: true });
    await writeFile(join(part, "bytes"), "half");
    const at = Date.now() / 1000 - ageSeconds[part]!;
    await utimes(join(part, "bytes"), at, at);
  }
  const store = createFolderFileStore({ root, partsStaleAfterMs: 21_600_000 });
  expect(await store.removeStaleParts()).toBe(1);
  expect(await readdir(join(root, ".parts"))).toEqual([basename(own)]);
});

test("a folder that is mounted is never made: without its disk the store is unavailable", async () => {
  const root = join(await makeRoot(), "mount");
  const store = createFolderFileStore({ root, rootIsMade: false });
  await expect(store.writeMarker("deployment")).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await mkdir(root);
  await store.writeMarker("deployment");
  expect(await store.readMarker()).toBe("deployment");
});

test("two processes keep one folder: what one stores the other reads, and of two writers one is", async () => {
  const root = await makeRoot();
  const [one, other] = [createFolderFileStore({ root }), createFolderFileStore({ root })];
  const stored = await one.put("a", bytes(10), noLimit);
  expect(await other.rehash("a")).toEqual(stored);
  const outcomes = await Promise.allSettled([one.put("b", bytes(1), noLimit), other.put("b", bytes(2), noLimit)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await other.delete("a");
  expect(await one.stat("a")).toBeNull();
});

test("files of one folder are stored and deleted at once without losing any", async () => {
  const store = createFolderFileStore({ root: await makeRoot() });
  const tenant = randomUUID();
  const kept = Array.from({ length: 20 }, () => `${tenant}/${randomUUID()}`);
  await Promise.all(
    kept.map(async (key) => {
      const passing = `${tenant}/${randomUUID()}`;
      await store.put(passing, bytes(1), noLimit);
      await Promise.all([store.delete(passing), store.put(key, bytes(2), noLimit)]);
    }),
  );
  for (const key of kept) expect((await store.stat(key))?.sizeBytes).toBe(2);
});

test.runIf(process.platform === "linux")("a reader that leaves early, fails or ends frees its descriptor", async () => {
  const root = await makeRoot();
  const store = createFolderFileStore({ root });
  await store.put("a", bytes(300_000), noLimit);
  const openFiles = async () => (await readdir("/proc/self/fd")).length;
  const before = await openFiles();
  for (let round = 0; round < 50; round += 1) {
    const reader = (await store.get("a")).getReader();
    await reader.read();
    await reader.cancel();
    await (await store.get("a")).cancel();
    await new Response(await store.get("a")).arrayBuffer();
  }
  expect(await openFiles()).toBeLessThan(before + 10);
});
