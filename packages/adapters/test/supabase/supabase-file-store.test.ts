import { randomUUID } from "node:crypto";
import { describeFileStore } from "@assay/testing/describe-file-store";
import { encrypting } from "@assay/testing/keys-in-memory";
import { describe, expect, test } from "vitest";
import { createSupabaseFileStore } from "../../src/supabase/index.ts";
import { bytes, failureOf, NO_LIMIT } from "../stores/acts-of-stores.ts";
import { BUCKET, serveSupabase } from "./serve-supabase.ts";

describeFileStore("A Supabase bucket", async () => (await serveSupabase()).store);
describeFileStore("An encrypted Supabase bucket", async () => encrypting((await serveSupabase()).store));

describe.each(["current", "before-codes", "http-status"] as const)("a server that words refusals as %s", (dialect) => {
  test("is understood: missing, taken and too large are distinguished", async () => {
    const { store, supabase } = await serveSupabase({ dialect, projectLimitBytes: 1000 });
    expect(await store.stat("a")).toBeNull();
    expect(await failureOf(store.get("a"))).toMatchObject({ code: "OBJECT_MISSING" });
    const first = await store.put("a", bytes(10), NO_LIMIT);
    expect(await store.put("a", bytes(10), NO_LIMIT)).toEqual(first);
    expect(await failureOf(store.put("a", bytes(10, 2), NO_LIMIT))).toMatchObject({
      message: expect.stringContaining("a key is written once"),
    });
    expect(await failureOf(store.put("b", bytes(1001), NO_LIMIT))).toMatchObject({ code: "FILE_TOO_LARGE" });
    expect(supabase.storage.list(BUCKET).length).toBe(2);
  });
});

test("a file is its bytes and its record, below the prefix, and a bucket may be shared", async () => {
  const { store, supabase, project, names } = await serveSupabase();
  const preview = createSupabaseFileStore({ ...project, bucket: BUCKET, prefix: "preview/pr-7" });
  await store.put("a/b", bytes(1), NO_LIMIT);
  await preview.put("a/b", bytes(2), NO_LIMIT);
  const uuid = "[0-9a-f-]{36}";
  expect(names()).toEqual([
    expect.stringMatching(new RegExp(`^a/b\\.file/${uuid}$`)),
    "a/b.file/record.json",
    expect.stringMatching(new RegExp(`^preview/pr-7/a/b\\.file/${uuid}$`)),
    "preview/pr-7/a/b.file/record.json",
  ]);
  await store.delete("a/b");
  expect((await preview.stat("a/b"))?.sizeBytes).toBe(2);
  const [, record] = supabase.storage.list(BUCKET);
  expect(record).toMatchObject({ contentType: "application/json", cacheControl: "max-age=0" });
});

test.each(["", "/a", "a/", "a//b", "../a", "a b", "a.b"])("the prefix %j is refused", (prefix) => {
  const project = { url: "https://project.example", secretKey: "sb_secret_x", bucket: BUCKET };
  expect(() => createSupabaseFileStore({ ...project, prefix })).toThrow(TypeError);
});

test("refused, failed, repeated and deleted files leave no object", async () => {
  const { store, names } = await serveSupabase();
  const broken = new ReadableStream<Uint8Array>({ start: (stream) => stream.error(new Error("gone")) });
  await expect(store.put("a", broken, NO_LIMIT)).rejects.toThrow("gone");
  await expect(store.put("a", bytes(10), { limitBytes: 9 })).rejects.toThrow("at most 9 bytes");
  await store.put("a", bytes(10), NO_LIMIT);
  await store.put("a", bytes(10), NO_LIMIT);
  await expect(store.put("a", bytes(9), NO_LIMIT)).rejects.toThrow("written once");
  expect(names().length).toBe(2);
  await store.delete("a");
  expect(names()).toEqual([]);
});

test("deleting a key clears what an upload left that died before its record", async () => {
  const { store, supabase, names } = await serveSupabase();
  supabase.fail(({ method, path }) => method === "POST" && path.endsWith("/record.json"), { kind: "reset" });
  supabase.fail(({ method }) => method === "DELETE", { kind: "reset" });
  await failureOf(store.put("a", bytes(10), NO_LIMIT));
  expect(names()).toEqual([expect.stringMatching(/^a\.file\//)]);
  expect(await store.stat("a")).toBeNull();

  await store.delete("a");
  expect(names()).toEqual([]);
});

test("of two writers at once one file is, whose checksum is that of its bytes", async () => {
  const { store } = await serveSupabase();
  const key = randomUUID();
  const writers = [1, 2, 3, 4].map((fill) => store.put(key, bytes(200_000, fill), NO_LIMIT));
  const outcomes = await Promise.allSettled(writers);
  expect(outcomes.some(({ status }) => status === "fulfilled")).toBe(true);
  const stored = await store.stat(key);
  expect(stored?.sizeBytes).toBe(200_000);
  expect(await store.rehash(key)).toEqual(stored);
});

test("an object that somebody removed is a missing file", async () => {
  const { store, supabase, names } = await serveSupabase();
  await store.put("a", bytes(10), NO_LIMIT);
  supabase.storage.lose(BUCKET, names()[0]!);
  expect(names()).toEqual(["a.file/record.json"]);
  expect(await store.stat("a")).toBeNull();
  expect(await store.rehash("a")).toBeNull();
  expect(await failureOf(store.get("a"))).toMatchObject({ code: "OBJECT_MISSING" });
});
