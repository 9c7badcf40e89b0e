import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AssayAdmin } from "../src/admin/index.ts";
import {
  Assay,
  AssayApiError,
  AssayConnectionError,
  type AssayOptions,
  AssayTimeoutError,
  InvalidStateError,
  NotFoundError,
  RateLimitedError,
} from "../src/index.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Answer = (init: RequestInit) => Response | Promise<Response>;

/** A client whose attempts get these answers, the last one again and again, and what was sent at which time. */
function clientThatGets(...answers: Answer[]) {
  const sent: { atMs: number; key: string | undefined; body: RequestInit["body"] }[] = [];
  const begin = Date.now();
  const options: AssayOptions = {
    baseUrl: "https://assay.test",
    token: "token-1",
    fetch: async (_, init) => {
      const { "Idempotency-Key": key } = init!.headers as Record<string, string>;
      sent.push({ atMs: Date.now() - begin, key, body: init!.body });
      return answers[Math.min(sent.length, answers.length) - 1]!(init!);
    },
  };
  return { options, assay: new Assay(options), sent };
}

const refuse = (status: number, error: string, retryAfter?: string) => () =>
  Response.json({ error, message: "no" }, { status, headers: retryAfter ? { "Retry-After": retryAfter } : {} });
const reply =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });
const breakOff = () => Promise.reject(new TypeError("terminated"));
const hang: Answer = ({ signal }) =>
  new Promise((_, reject) => signal!.addEventListener("abort", () => reject(signal!.reason as Error)));

/** What a call ends with, once all that it waits for has passed. */
async function settle<T>(call: Promise<T>): Promise<T | Error> {
  const ended = call.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return ended;
}

const gone = { runs: [], nextCursor: null };

test("a reading call waits as long as Retry-After says, as seconds or as a date, and not shorter than its backoff", async () => {
  const { assay, sent } = clientThatGets(
    refuse(503, "SERVICE_UNAVAILABLE", "5"),
    () => {
      const date = new Date(Date.now() + 9_000).toUTCString();
      return refuse(429, "RATE_LIMITED", date)();
    },
    reply(gone),
  );
  expect(await settle(assay.runs.list().toArray())).toEqual([]);
  const waits = sent.slice(1).map(({ atMs }, index) => atMs - sent[index]!.atMs);
  expect(waits[0]).toBeGreaterThanOrEqual(5000);
  expect(waits[0]).toBeLessThan(6000);
  expect(waits[1]).toBeGreaterThanOrEqual(8000);
});

test("a wait that is longer than the limit is thrown at once, with the time that it would take", async () => {
  const { assay, sent } = clientThatGets(refuse(429, "RATE_LIMITED", "3600"));
  const error = await settle(assay.documents.upload(new File(["x"], "a.txt")));
  expect(error).toBeInstanceOf(RateLimitedError);
  expect(error).toMatchObject({ retryAfterSeconds: 3600 });
  expect(sent).toHaveLength(1);
});

test("attempts of one run start share a random key, another call has another, and the caller's own is kept", async () => {
  const started = reply({ run: { id: "run-1" } }, 201);
  const { assay, sent } = clientThatGets(breakOff, refuse(409, "INVALID_STATE", "1"), started);
  await settle(assay.runs.start());
  await settle(assay.runs.start());
  await settle(assay.runs.start({}, { idempotencyKey: "nightly-7" }));
  const keys = sent.map(({ key }) => key!);
  expect(keys[0]).toMatch(/^[!-~]{20,255}$/);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
  expect(keys[4]).toBe("nightly-7");
});

test("an upload of equal bytes has a key of its own each time, and its attempts send the whole file again", async () => {
  const { assay, sent } = clientThatGets(breakOff, reply({ document: { id: "d" } }, 201));
  const source = { name: "a.txt", size: 4, stream: () => new Blob(["text"]).stream() };
  await settle(assay.documents.upload(source));
  await settle(assay.documents.upload(source));
  expect(sent[0]!.key).toBe(sent[1]!.key);
  expect(sent[2]!.key).not.toBe(sent[0]!.key);
  expect(await new Response(sent[1]!.body as ReadableStream).text()).toContain("text");
});

test("an upload whose reply breaks off in the middle is sent again", async () => {
  const half = () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new TypeError("terminated")),
    });
    return new Response(body, { status: 201 });
  };
  const { assay, sent } = clientThatGets(half, reply({ document: { id: "d" } }, 201));
  expect(await settle(assay.documents.upload(new File(["x"], "a.txt")))).toMatchObject({ duplicate: false });
  expect(sent).toHaveLength(2);
});

test("a stream is sent once, as nobody can read it again", async () => {
  const { assay, sent } = clientThatGets(breakOff);
  const error = await settle(assay.documents.upload(new Blob(["x"]).stream(), { filename: "a.txt" }));
  expect(error).toBeInstanceOf(AssayConnectionError);
  expect(sent).toHaveLength(1);
});

test("a changing call without a key is sent once where it may have arrived, and again where it was refused before", async () => {
  const cancelled = reply({ run: { id: "run-1" } });
  const lost = clientThatGets(breakOff, cancelled);
  expect(await settle(lost.assay.runs.cancel("run-1", "why"))).toBeInstanceOf(AssayConnectionError);
  expect(lost.sent).toHaveLength(1);
  const limited = clientThatGets(refuse(429, "RATE_LIMITED", "2"), cancelled);
  expect(await settle(limited.assay.runs.cancel("run-1", "why"))).toEqual({ id: "run-1" });
  expect(limited.sent).toHaveLength(2);
  const busy = clientThatGets(refuse(409, "INVALID_STATE"));
  expect(await settle(busy.assay.documents.reprocess("d"))).toBeInstanceOf(InvalidStateError);
});

test("checking a kept checkpoint only reads, so it is repeated", async () => {
  const { options, sent } = clientThatGets(breakOff, reply({ valid: true }));
  const kept = { statement: {}, signature: "s" } as never;
  expect(await settle(new AssayAdmin(options).audit.verify(kept))).toEqual({ valid: true });
  expect(sent).toHaveLength(2);
});

test("a deletion whose reply was lost is done when it is found gone, and one of nothing is NotFoundError", async () => {
  const lost = clientThatGets(breakOff, refuse(404, "NOT_FOUND"));
  expect(await settle(lost.assay.documents.delete("d"))).toBeUndefined();
  const previewed = clientThatGets(breakOff, refuse(404, "NOT_FOUND"));
  expect(await settle(previewed.assay.documents.previewDelete("d"))).toBeInstanceOf(NotFoundError);
  const never = clientThatGets(refuse(404, "NOT_FOUND"));
  expect(await settle(never.assay.documents.delete("d"))).toBeInstanceOf(NotFoundError);
});

test("each attempt has its own time, and the last one's end is a timeout, which is a kind of connection error", async () => {
  const { options, sent } = clientThatGets(hang);
  const assay = new Assay({ ...options, timeoutMs: 1000, maxRetries: 1 });
  const error = await settle(assay.runs.get("run-1"));
  expect(error).toBeInstanceOf(AssayTimeoutError);
  expect(error).toBeInstanceOf(AssayConnectionError);
  expect(error).toMatchObject({ name: "AssayTimeoutError", timeoutMs: 1000 });
  expect(sent).toHaveLength(2);
  expect(await settle(assay.runs.get("run-1", { timeoutMs: 5, maxRetries: 0 }))).toMatchObject({ timeoutMs: 5 });
  expect(sent).toHaveLength(3);
});

test("a reply whose body stops arriving is a timeout too", async () => {
  const { options } = clientThatGets(({ signal }) => {
    const body = new ReadableStream({
      start: (controller) => signal!.addEventListener("abort", () => controller.error(signal!.reason)),
    });
    return new Response(body);
  });
  const assay = new Assay({ ...options, maxRetries: 0 });
  expect(await settle(assay.runs.get("run-1"))).toBeInstanceOf(AssayTimeoutError);
});

test("a wait before the next attempt ends with the caller's reason", async () => {
  const { assay, sent } = clientThatGets(refuse(503, "SERVICE_UNAVAILABLE", "20"));
  const cancelled = new AbortController();
  const call = assay.runs.get("run-1", { signal: cancelled.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  cancelled.abort(new Error("left the page"));
  expect(await call).toMatchObject({ message: "left the page" });
  expect(sent).toHaveLength(1);
});

test("each code has one class, which is an AssayApiError, also a code of a later release", async () => {
  const { assay } = clientThatGets(refuse(404, "NOT_FOUND"), refuse(418, "TEAPOT_EMPTY"));
  const error = await settle(assay.runs.get("run-1"));
  expect(error).toBeInstanceOf(NotFoundError);
  expect(error).toBeInstanceOf(AssayApiError);
  expect(error).not.toBeInstanceOf(InvalidStateError);
  expect(error).toMatchObject({ name: "NotFoundError", code: "NOT_FOUND", status: 404 });
  expect(NotFoundError.name).toBe("NotFoundError");
  expect(await settle(assay.runs.get("run-1"))).toMatchObject({ name: "TeapotEmptyError", code: "TEAPOT_EMPTY" });
});

test("a page in the place of JSON is an error with the status, not a syntax error", async () => {
  const { assay } = clientThatGets(() => new Response("<h1>Sign in</h1>"));
  expect(await settle(assay.runs.get("run-1"))).toMatchObject({ status: 200, code: "UNKNOWN" });
});

test("where the service asks for a fresh authentication, a call is sent again once its user has confirmed, and only once", async () => {
  const stale = () =>
    Response.json(
      { error: "FORBIDDEN", message: "no", details: { reason: "FRESH_AUTHENTICATION_REQUIRED" } },
      { status: 403 },
    );
  const asked: string[] = [];
  const confirm =
    (answer: boolean) =>
    async ({ code }: AssayApiError) => {
      asked.push(code);
      return answer;
    };
  const call = (options: AssayOptions, confirmIdentity?: AssayOptions["confirmIdentity"]) =>
    settle(new Assay({ ...options, confirmIdentity }).exceptions.approve("1"));
  const once = clientThatGets(stale, reply({ exception: {} }));
  expect(await call(once.options, confirm(true))).not.toBeInstanceOf(Error);
  expect([once.sent.length, asked]).toEqual([2, ["FORBIDDEN"]]);

  const always = clientThatGets(stale);
  expect(await call(always.options, confirm(true))).toMatchObject({ code: "FORBIDDEN" });
  expect(always.sent).toHaveLength(2);
  for (const refused of [confirm(false), undefined]) {
    const { options, sent } = clientThatGets(stale);
    expect(await call(options, refused)).toMatchObject({ code: "FORBIDDEN" });
    expect(sent).toHaveLength(1);
  }
  const other = clientThatGets(refuse(403, "FORBIDDEN"));
  const before = asked.length;
  expect(await call(other.options, confirm(true))).toMatchObject({ code: "FORBIDDEN" });
  expect([other.sent.length, asked.length]).toEqual([1, before]);
});
