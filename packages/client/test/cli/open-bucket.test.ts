import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listBucket } from "../../src/cli/sync/list-bucket.ts";
import { openBucket } from "../../src/cli/sync/open-bucket.ts";

const ENV = { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "secret", AWS_ENDPOINT_URL: "http://s3.example.test" };
const NONE_KNOWN = { find: () => undefined, add: async () => {}, keep: async () => {} };

let asked: { url: URL; headers: Headers }[];
let answers: (() => Response)[];
beforeEach(() => {
  vi.useFakeTimers();
  [asked, answers] = [[], []];
  vi.stubGlobal("fetch", async (url: string, { headers }: RequestInit) => {
    asked.push({ url: new URL(url), headers: new Headers(headers) });
    return (answers.length > 1 ? answers.shift()! : answers[0]!)();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const xml = (text: string) => () => new Response(text);
const object = (key: string, bytes = 1) =>
  `<Contents><Key>${key}</Key><ETag>&quot;1&quot;</ETag><Size>${bytes}</Size></Contents>`;
const page = (inside: string, end = "<IsTruncated>false</IsTruncated>") =>
  xml(`<?xml version="1.0"?><ListBucketResult xmlns="x">${end}${inside}</ListBucketResult>\n`);
const bucket = (from = "s3://bucket") => openBucket(from, ENV, new AbortController().signal);

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function list(from?: string) {
  const listing = collect(bucket(from).list());
  listing.catch(() => {});
  await vi.runAllTimersAsync();
  return (await listing).map(({ key }) => key);
}

const listAll = () =>
  listBucket(bucket(), NONE_KNOWN, {
    exclude: () => false,
    signal: new AbortController().signal,
    onProgress: () => {},
  });

const more = (token: string) =>
  `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`;

test("a list ends where its page says so, and each page is asked for by the token of the one before", async () => {
  answers = [page(object("a"), more("1&amp;2")), page(object("b"), more("3")), page(object("c"))];
  expect(await list()).toEqual(["a", "b", "c"]);
  expect(asked.map(({ url }) => url.searchParams.get("continuation-token"))).toEqual([null, "1&2", "3"]);
});

test.each([
  ["cut off", xml(`<ListBucketResult><IsTruncated>false</IsTruncated>${object("a")}`)],
  ["of a proxy", xml("<html>Sign in</html>")],
  ["empty", xml("")],
  ["an error", xml("<Error><Code>InternalError</Code></Error>")],
  ["without an end", page(object("a"), "")],
  ["with more to come and no token", page(object("a"), "<IsTruncated>true</IsTruncated>")],
  ["with an empty token", page(object("a"), more(""))],
  ["with the token of the page before", page(object("a"), more("same"))],
  ["with an object without a size", page("<Contents><Key>a</Key><Size></Size></Contents>")],
  ["with an object of another prefix", page(object("elsewhere"))],
  ["with a key that is not encoded as it says", page(`<EncodingType>url</EncodingType>${object("100%")}`)],
])("a page that is %s is no list, so that nothing retires for it", async (_, answer) => {
  answers = [answer];
  await expect(list("s3://bucket/a")).rejects.toMatchObject({
    exit: "SERVICE",
    message: expect.stringMatching(/^Cannot read s3:\/\/bucket\/a: its list /),
  });
  expect(asked.length).toBeLessThan(3);
});

test("keys are decoded where the page says that they are encoded, and there alone", async () => {
  answers = [page(`<EncodingType>url</EncodingType>${object("a%2Bb+c")}`)];
  expect(await list()).toEqual(["a+b c"]);
  answers = [page(object("a%2Bb+c&lt;&amp;lt;&#x41;&#66;&apos;"))];
  expect(await list()).toEqual(["a%2Bb+c<&lt;AB'"]);
});

test("a page that breaks off on its way is asked for again", async () => {
  const broken = () =>
    new Response(new ReadableStream({ start: (controller) => controller.error(new Error("reset")) }));
  answers = [broken, page(object("a"))];
  expect(await list()).toEqual(["a"]);
});

test("an object that is kept compressed is named with the reason, as its bytes would be others", async () => {
  const compressed = () => new Response("x", { headers: { "content-encoding": "gzip" } });
  answers = [page(object("a.txt")), compressed];
  const { entries, unread } = await listAll();
  expect(entries).toEqual([]);
  expect(unread).toEqual([{ path: "a.txt", reason: expect.stringContaining("Content-Encoding 'gzip'") }]);
  expect(asked[1]!.headers.get("accept-encoding")).toBe("identity");
});

test("an object is read as it is opened, so that one that went meanwhile is refused there, and again for each try", async () => {
  answers = [page(object("a.txt")), xml("x")];
  const [entry] = (await listAll()).entries;
  const file = (await entry!.open()) as Blob;
  expect(asked).toHaveLength(3);
  for (let tries = 0; tries < 2; tries++) expect(await new Response(file.stream()).text()).toBe("x");
  expect(asked).toHaveLength(4);
  for (const status of [404, 412]) {
    answers = [() => new Response("<Error><Code>Gone</Code></Error>", { status })];
    await expect(entry!.open()).rejects.toMatchObject({ exit: "INCOMPLETE" });
  }
  answers = [() => new Response("<Error><Code>ExpiredToken</Code></Error>", { status: 403 })];
  await expect(entry!.open()).rejects.toMatchObject({ exit: "SERVICE" });
});

test("objects that cannot be read count for the limit, too", async () => {
  answers = [page(Array.from({ length: 100_001 }, (_, at) => object(`a//${at}`)).join(""))];
  await expect(listAll()).rejects.toThrow("over 100000 objects");
});
