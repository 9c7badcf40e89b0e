import { randomUUID } from "node:crypto";
import { describeFileStore } from "@assay/testing/describe-file-store";
import { expect, onTestFinished, test } from "vitest";
import { checkS3, createS3FileStore } from "../../src/s3/index.ts";
import { bytes, NO_LIMIT } from "../stores/acts-of-stores.ts";

// A server of anyone who runs this, named as the service's own settings name it: docs/operate/self-hosting.md says how.
const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_PATH_STYLE } = process.env;
const OPTIONS = {
  endpoint: S3_ENDPOINT!,
  bucket: S3_BUCKET!,
  region: S3_REGION ?? "us-east-1",
  accessKeyId: S3_ACCESS_KEY_ID!,
  secretAccessKey: S3_SECRET_ACCESS_KEY!,
  pathStyle: S3_PATH_STYLE !== "false",
};

/** A store under a prefix of its own, whose files go with the test. */
async function openStore(): Promise<ReturnType<typeof createS3FileStore>> {
  const store = createS3FileStore({ ...OPTIONS, prefix: `assay-test-${randomUUID()}` });
  const keys = new Set<string>();
  onTestFinished(async () => {
    for (const key of keys) await store.delete(key);
  }, 60_000);
  return {
    ...store,
    async put(key, ...rest) {
      const stored = await store.put(key, ...rest);
      keys.add(key);
      return stored;
    },
  };
}

describeFileStore(`The bucket '${S3_BUCKET}' at ${S3_ENDPOINT}`, openStore);

test("a file of several parts comes back whole, and in ranges over their edges", async () => {
  const store = await openStore();
  const stored = await store.put("a", bytes(12_000_000), NO_LIMIT);
  expect(await store.rehash("a")).toEqual(stored);
  const range = await store.get("a", { start: 5_242_879, end: 5_242_881 });
  expect(new Uint8Array(await new Response(range).arrayBuffer())).toEqual(new Uint8Array([1, 1]));
});

test("of two writers at once one file is, whose checksum is that of its bytes", async () => {
  const store = await openStore();
  const writers = [1, 2, 3, 4].map((fill) => store.put("a", bytes(200_000, fill), NO_LIMIT));
  const outcomes = await Promise.allSettled(writers);
  expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(1);
  expect(await store.rehash("a")).toEqual(await store.stat("a"));
});

test("the doctor finds nothing to fix", async () => {
  expect(await checkS3({ ...OPTIONS, prefix: `assay-test-${randomUUID()}` })).toEqual([]);
});
