import { randomBytes, randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HEADER_BYTES, plainSize, SEALED_PART_BYTES, sealedSize, TRAILER_BYTES } from "@assay/core/file-keys";
import { describeFileStore } from "@assay/testing/describe-file-store";
import { encrypting, keysInMemory } from "@assay/testing/keys-in-memory";
import { describe, expect, onTestFinished, test } from "vitest";
import { createFolderFileStore } from "../../src/files/index.ts";

const CELL_BYTES = SEALED_PART_BYTES + 16;
const noLimit = { limitBytes: 1e9 };

async function makeStore() {
  const root = await mkdtemp(join(tmpdir(), "assay-encrypted-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const folder = createFolderFileStore({ root });
  const keys = keysInMemory();
  return { root, folder, keys, store: encrypting(folder, keys) };
}

const streamOf = (bytes: Uint8Array) => new Blob([bytes as BlobPart]).stream();
const read = async (body: Promise<ReadableStream<Uint8Array>>) =>
  Buffer.from(await new Response(await body).arrayBuffer());
const newName = (tenantId: string = randomUUID()) => `${tenantId}/${randomUUID()}`;

describeFileStore("An encrypted folder", async () => (await makeStore()).store);

async function pathsIn(root: string): Promise<string[]> {
  return (await readdir(root, { recursive: true }))
    .filter((path) => path.endsWith("bytes"))
    .map((path) => join(root, path));
}

test("nothing of a file can be read on the disk, and its size and checksum are those of what was uploaded", async () => {
  const { root, store } = await makeStore();
  const text = Buffer.from("The door of the server room has two locks. ".repeat(10_000));
  const name = newName();
  const stored = await store.put(name, streamOf(text), noLimit);
  const [path] = (await pathsIn(root)) as [string];
  const onDisk = await readFile(path);
  expect(onDisk.includes("server room")).toBe(false);
  expect(onDisk.length).toBe(sealedSize(text.length));
  expect(await store.stat(name)).toEqual(stored);
  expect(stored.sizeBytes).toBe(text.length);
});

test("sizes at the edges of parts are found again from the size that is stored", () => {
  for (const size of [0, 1, 65_535, 65_536, 65_537, 131_072, 1e9]) expect(plainSize(sealedSize(size))).toBe(size);
  for (const size of [0, HEADER_BYTES + TRAILER_BYTES, sealedSize(65_536) + 1, sealedSize(65_536) + 16])
    expect(plainSize(size), String(size)).toBeUndefined();
});

test("ranges at the edges of parts are exactly these bytes", async () => {
  const { store } = await makeStore();
  const bytes = randomBytes(3 * SEALED_PART_BYTES);
  const name = newName();
  await store.put(name, streamOf(bytes), noLimit);
  for (const start of [0, 65_535, 65_536, 131_072, 196_607])
    for (const end of [1, 65_536, 65_537, 131_072, 196_608])
      if (start < end)
        expect((await read(store.get(name, { start, end }))).equals(bytes.subarray(start, end))).toBe(true);
});

describe("a stored file in which", () => {
  const first = HEADER_BYTES;
  const swap = (file: Buffer): Buffer =>
    Buffer.concat([
      file.subarray(0, first),
      file.subarray(first + CELL_BYTES, first + 2 * CELL_BYTES),
      file.subarray(first, first + CELL_BYTES),
      file.subarray(first + 2 * CELL_BYTES),
    ]);
  const cutPart = (file: Buffer): Buffer =>
    Buffer.concat([file.subarray(0, first + CELL_BYTES), file.subarray(first + 2 * CELL_BYTES)]);
  const cutEnd = (file: Buffer): Buffer =>
    Buffer.concat([file.subarray(0, first + 2 * CELL_BYTES), file.subarray(-TRAILER_BYTES)]);
  const flip = (at: number) => (file: Buffer) => {
    const changed = Buffer.from(file);
    changed[changed.length + at < changed.length ? changed.length + at : at]! ^= 1;
    return changed;
  };
  const CHANGES: [string, (file: Buffer) => Buffer][] = [
    ["two parts are swapped", swap],
    ["a part is cut out", cutPart],
    ["the last parts are cut off, with the end in place", cutEnd],
    ["the end is cut off", (file) => file.subarray(0, -1)],
    ["a bit of a part is another", flip(first + 100)],
    ["a bit of the salt is another", flip(20)],
    ["a bit of the end is another", flip(-1)],
    ["all is gone but a few bytes", (file) => file.subarray(0, 10)],
    ["bytes are appended", (file) => Buffer.concat([file, randomBytes(16)])],
  ];

  test.each(CHANGES)("%s is not passed on as the file", async (_, change) => {
    const { root, store } = await makeStore();
    const bytes = randomBytes(3 * SEALED_PART_BYTES + 7);
    const name = newName();
    const stored = await store.put(name, streamOf(bytes), noLimit);
    const [path] = (await pathsIn(root)) as [string];
    await writeFile(path, change(await readFile(path)));

    await expect(read(store.get(name))).rejects.toMatchObject({ code: "HASH_MISMATCH" });
    expect(await store.rehash(name)).not.toEqual(stored);
    expect(await store.rehash(name)).not.toBeNull();
    const whole = { start: 0, end: bytes.length };
    const range = await read(store.get(name, whole)).catch((error: Error & { code?: string }) => error.code);
    expect(range === "HASH_MISMATCH" || (range as Buffer).equals(bytes)).toBe(true);
  });

  test("another file's bytes are, of the same tenant or another one, is not passed on as the file", async () => {
    const { root, keys, store } = await makeStore();
    const [tenant, other] = [randomUUID(), randomUUID()];
    const [one, two, three] = [newName(tenant), newName(tenant), newName(other)];
    for (const name of [one, two, three]) await store.put(name, streamOf(Buffer.from(name)), noLimit);
    const [{ id }, { id: otherId }] = [await keys.active(tenant), await keys.active(other)];
    const bytesOf = (keyId: string, name: string) => join(root, keyId, `${name}.file`, "bytes");
    for (const [from, fromKey] of [
      [two, id],
      [three, otherId],
    ] as const) {
      await cp(bytesOf(fromKey, from), bytesOf(id, one));
      await expect(read(store.get(one))).rejects.toMatchObject({ code: "HASH_MISMATCH" });
    }
  });
});

test("a file that was stored before stays readable, is encrypted in place, and an interrupted encryption is resumed", async () => {
  const { root, folder, keys, store } = await makeStore();
  const tenant = randomUUID();
  const name = newName(tenant);
  const text = Buffer.from("stored before");
  const recorded = await folder.put(name, streamOf(text), noLimit);
  expect([await store.stat(name), await store.rehash(name)]).toEqual([recorded, recorded]);
  expect((await read(store.get(name, { start: 7, end: 13 }))).toString()).toBe("before");

  expect(await store.encrypt(name, recorded)).toBe("encrypted");
  expect(await folder.stat(name)).toBeNull();
  expect((await read(store.get(name))).equals(text)).toBe(true);
  // Ended between the two: both are there.
  await folder.put(name, streamOf(text), noLimit);
  expect(await store.encrypt(name, recorded)).toBe("found");
  expect((await pathsIn(root)).length).toBe(1);

  await keys.rotate(tenant);
  expect((await read(store.get(name))).equals(text)).toBe(true);
  expect(await store.encrypt(name, recorded)).toBe("encrypted");
  const { id } = await keys.active(tenant);
  expect(await pathsIn(root)).toEqual([join(root, id, `${name}.file`, "bytes")]);
  await store.delete(name);
  expect(await pathsIn(root)).toEqual([]);
});

test("what is not the file that was recorded is not encrypted, and stays", async () => {
  const { folder, store } = await makeStore();
  const name = newName();
  const recorded = await folder.put(name, streamOf(Buffer.from("other bytes")), noLimit);
  expect(await store.encrypt(name, { ...recorded, sha256: "0".repeat(64) })).toBe("damaged");
  expect(await store.encrypt(name, { ...recorded, sizeBytes: 3 })).toBe("damaged");
  expect(await folder.stat(name)).toEqual(recorded);
  expect(await store.encrypt(newName(), recorded)).toBe("missing");
});

test("without its key a file is missing, and it is deleted all the same", async () => {
  const { root, keys, store } = await makeStore();
  const tenant = randomUUID();
  const name = newName(tenant);
  await store.put(name, streamOf(randomBytes(10)), noLimit);
  keys.destroy(tenant);
  await expect(store.get(name)).rejects.toMatchObject({ code: "OBJECT_MISSING" });
  expect([await store.stat(name), await store.rehash(name)]).toEqual([null, null]);
  await store.delete(name);
  expect(await pathsIn(root)).toEqual([]);
});

test("guidance, which belongs to no tenant, is stored as it is", async () => {
  const { folder, store } = await makeStore();
  const name = `00000000-0000-0000-0000-000000000000/${randomUUID()}`;
  const stored = await store.put(name, streamOf(randomBytes(10)), noLimit);
  expect(await folder.stat(name)).toEqual(stored);
});
