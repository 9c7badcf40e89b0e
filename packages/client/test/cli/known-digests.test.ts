import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openKnownDigests } from "../../src/cli/sync/known-digests.ts";
import { listBucket } from "../../src/cli/sync/list-bucket.ts";
import type { Bucket, BucketObject } from "../../src/cli/sync/open-bucket.ts";

const toObject = (key: string): BucketObject => ({ key, etag: `"${"a".repeat(32)}"`, bytes: 1, modified: "2026" });
const OBJECTS = ["a.txt", "b.txt", "c.txt"].map(toObject);

async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), "assay-known-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A bucket of one byte an object, of which `read` may end the sync. */
function bucketOf(onRead: (key: string) => void): Bucket {
  return {
    address: "https://s3.example.test/bucket",
    prefix: "",
    async *list() {
      yield* OBJECTS;
    },
    async read({ key }) {
      onRead(key);
      return new Blob(["x"]).stream() as ReadableStream<Uint8Array>;
    },
  };
}

const options = (signal = new AbortController().signal) => ({ exclude: () => false, signal, onProgress: () => {} });

test("hashing that is interrupted continues with what was not hashed", async () => {
  const folder = await openFolder();
  const ended = new AbortController();
  const known = await openKnownDigests(
    folder,
    bucketOf(() => {}),
  );
  let hashed = 0;
  const keeping = {
    ...known,
    async add(object: Parameters<typeof known.add>[0]) {
      await known.add(object);
      if (++hashed === 2) ended.abort();
    },
  };
  const bucket = bucketOf(() => {});
  const untilEnded = () =>
    new Promise<never>((_, reject) => ended.signal.addEventListener("abort", () => reject(ended.signal.reason)));
  const waiting: Bucket = {
    ...bucket,
    read: (object) => (object.key === "c.txt" ? untilEnded() : bucket.read(object)),
  };
  await expect(listBucket(waiting, keeping, options(ended.signal))).rejects.toThrow();
  const read: string[] = [];
  const again = bucketOf((key) => void read.push(key));
  const { entries } = await listBucket(again, await openKnownDigests(folder, again), options());
  expect(read).toEqual(["c.txt"]);
  expect(entries.map(({ path }) => path)).toEqual(["a.txt", "b.txt", "c.txt"]);
});

test("a line that was cut off, or that is none, costs no other", async () => {
  const folder = await openFolder();
  const bucket = bucketOf(() => {});
  const known = await openKnownDigests(folder, bucket);
  await known.keep([{ ...OBJECTS[0]!, sha256: "1".repeat(64) }]);
  const [name] = await readdir(folder);
  await writeFile(join(folder, name!), '\nnull\n{"a":1}\n["b.txt","x', { flag: "a" });
  await (await openKnownDigests(folder, bucket)).add({ ...OBJECTS[2]!, sha256: "3".repeat(64) });
  const found = await openKnownDigests(folder, bucket);
  expect(OBJECTS.map((object) => found.find(object)?.sha256[0])).toEqual(["1", undefined, "3"]);
});

test("what cannot be kept ends nothing", async () => {
  const folder = join(await openFolder(), "file");
  await writeFile(folder, "");
  const known = await openKnownDigests(
    folder,
    bucketOf(() => {}),
  );
  const hashed = { ...OBJECTS[0]!, sha256: "1".repeat(64) };
  await Promise.all([known.add(hashed), known.keep([hashed])]);
  expect(known.find(OBJECTS[0]!)).toBeUndefined();
});
