import type { SupabaseFault } from "@assay/testing/doubles/supabase/supabase-fault";
import { describe, expect, test } from "vitest";
import { createSupabaseFileStore } from "../../src/supabase/index.ts";
import { ACTS, bytes, failureOf, NO_LIMIT } from "../stores/acts-of-stores.ts";
import { BUCKET, serveSupabase } from "./serve-supabase.ts";

const FAULTS: SupabaseFault[] = [
  { kind: "status", status: 500 },
  { kind: "status", status: 503, headers: { "retry-after": "17" } },
  { kind: "status", status: 429, headers: { "retry-after": "17" } },
  { kind: "status", status: 401 },
  { kind: "status", status: 302, headers: { location: "https://elsewhere.example/" } },
  { kind: "html", status: 404 },
  { kind: "html", status: 502 },
  { kind: "reset" },
];

test.each(Object.keys(ACTS))("%s on a fault may be tried again, and nothing is said to be missing", async (act) => {
  const { store, supabase } = await serveSupabase();
  for (const fault of FAULTS) {
    await store.put("a", bytes(10), NO_LIMIT);
    supabase.fail(() => true, fault);
    const failure = await failureOf(ACTS[act]!(store));
    expect(failure, JSON.stringify(fault)).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    const told = fault.kind === "status" && fault.headers?.["retry-after"];
    expect(failure).toHaveProperty("retryAfterSeconds", told ? Number(told) : 5);
    expect(JSON.stringify(failure) + String(failure)).not.toContain(supabase.secretKey);
    await ACTS[act]!(store);
  }
});

describe("a put that fails leaves nothing", () => {
  const isRecord = ({ method, path }: { method: string; path: string }) =>
    method === "POST" && path.endsWith("/record.json");
  const isBytes = ({ method, path }: { method: string; path: string }) =>
    method === "POST" && /\.file\/[0-9a-f-]{36}$/.test(path);

  test.each([
    ["the bytes are refused", isBytes, { kind: "status", status: 503 }],
    ["the answer to the bytes is lost", isBytes, { kind: "lost-answer" }],
    ["the record is refused", isRecord, { kind: "status", status: 503 }],
    ["the answer to the record is lost", isRecord, { kind: "lost-answer" }],
  ] as const)("when %s", async (_, match, fault) => {
    const { store, supabase, names } = await serveSupabase();
    supabase.fail(match, fault);
    expect(await failureOf(store.put("a", bytes(100_000), NO_LIMIT))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(names()).toEqual([]);
    await store.put("a", bytes(5), NO_LIMIT);
    expect((await store.stat("a"))?.sizeBytes).toBe(5);
  });

  test("when the bucket takes less than the caller", async () => {
    const { store, supabase, names } = await serveSupabase();
    supabase.storage.makeBucket(BUCKET, { limitBytes: 1000 });
    expect(await failureOf(store.put("a", bytes(5_000_000), NO_LIMIT))).toMatchObject({ code: "FILE_TOO_LARGE" });
    expect(names()).toEqual([]);
  });

  test.each([
    [{ kind: "reset" }, "SERVICE_UNAVAILABLE"],
    [{ kind: "status", status: 503 }, "SERVICE_UNAVAILABLE"],
    [{ kind: "status", status: 413 }, "FILE_TOO_LARGE"],
  ] as const)("and ends its source at once on %j", async (fault, code) => {
    const { store, supabase, names } = await serveSupabase();
    supabase.fail(isBytes, fault);
    const end = Promise.withResolvers<unknown>();
    const endless = new ReadableStream<Uint8Array>({
      pull: (stream) => stream.enqueue(new Uint8Array(65_536)),
      cancel: end.resolve,
    });
    expect(await failureOf(store.put("a", endless, NO_LIMIT))).toMatchObject({ code });
    await end.promise;
    expect(names()).toEqual([]);
  });

  test("and leaves the file alone that was there", async () => {
    const { store, supabase, names } = await serveSupabase();
    const first = await store.put("a", bytes(10), NO_LIMIT);
    supabase.fail(isBytes, { kind: "lost-answer" });
    await failureOf(store.put("a", bytes(10), NO_LIMIT));
    expect(await store.stat("a")).toEqual(first);
    expect(names().length).toBe(2);
  });
});

describe("a download that breaks off fails with SERVICE_UNAVAILABLE, as if it had never been whole", () => {
  const isBytes = ({ method, path }: { method: string; path: string }) =>
    method === "GET" && /\.file\/[0-9a-f-]{36}$/.test(path);

  test.each(["cut", "short", "stall"] as const)("%s", async (kind) => {
    const { store, supabase } = await serveSupabase({ idleTimeoutMs: 800 });
    const stored = await store.put("a", bytes(300_000), NO_LIMIT);
    supabase.fail(isBytes, { kind, afterBytes: 100_000 }, 2);
    const read = async () => new Response(await store.get("a")).arrayBuffer();
    expect(await failureOf(read())).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(await failureOf(store.rehash("a"))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(await store.rehash("a")).toEqual(stored);
  });
});

describe("silence", () => {
  test("ends a request, whether its answer or the taking of its body is waited for", async () => {
    const { store, supabase, names } = await serveSupabase({ idleTimeoutMs: 800 });
    await store.put("a", bytes(10), NO_LIMIT);
    for (const act of ["stat", "check", "put"]) {
      supabase.fail(() => true, { kind: "silence" });
      expect(await failureOf(ACTS[act]!(store))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    }
    supabase.fail(() => true, { kind: "silence" });
    const endless = new ReadableStream<Uint8Array>({ pull: (stream) => stream.enqueue(new Uint8Array(1_000_000)) });
    expect(await failureOf(store.put("c", endless, NO_LIMIT))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(names().length).toBe(2);
  });

  test("of anyone who uploads is not held against the store", async () => {
    const { store } = await serveSupabase({ idleTimeoutMs: 800 });
    let left = 2;
    const slow = new ReadableStream<Uint8Array>({
      async pull(stream) {
        if (left-- === 0) return stream.close();
        await new Promise((resolve) => setTimeout(resolve, 1000));
        stream.enqueue(new Uint8Array(10));
      },
    });
    expect((await store.put("a", slow, NO_LIMIT)).sizeBytes).toBe(20);
  });
});

describe("a store that is set up wrongly says so, and never that a file is missing", () => {
  test.each([
    ["the bucket is not there", { bucket: "other" }],
    ["the key is wrong", { secretKey: "sb_secret_wrong" }],
    ["the address is not a project's", { path: "/nowhere" }],
  ])("%s", async (_, { path = "", ...wrong }: { bucket?: string; secretKey?: string; path?: string }) => {
    const { project } = await serveSupabase();
    const store = createSupabaseFileStore({ ...project, bucket: BUCKET, ...wrong, url: project.url + path });
    const { check, ...acts } = ACTS;
    for (const act of Object.values(acts))
      expect(await failureOf(act(store))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    await expect(check!(store)).rejects.toThrow(wrong.bucket ? "npm run bucket:create" : "Cannot use Supabase now");
  });

  test("a public bucket fails the check", async () => {
    const { store, supabase } = await serveSupabase();
    supabase.storage.makeBucket(BUCKET, { public: true });
    await expect(store.check()).rejects.toThrow("it is public; run `npm run bucket:create`");
  });
});

describe("whatever a runtime's fetch does", () => {
  test("a refused file is not stored where a failing source passes for the end of the body, as on workers", async () => {
    const { project, names } = await serveSupabase();
    const forgiving: typeof fetch = async (url, init) => {
      const { body, signal: _, ...rest } = init ?? {};
      if (!(body instanceof ReadableStream)) return fetch(url, init);
      const taken: Uint8Array[] = [];
      try {
        for await (const chunk of body) taken.push(chunk);
      } catch {}
      return fetch(url, { ...rest, body: new Blob(taken as BlobPart[]) });
    };
    const store = createSupabaseFileStore({ ...project, bucket: BUCKET, fetch: forgiving });
    expect(await failureOf(store.put("a", bytes(5000), { limitBytes: 100 }))).toMatchObject({ code: "FILE_TOO_LARGE" });
    expect(names()).toEqual([]);
    expect(await store.stat("a")).toBeNull();
  });

  test("a reader who leaves, before or while reading, ends the download", async () => {
    const { project, store: writer } = await serveSupabase();
    await writer.put("a", bytes(300_000), NO_LIMIT);
    const open = new Set<unknown>();
    const counting: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      const reader = response.body!.getReader();
      open.add(reader);
      const body = new ReadableStream({
        async pull(stream) {
          const { done, value } = await reader.read();
          if (!done) return stream.enqueue(value);
          open.delete(reader);
          stream.close();
        },
        cancel() {
          open.delete(reader);
          return reader.cancel();
        },
      });
      return new Response(body, response);
    };
    const store = createSupabaseFileStore({ ...project, bucket: BUCKET, fetch: counting });
    await (await store.get("a")).cancel();
    const reader = (await store.get("a")).getReader();
    await reader.read();
    await reader.cancel();
    expect(open.size).toBe(0);
  });
});
