import { describeFileStore } from "@assay/testing/describe-file-store";
import type { S3Fault } from "@assay/testing/doubles/s3/start-s3";
import { encrypting } from "@assay/testing/keys-in-memory";
import { describe, expect, test } from "vitest";
import { checkS3, createS3FileStore } from "../../src/s3/index.ts";
import { ACTS, bytes, failureOf, NO_LIMIT } from "../stores/acts-of-stores.ts";
import { serveS3 } from "./serve-s3.ts";

describeFileStore("An S3 bucket", async () => (await serveS3()).store);
describeFileStore("An encrypted S3 bucket", async () => encrypting((await serveS3()).store));

const PARTS = 12_000_000;
const isRecord = ({ method, path }: { method: string; path: string }) =>
  method === "PUT" && path.endsWith("record.json");
const isBytes = ({ method, path }: { method: string; path: string }) => method === "PUT" && !path.endsWith(".json");
const isPart = ({ path }: { path: string }) => path.includes("partNumber=2");

test("a file of several parts comes back whole, and in ranges over their edges", async () => {
  const { store, s3 } = await serveS3();
  const stored = await store.put("a", bytes(PARTS), NO_LIMIT);
  expect(stored.sizeBytes).toBe(PARTS);
  expect(await store.rehash("a")).toEqual(stored);
  const range = await store.get("a", { start: 5_242_879, end: 5_242_881 });
  expect(new Uint8Array(await new Response(range).arrayBuffer())).toEqual(new Uint8Array([1, 1]));
  expect([s3.openUploads(), s3.list().length]).toEqual([0, 2]);
});

test("several deployments share a bucket by their prefixes", async () => {
  const { store, options } = await serveS3();
  const other = createS3FileStore({ ...options, prefix: "team/two" });
  await store.put("a", bytes(1), NO_LIMIT);
  await store.writeMarker("one");
  expect([await other.stat("a"), await other.readMarker()]).toEqual([null, null]);
  await other.writeMarker("two");
  expect([await store.readMarker(), await other.readMarker()]).toEqual(["one", "two"]);
});

test("a bucket in the name of the host is signed and asked there", async () => {
  const asked: string[] = [];
  const recording: typeof fetch = async (url) => {
    asked.push(String(url));
    return new Response("<Error><Code>NoSuchKey</Code></Error>", { status: 404 });
  };
  const { store } = await serveS3({ endpoint: "https://s3.example:9000", pathStyle: false, fetch: recording });
  expect(await store.stat("a")).toBeNull();
  expect(asked).toEqual(["https://evidence.s3.example:9000/a.file/record.json"]);
});

test("of two writers at once one file is, whose checksum is that of its bytes", async () => {
  const { store } = await serveS3();
  const writers = [1, 2, 3, 4].map((fill) => store.put("a", bytes(200_000, fill), NO_LIMIT));
  const outcomes = await Promise.allSettled(writers);
  expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(1);
  expect(await store.rehash("a")).toEqual(await store.stat("a"));
});

describe("a fault that passes is not noticed", () => {
  test.each([
    ["a part is refused", isPart, { kind: "status", status: 503 }],
    ["the connection of a part is dropped", isPart, { kind: "reset" }],
    ["the reply to a part is lost", isPart, { kind: "lost-answer" }],
    ["the reply to the record is lost", isRecord, { kind: "lost-answer" }],
  ] as const)("when %s", async (_, match, fault) => {
    const { store, s3 } = await serveS3();
    s3.fail(match, fault);
    const stored = await store.put("a", bytes(PARTS), NO_LIMIT);
    expect(await store.rehash("a")).toEqual(stored);
    expect([s3.openUploads(), s3.list().length]).toEqual([0, 2]);
  });
});

const FAULTS: S3Fault[] = [
  { kind: "status", status: 500 },
  { kind: "status", status: 503, headers: { "retry-after": "17" } },
  { kind: "status", status: 403 },
  { kind: "status", status: 301, headers: { location: "https://elsewhere.example/" } },
  { kind: "html", status: 404 },
  { kind: "reset" },
];

test.each(Object.keys(ACTS))("%s on a lasting fault may be tried later, and nothing is missing", async (act) => {
  const { store, s3 } = await serveS3();
  for (const fault of FAULTS) {
    await store.put("a", bytes(10), NO_LIMIT);
    s3.fail(() => true, fault, 3);
    const failure = await failureOf(ACTS[act]!(store));
    expect(failure, JSON.stringify(fault)).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    const told = fault.kind === "status" && fault.headers?.["retry-after"];
    expect(failure).toHaveProperty("retryAfterSeconds", told ? Number(told) : 5);
    expect(JSON.stringify(failure) + String(failure)).not.toContain(s3.secretAccessKey);
    s3.recover();
    await ACTS[act]!(store);
  }
});

describe("a put that fails leaves nothing", () => {
  test.each([
    ["the bytes are refused", isBytes, { kind: "status", status: 503 }],
    ["a part is refused", isPart, { kind: "status", status: 503 }],
    [
      "the upload is not completed",
      ({ path }: { path: string }) => /\?uploadId/.test(path),
      { kind: "html", status: 200 },
    ],
    ["the record is refused", isRecord, { kind: "status", status: 503 }],
  ] as const)("when %s", async (_, match, fault) => {
    const { store, s3 } = await serveS3();
    s3.fail((request) => request.method !== "DELETE" && match(request), fault, 3);
    expect(await failureOf(store.put("a", bytes(PARTS), NO_LIMIT))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect([s3.openUploads(), s3.list()]).toEqual([0, []]);
  });

  test("when the bytes change on their way", async () => {
    const { store, s3 } = await serveS3();
    s3.corrupt(isPart);
    expect(await failureOf(store.put("a", bytes(PARTS), NO_LIMIT))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect([s3.openUploads(), s3.list()]).toEqual([0, []]);
  });

  test("when the server takes less than the caller", async () => {
    const { store, s3 } = await serveS3({}, { limitBytes: 1000 });
    expect(await failureOf(store.put("a", bytes(2000), NO_LIMIT))).toMatchObject({ code: "FILE_TOO_LARGE" });
    expect(s3.list()).toEqual([]);
  });

  test("and ends its source", async () => {
    const { store, s3 } = await serveS3();
    s3.fail(isPart, { kind: "reset" }, 3);
    const end = Promise.withResolvers<unknown>();
    const endless = new ReadableStream<Uint8Array>({
      pull: (stream) => stream.enqueue(new Uint8Array(65_536)),
      cancel: end.resolve,
    });
    expect(await failureOf(store.put("a", endless, NO_LIMIT))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    await end.promise;
    expect(s3.list()).toEqual([]);
  });
});

test.each(["cut", "short", "stall"] as const)("a download that breaks off (%s) is an outage", async (kind) => {
  const { store, s3 } = await serveS3({ idleTimeoutMs: 800 });
  const stored = await store.put("a", bytes(300_000), NO_LIMIT);
  s3.fail(({ method, path }) => method === "GET" && !path.endsWith(".json"), { kind, afterBytes: 100_000 }, 2);
  const read = async () => new Response(await store.get("a")).arrayBuffer();
  expect(await failureOf(read())).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(await failureOf(store.rehash("a"))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(await store.rehash("a")).toEqual(stored);
});

test("a silent server is given up", async () => {
  const { store, s3 } = await serveS3({ idleTimeoutMs: 800 });
  s3.fail(() => true, { kind: "silence" }, 3);
  expect(await failureOf(store.stat("a"))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});

test("bytes that were changed or removed behind the service's back are found", async () => {
  const { store, s3 } = await serveS3();
  const stored = await store.put("a", bytes(10), NO_LIMIT);
  await s3.spoil(s3.list()[0]!);
  expect((await store.rehash("a"))?.sha256).not.toBe(stored.sha256);
  s3.lose(s3.list()[0]!);
  expect([await store.stat("a"), await store.rehash("a")]).toEqual([null, null]);
  expect(await failureOf(store.get("a"))).toMatchObject({ code: "OBJECT_MISSING" });
});

test.each([
  ["another bucket", { bucket: "other" }, "S3_BUCKET"],
  ["a wrong secret", { secretAccessKey: "wrong" }, "S3_SECRET_ACCESS_KEY"],
  ["another region", { region: "elsewhere-1" }, "S3_REGION"],
])("with %s everything is an outage that names the setting", async (_, wrong, setting) => {
  const { options } = await serveS3();
  const store = createS3FileStore({ ...options, ...wrong });
  for (const act of Object.keys(ACTS).filter((name) => name !== "check"))
    expect(await failureOf(ACTS[act]!(store))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await expect(store.check()).rejects.toThrow(setting);
});

describe("the doctor's probe", () => {
  test("finds nothing in a fit bucket and leaves nothing in it", async () => {
    const { options, s3 } = await serveS3();
    expect(await checkS3(options)).toEqual([]);
    expect(s3.list()).toEqual([]);
  });

  test("names a bucket that is public, and a server that lets two writers overwrite", async () => {
    const { options, s3 } = await serveS3({}, { conditionalWrites: false });
    s3.setPublic(true);
    expect(await checkS3(options)).toEqual([
      expect.stringContaining("If-None-Match"),
      expect.stringContaining("is public"),
    ]);
  });

  test("names what a server does not know, such as conditional writes", async () => {
    const { options, s3 } = await serveS3();
    s3.fail(isRecord, { kind: "status", status: 501 });
    expect(await checkS3(options)).toEqual([expect.stringContaining("If-None-Match")]);
  });

  test("names what is wrong with the settings", async () => {
    const { options } = await serveS3({ secretAccessKey: "wrong" });
    expect(await checkS3(options)).toEqual([expect.stringContaining("S3_SECRET_ACCESS_KEY")]);
  });
});
