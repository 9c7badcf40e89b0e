import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Assay, AssayConnectionError, NotFoundError } from "../src/index.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Route = (init: RequestInit) => Response | Promise<Response>;

/** A client of a service that has these routes, each by its path, and nothing else. */
function clientOf(routes: Readonly<Record<string, Route>>) {
  const asked: string[] = [];
  const fetch = (async (input: string, init: RequestInit) => {
    const { pathname } = new URL(input);
    asked.push(pathname);
    return routes[pathname]?.(init) ?? Response.json({ error: "NOT_FOUND", message: "no" }, { status: 404 });
  }) as typeof globalThis.fetch;
  return { assay: new Assay({ baseUrl: "https://assay.test", token: "t", fetch, maxRetries: 0 }), asked };
}

/** Replies with one after the other, the last one again and again. */
const inTurn = (...replies: unknown[]): Route => {
  let count = 0;
  return () => Response.json(replies[Math.min(count++, replies.length - 1)]);
};

async function settle<T>(call: Promise<T>): Promise<T | Error> {
  const ended = call.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return ended;
}

const RUN = { id: "run-1", status: "IN_PROGRESS", assessedCount: 1 };
const DONE = { ...RUN, status: "COMPLETED", assessedCount: 3 };
const events = (...progress: unknown[]) =>
  new Response(progress.map((each, id) => `id: ${id}\nevent: progress\ndata: ${JSON.stringify(each)}\n\n`).join(""));

test("a run is followed by its events, each change told once", async () => {
  const { assay, asked } = clientOf({
    "/api/runs/start": inTurn({ run: RUN }),
    "/api/runs/run-1/events": () =>
      new Response(
        `event: progress\ndata: ${JSON.stringify({ run: RUN, steps: [] })}\n\nevent: progress\ndata: ${JSON.stringify({ run: DONE, steps: [] })}\n\nevent: end\ndata: ${JSON.stringify({ run: DONE, steps: [] })}\n\n`,
      ),
  });
  const counted: number[] = [];
  const run = await settle(assay.runs.startAndWait({}, { onProgress: (each) => counted.push(each.run.assessedCount) }));
  expect(run).toEqual(DONE);
  expect(counted).toEqual([1, 3]);
  expect(asked).toEqual(["/api/runs/start", "/api/runs/run-1/events"]);
});

test("where events do not arrive, the run is asked for until it has ended", async () => {
  const { assay } = clientOf({
    "/api/runs/run-1/events": () => events(),
    "/api/runs/run-1": inTurn(RUN, RUN, DONE),
    "/api/runs/run-1/steps": inTurn({ steps: [] }),
  });
  const counted: number[] = [];
  expect(await settle(assay.runs.wait("run-1", { onProgress: ({ run }) => counted.push(run.assessedCount) }))).toEqual(
    DONE,
  );
  expect(counted).toEqual([1, 3]);
});

test("a stream in which nothing arrives any more is left, also where the connection stays open", async () => {
  const silent = () => new Response(new ReadableStream({ start() {} }));
  const { assay } = clientOf({
    "/api/runs/run-1/events": silent,
    "/api/runs/run-1": inTurn(DONE),
    "/api/runs/run-1/steps": inTurn({ steps: [] }),
  });
  expect(await settle(assay.runs.wait("run-1"))).toEqual(DONE);
});

test("events that break again and again are an error of their own loop, not an endless one", async () => {
  const { assay, asked } = clientOf({ "/api/runs/run-1/events": () => events() });
  const reading = assay.runs.events("run-1")[Symbol.asyncIterator]().next();
  expect(await settle(reading)).toBeInstanceOf(AssayConnectionError);
  expect(asked).toHaveLength(6);
});

test("waiting for a run that is not there is NotFoundError, and what a caller throws is the caller's", async () => {
  const { assay } = clientOf({ "/api/runs/run-1/events": () => events({ run: RUN, steps: [] }) });
  expect(await settle(assay.runs.wait("run-2"))).toBeInstanceOf(NotFoundError);
  const thrown = new Error("mine");
  const onProgress = () => {
    throw thrown;
  };
  expect(await settle(assay.runs.wait("run-1", { onProgress }))).toBe(thrown);
});

test("aborting a wait ends it with the reason", async () => {
  const { assay } = clientOf({ "/api/documents/d/status": inTurn({ status: "PARSED" }) });
  const cancelled = new AbortController();
  const call = assay.documents.wait("d", { signal: cancelled.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(3000);
  cancelled.abort(new Error("enough"));
  expect(await call).toMatchObject({ message: "enough" });
});

test("an upload is waited for: first its bytes, then its states, each once", async () => {
  const { assay } = clientOf({
    "/api/documents/upload": async ({ body }) => {
      await new Response(body).arrayBuffer();
      return Response.json({ document: { id: "d", status: "UPLOADED" } }, { status: 201 });
    },
    "/api/documents/d/status": inTurn({ status: "EXTRACTED" }, { status: "EXTRACTED" }, { status: "FAILED" }),
    "/api/documents/d": inTurn({ document: { id: "d", status: "FAILED", failure: { code: "NO_TEXT" } } }),
  });
  const told: unknown[] = [];
  const onProgress = (each: object) => told.push("status" in each ? each.status : each);
  const { document, duplicate } = (await settle(
    assay.documents.uploadAndWait(new File(["text"], "a.txt"), { onProgress }),
  )) as { document: { failure: unknown }; duplicate: boolean };
  expect({ failure: document.failure, duplicate }).toEqual({ failure: { code: "NO_TEXT" }, duplicate: false });
  expect(told).toEqual([{ sentBytes: 4, totalBytes: 4 }, "EXTRACTED", "FAILED"]);
});

test("a list continues from the cursor of an earlier page, as a list, by page and among the filters", async () => {
  const pages: Readonly<Record<string, unknown>> = {
    "": { runs: [{ id: "a" }], nextCursor: "2" },
    "2": { runs: [{ id: "b" }], nextCursor: "3" },
    "3": { runs: [{ id: "c" }], nextCursor: null },
  };
  const fetch = (async (input: string) =>
    Response.json(pages[new URL(input).searchParams.get("cursor") ?? ""])) as typeof globalThis.fetch;
  const assay = new Assay({ baseUrl: "https://assay.test", token: "t", fetch });
  const ids = (items: { id: string }[]) => items.map(({ id }) => id).join("");
  const cursors: (string | null)[] = [];
  for await (const { items, nextCursor } of assay.runs.list().pages()) cursors.push(`${ids(items)} ${nextCursor}`);
  expect(cursors).toEqual(["a 2", "b 3", "c null"]);
  expect(ids(await assay.runs.list().from("2").toArray())).toBe("bc");
  expect(ids(await assay.runs.list().from(null).toArray())).toBe("abc");
  expect(ids(await assay.runs.list({ cursor: "3" }).toArray())).toBe("c");
  expect(ids((await assay.runs.list({ cursor: "2" }).page()).items)).toBe("b");
});
