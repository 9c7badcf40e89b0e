import { afterEach, expect, test, vi } from "vitest";
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
