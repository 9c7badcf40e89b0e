import { createHash, randomUUID } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { AssayError, DocumentError } from "@assay/contract";
import type { FileStore } from "@assay/core/ports";
import { describe, expect, test } from "vitest";

const MEGABYTE = 1_048_576;
const MEMORY_GROWTH_MAX_BYTES = 64 * MEGABYTE;

/** What every FileStore keeps to; `make` answers an empty store and sees to its removal after the test. */
export function describeFileStore(name: string, make: () => Promise<FileStore>): void {
  describe(`${name} is a FileStore`, () => {
    test("what was put comes back byte for byte, with its size and checksum", async () => {
      const store = await make();
      const [key, bytes] = [newKey(), randomBytes(200_000)];
      const expected = { sizeBytes: bytes.length, sha256: sha256(bytes) };

      expect(await store.put(key, streamOf([bytes.subarray(0, 7), bytes.subarray(7)]), noLimit)).toEqual(expected);
      expect(await store.stat(key)).toEqual(expected);
      expect(await store.rehash(key)).toEqual(expected);
      expect(sha256(await readAll(await store.get(key)))).toBe(expected.sha256);
    });

    test("a range is exactly these bytes, wherever it begins and ends", async () => {
      const store = await make();
      const [key, bytes] = [newKey(), randomBytes(200_000)];
      await store.put(key, streamOf([bytes]), noLimit);
      for (const [start, end] of [
        [0, 1],
        [65_530, 131_080],
        [199_999, 200_000],
        [0, 200_000],
      ] as const)
        expect(sha256(await readAll(await store.get(key, { start, end })))).toBe(sha256(bytes.subarray(start, end)));
      expect(await failureOf(store.get(newKey(), { start: 0, end: 1 }))).toMatchObject({ code: "OBJECT_MISSING" });
    });

    test("an empty file is a file", async () => {
      const store = await make();
      const key = newKey();
      expect(await store.put(key, streamOf([]), noLimit)).toEqual({ sizeBytes: 0, sha256: sha256(new Uint8Array()) });
      expect((await readAll(await store.get(key))).length).toBe(0);
    });

    test("a file of exactly the limit is stored and one byte more is refused with the limit", async () => {
      const store = await make();
      const [fits, over] = [newKey(), newKey()];
      await store.put(fits, streamOf([new Uint8Array(1000)]), { limitBytes: 1000 });
      const refusal = await failureOf(
        store.put(over, streamOf([new Uint8Array(1000), new Uint8Array(1)]), { limitBytes: 1000 }),
      );

      expect(refusal).toBeInstanceOf(AssayError);
      expect(refusal).toMatchObject({ code: "FILE_TOO_LARGE", details: { limitBytes: 1000 } });
      expect((await store.stat(fits))?.sizeBytes).toBe(1000);
      expect(await store.stat(over)).toBeNull();
    });

    test("a source that fails half way leaves nothing and its error comes through", async () => {
      const store = await make();
      const key = newKey();
      const refusal = await failureOf(store.put(key, brokenStream(3), noLimit));

      expect(refusal).toMatchObject({ message: "The source broke" });
      expect(await store.stat(key)).toBeNull();
      expect(await failureOf(store.get(key))).toMatchObject({ code: "OBJECT_MISSING" });
      await store.put(key, streamOf([new Uint8Array(3)]), noLimit);
      expect((await store.stat(key))?.sizeBytes).toBe(3);
    });

    test("a key is written once: equal bytes are accepted again, other bytes are refused", async () => {
      const store = await make();
      const key = newKey();
      const first = await store.put(key, streamOf([new Uint8Array([1])]), noLimit);

      expect(await store.put(key, streamOf([new Uint8Array([1])]), noLimit)).toEqual(first);
      expect(await failureOf(store.put(key, streamOf([new Uint8Array([2])]), noLimit))).toBeInstanceOf(Error);
      expect(await store.stat(key)).toEqual(first);
    });

    test("getting what is not there is OBJECT_MISSING and its stat and hash are null", async () => {
      const store = await make();
      const refusal = await failureOf(store.get(newKey()));
      expect(refusal).toBeInstanceOf(DocumentError);
      expect(refusal).toMatchObject({ code: "OBJECT_MISSING" });
      expect(await store.stat(newKey())).toBeNull();
      expect(await store.rehash(newKey())).toBeNull();
    });

    test("deleting removes one file only, and twice is fine", async () => {
      const store = await make();
      const tenant = randomUUID();
      const [kept, removed] = [`${tenant}/${randomUUID()}`, `${tenant}/${randomUUID()}`];
      for (const key of [kept, removed]) await store.put(key, streamOf([new Uint8Array(5)]), noLimit);

      await store.delete(removed);
      await store.delete(removed);
      await store.delete(newKey());
      expect(await store.stat(removed)).toBeNull();
      expect((await store.stat(kept))?.sizeBytes).toBe(5);
    });

    test("a key may lie below another key", async () => {
      const store = await make();
      const key = newKey();
      await store.put(key, streamOf([new Uint8Array(1)]), noLimit);
      await store.put(`${key}/${randomUUID()}`, streamOf([new Uint8Array(2)]), noLimit);
      expect((await store.stat(key))?.sizeBytes).toBe(1);
    });

    test.each(["", "/a", "a/", "a//b", "../a", "a/../b", "A", "a.b", "a\0", "a\nb", "ä", "a\\b", "a/.", " a"])(
      "the key %j is refused by every act",
      async (key) => {
        const store = await make();
        expect(await failureOf(store.put(key, streamOf([]), noLimit))).toBeInstanceOf(TypeError);
        expect(await failureOf(store.get(key))).toBeInstanceOf(TypeError);
        expect(await failureOf(store.stat(key))).toBeInstanceOf(TypeError);
        expect(await failureOf(store.rehash(key))).toBeInstanceOf(TypeError);
        expect(await failureOf(store.delete(key))).toBeInstanceOf(TypeError);
      },
    );

    test("the store says that it is in reach", async () => {
      await (await make()).check();
    });

    test("100 MB go in and come out in less than 64 MB of memory", { timeout: 60_000 }, async () => {
      const store = await make();
      const key = newKey();
      const memory = watchMemory();
      const stored = await store.put(
        key,
        generate(100 * MEGABYTE, (bytes) => memory.sample(bytes)),
        noLimit,
      );
      expect(stored.sizeBytes).toBe(100 * MEGABYTE);

      const hash = createHash("sha256");
      let read = 0;
      for await (const chunk of await store.get(key)) {
        hash.update(chunk);
        read += chunk.length;
        memory.sample(read);
      }
      expect(hash.digest("hex")).toBe(stored.sha256);
      expect(memory.samples()).toBeGreaterThan(20);
      expect(memory.growthBytes()).toBeLessThan(MEMORY_GROWTH_MAX_BYTES);
    });

    test("a source is read no faster than it is stored", async () => {
      const store = await make();
      let produced = 0;
      const refused = store.put(
        newKey(),
        generate(100 * MEGABYTE, (bytes) => {
          produced = bytes;
        }),
        { limitBytes: MEGABYTE },
      );
      expect(await failureOf(refused)).toMatchObject({ code: "FILE_TOO_LARGE" });
      expect(produced).toBeLessThan(8 * MEGABYTE);
    });
  });
}

const noLimit = { limitBytes: Number.MAX_SAFE_INTEGER };

const newKey = () => `${randomUUID()}/${randomUUID()}`;

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function randomBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
}

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

function brokenStream(chunks: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      if (chunks-- > 0) controller.enqueue(new Uint8Array(1000));
      else controller.error(new Error("The source broke"));
    },
  });
}

/** Fresh chunks each time, so that a store that keeps them all is found out. */
function generate(totalBytes: number, onProduced: (bytes: number) => void): ReadableStream<Uint8Array> {
  let produced = 0;
  return new ReadableStream({
    pull(controller) {
      if (produced >= totalBytes) return controller.close();
      const chunk = new Uint8Array(65_536).fill(produced / 65_536);
      produced += chunk.length;
      onProduced(produced);
      controller.enqueue(chunk);
    },
  });
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function failureOf(act: Promise<unknown>): Promise<unknown> {
  try {
    await act;
  } catch (error) {
    return error;
  }
  throw new Error("Cannot check a refusal because the act succeeded");
}

/** Live memory only: garbage is collected before each sample, so that the collector's mood decides nothing. */
function watchMemory() {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const live = () => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = live();
  let [peak, samples, next] = [before, 0, 0];
  return {
    /** Measures once per 4 MB that passed. */
    sample(bytes: number) {
      const step = Math.floor(bytes / (4 * MEGABYTE));
      if (step === next) return;
      next = step;
      samples += 1;
      peak = Math.max(peak, live());
    },
    samples: () => samples,
    growthBytes: () => peak - before,
  };
}
