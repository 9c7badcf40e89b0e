import { afterEach, expect, test, vi } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { AssayAdmin } from "../src/admin/index.ts";
import { Assay, type SentRequest } from "../src/index.ts";

afterEach(() => void vi.unstubAllEnvs());

const answering = () => {
  const sent: { url: string; headers: Record<string, string> }[] = [];
  const fetch = async (url: unknown, init?: RequestInit) => {
    sent.push({ url: String(url), headers: init!.headers as Record<string, string> });
    return Response.json({ runs: [], nextCursor: null });
  };
  return { sent, fetch: fetch as typeof globalThis.fetch };
};

test.each([
  ["Assay", (fetch: typeof globalThis.fetch) => new Assay({ fetch }).runs.list().page()],
  ["AssayAdmin", (fetch: typeof globalThis.fetch) => new AssayAdmin({ fetch }).runs.list().page()],
])("%s without options uses ASSAY_URL and ASSAY_API_KEY", async (_, call) => {
  vi.stubEnv("ASSAY_URL", "https://assay.test/");
  vi.stubEnv("ASSAY_API_KEY", "assay_key");
  const { sent, fetch } = answering();
  await call(fetch);
  expect(sent[0]).toMatchObject({
    url: expect.stringMatching(/^https:\/\/assay\.test\/api\//),
    headers: { Authorization: "Bearer assay_key" },
  });
});

test("an option wins over the environment", async () => {
  vi.stubEnv("ASSAY_API_KEY", "assay_key");
  const { sent, fetch } = answering();
  await new Assay({ baseUrl: "https://assay.test", token: "other", fetch }).runs.list().page();
  expect(sent[0]!.headers.Authorization).toBe("Bearer other");
});

test.each([
  [{ token: "t" }, "A client needs a baseUrl: give it as an option, or set ASSAY_URL"],
  [{ baseUrl: "https://assay.test" }, "A client needs a token: give it as an option, or set ASSAY_API_KEY"],
])("a client that lacks one says so when it is made: %j", (options, message) => {
  vi.stubEnv("ASSAY_URL", "");
  vi.stubEnv("ASSAY_API_KEY", undefined);
  expect(() => new Assay(options)).toThrow(message);
});

test.each([
  ["an empty token", ""],
  ["a function that returns none", () => undefined as unknown as string],
])("%s is an error, and nothing is sent", async (_, token) => {
  const { sent, fetch } = answering();
  const assay = new Assay({ baseUrl: "https://assay.test", token, fetch });
  await expect(assay.runs.list().page()).rejects.toThrow("A client needs a token");
  expect(sent).toEqual([]);
});

test("each attempt is shown before and after, without the token, and has the default headers", async () => {
  const seen: string[] = [];
  const { sent, fetch } = answering();
  const assay = new Assay({
    baseUrl: "https://assay.test",
    token: "secret-token",
    fetch,
    defaultHeaders: { "X-Proxy": "yes" },
    onRequest: (request: SentRequest) => seen.push(JSON.stringify(request)),
    onResponse: ({ status }, { method, url, ms }) => seen.push(`${status} ${method} ${url} ${ms >= 0}`),
  });
  await assay.runs.list().page();
  const url = sent[0]!.url;
  expect(seen).toEqual([JSON.stringify({ method: "GET", url }), `200 GET ${url} true`]);
  expect(sent[0]!.headers).toMatchObject({ "X-Proxy": "yes", Authorization: "Bearer secret-token" });
});

const versioned = (version: string | undefined) =>
  (async () =>
    Response.json(
      { runs: [], nextCursor: null },
      { headers: { "X-Request-Id": "r1", ...(version && { "Assay-Version": version }) } },
    )) as typeof globalThis.fetch;

test("on a server the client names itself and its version, unless it is told otherwise", async () => {
  const { sent, fetch } = answering();
  const options = { baseUrl: "https://assay.test", token: "t", fetch };
  await new Assay(options).runs.list().page();
  await new Assay({ ...options, defaultHeaders: { "User-Agent": "mine" } }).runs.list().page();
  expect(sent.map(({ headers }) => headers["User-Agent"])).toEqual([
    `assay-client/${manifest.version} node/${process.versions.node}`,
    "mine",
  ]);
});

test.each([
  ["0.3.9", undefined, 0],
  ["0.4.0", undefined, 1],
  ["1.1.0", undefined, 1],
  ["0.4.0", "off", 0],
  [undefined, undefined, 0],
  ["dev", undefined, 0],
] as const)("a service of version %s, with logLevel %s: %i warning", async (version, logLevel, count) => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const assay = new Assay({ baseUrl: "https://assay.test", token: "t", logLevel, fetch: versioned(version) });
  await assay.runs.list().page();
  await assay.runs.list().page();
  expect(warn).toHaveBeenCalledTimes(count);
  warn.mockRestore();
});

test("with logLevel debug each attempt is in the console, without the token", async () => {
  const debug = vi.spyOn(console, "debug").mockImplementation(() => {});
  await new Assay({
    baseUrl: "https://assay.test",
    token: "secret",
    logLevel: "debug",
    fetch: versioned(undefined),
  }).runs
    .list()
    .page();
  expect(debug.mock.calls[0]!.slice(0, 3)).toEqual(["GET", "https://assay.test/api/runs", 200]);
  expect(JSON.stringify(debug.mock.calls)).not.toContain("secret");
  debug.mockRestore();
});

test("withResponse returns status, headers and request id with the result", async () => {
  const seen: number[] = [];
  const onResponse = ({ status }: Response) => void seen.push(status);
  const assay = new Assay({ baseUrl: "https://assay.test", token: "t", onResponse, fetch: versioned("0.1.0") });
  const reply = await assay.withResponse((client) => client.runs.list().page());
  expect(reply).toMatchObject({ data: { items: [] }, status: 200, requestId: "r1" });
  expect(reply.headers.get("Assay-Version")).toBe("0.1.0");
  expect(seen).toEqual([200]);
  await expect(assay.withResponse(async () => 1)).rejects.toThrow("withResponse needs a call");
});
