import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Assay, AssayApiError, AssayConnectionError } from "../src/index.ts";

const BASE = "https://assay.test";
const server = setupServer();
let assay: Assay;
beforeAll(() => {
  server.listen({ onUnhandledFrame: "error" });
  assay = new Assay({ baseUrl: `${BASE}/`, token: async () => "token-1" });
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
const run = { id: "run-1", status: "IN_PROGRESS" };

/** Replies to each request with the next of these; the last one stays. */
function answerInTurn(path: string, answers: (() => Response)[], method: "get" | "post" = "get") {
  const requests: Request[] = [];
  server.use(
    http[method](`${BASE}${path}`, ({ request }) => {
      requests.push(request);
      return answers[Math.min(requests.length, answers.length) - 1]!();
    }),
  );
  return requests;
}

test("a reading request is tried again after 503 and after no answer, with the token each time", async () => {
  const requests = answerInTurn("/api/runs/run-1", [
    () => new HttpResponse(null, { status: 503 }),
    () => HttpResponse.error(),
    () => HttpResponse.json(run),
  ]);
  expect(await assay.runs.get("run-1")).toEqual(run);
  expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual(Array(3).fill("Bearer token-1"));
});

test("what changes something is sent once, whatever comes back", async () => {
  const requests = answerInTurn("/api/runs/run-1/cancel", [() => new HttpResponse(null, { status: 503 })], "post");
  expect(await failure(assay.runs.cancel("run-1", "A mistake"))).toMatchObject({ status: 503 });
  expect(requests).toHaveLength(1);
});

test("a refusal carries its code, details, help address, request id and the wait that is asked for", async () => {
  answerInTurn(
    "/api/runs/start",
    [
      () =>
        HttpResponse.json(
          {
            error: "RUN_IN_PROGRESS",
            message: "A run is under way",
            details: { runId: "run-1", help: "/docs/errors#run_in_progress" },
            requestId: "req-9",
          },
          { status: 409, headers: { "Retry-After": "7" } },
        ),
    ],
    "post",
  );
  const error = await failure(assay.runs.start());
  expect(error).toBeInstanceOf(AssayApiError);
  expect(error).toMatchObject({
    status: 409,
    code: "RUN_IN_PROGRESS",
    message: "A run is under way",
    details: { runId: "run-1" },
    help: `${BASE}/docs/errors#run_in_progress`,
    requestId: "req-9",
    retryAfterSeconds: 7,
  });
});

test("a proxy's page in place of an answer is an error with the status, not a crash", async () => {
  answerInTurn("/api/runs/run-1", [() => HttpResponse.html("<h1>Bad gateway</h1>", { status: 404 })]);
  expect(await failure(assay.runs.get("run-1"))).toMatchObject({
    status: 404,
    code: "UNKNOWN",
    help: null,
    requestId: null,
  });
});

test("no answer at all is a connection error after the last attempt", async () => {
  const requests = answerInTurn("/api/runs/run-1", [() => HttpResponse.error()]);
  expect(await failure(assay.runs.get("run-1"))).toBeInstanceOf(AssayConnectionError);
  expect(requests).toHaveLength(3);
});

test("a cancelled request ends with the caller's reason and is not tried again", async () => {
  const cancelled = new AbortController();
  const requests = answerInTurn("/api/runs/run-1", [
    () => {
      cancelled.abort(new Error("left the page"));
      return HttpResponse.error();
    },
  ]);
  const error = await failure(assay.runs.get("run-1", { signal: cancelled.signal }));
  expect((error as Error).message).toBe("left the page");
  expect(requests).toHaveLength(1);
});

test("a list goes through its pages by the cursor and stops at the last", async () => {
  server.use(
    http.get(`${BASE}/api/runs`, ({ request }) => {
      const cursor = new URL(request.url).searchParams.get("cursor");
      return cursor === null
        ? HttpResponse.json({ runs: [{ id: "a" }, { id: "b" }], nextCursor: "page&2" })
        : HttpResponse.json({ runs: [{ id: cursor }], nextCursor: null });
    }),
  );
  expect((await assay.runs.list().toArray()).map(({ id }) => id)).toEqual(["a", "b", "page&2"]);
});

test("a broken event stream continues after the last event that came", async () => {
  const event = (id: number, name = "progress") => `id: ${id}\nevent: ${name}\ndata: {"assessedCount":${id}}\n\n`;
  const stream = (text: string) => () => new HttpResponse(text, { headers: { "Content-Type": "text/event-stream" } });
  const requests = answerInTurn("/api/runs/run-1/events", [
    stream(`${event(1)}${event(2)}id: 3\nevent: progress\ndata: {"assess`),
    stream(`${event(3)}${event(4, "end")}`),
  ]);
  const seen: unknown[] = [];
  for await (const progress of assay.runs.events("run-1")) seen.push(progress);
  expect(seen).toEqual([1, 2, 3, 4].map((assessedCount) => ({ assessedCount })));
  expect(requests.map(({ headers }) => headers.get("last-event-id"))).toEqual([null, "2"]);
});

test("an upload sends the fields before the file and tells a duplicate", async () => {
  let fields: [string, FormDataEntryValue][] = [];
  server.use(
    http.post(`${BASE}/api/documents/upload`, async ({ request }) => {
      fields = [...(await request.formData())];
      return HttpResponse.json({ document: { id: "doc-1" } }, { status: 200 });
    }),
  );
  const file = new File(["evidence"], "policy.txt", { type: "text/plain" });
  const uploaded = await assay.documents.upload(file, { category: "Policies" });
  expect(uploaded).toEqual({ document: { id: "doc-1" }, duplicate: true });
  expect(fields.map(([name]) => name)).toEqual(["category", "file"]);
  expect((fields[1]![1] as File).name).toBe("policy.txt");
});
