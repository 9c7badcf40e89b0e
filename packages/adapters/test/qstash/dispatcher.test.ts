import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createQstashDispatcher, putSweepSchedule, removeSweepSchedule } from "@assay/adapters/qstash";
import type { Dispatch, Outbox } from "@assay/core/jobs";
import { type QstashDouble, startQstash } from "@assay/testing/doubles/qstash/start-qstash";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const TENANT = "018f5b3e-7c6a-7d2e-8f00-0000000000aa";

let qstash: QstashDouble;
let received: unknown[];
let address: string;
let closeReceiver: () => Promise<unknown>;

beforeEach(async () => {
  qstash = await startQstash({ secondMs: 10 });
  received = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (piece) => {
      text += String(piece);
    });
    request.on("end", () => {
      received.push({ path: request.url, body: JSON.parse(text) });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closeReceiver = () => new Promise((resolve) => server.close(resolve));
  // The vendor's client describes failures there too.
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

afterEach(async () => {
  vi.restoreAllMocks();
  await qstash.close();
  await closeReceiver();
});

const dispatchOf = (at: number, changes: Partial<Dispatch> = {}): Dispatch => ({
  jobId: `018f5b3e-7c6a-7d2e-8f00-${String(at).padStart(12, "0")}`,
  tenantId: TENANT,
  kind: "document",
  stage: "extract",
  fence: 0,
  publishedAtMs: 0,
  delayMs: 0,
  ...changes,
});

/** `publishTimeoutMs`: a busy machine runs into no limit that the test is not about. */
function makeDispatcher(dispatches: readonly Dispatch[], { publishTimeoutMs = 60_000 } = {}) {
  const published: string[] = [];
  const failures: { error: unknown; dispatches: number }[] = [];
  const outbox: Outbox = {
    load: async (refs) => dispatches.filter(({ jobId }) => refs.some((ref) => ref.jobId === jobId)),
    markPublished: async (taken) => void published.push(...taken.map(({ jobId }) => jobId)),
    listOverdue: async () => [],
  };
  const dispatcher = createQstashDispatcher({
    token: qstash.token,
    baseUrl: qstash.url,
    outbox,
    callbackUrl: ({ stage }) => `${address}/${stage === "extract" ? "heavy" : "work"}`,
    parallelPerTenant: 4,
    deliveryTimeoutMs: 120_000,
    publishTimeoutMs,
    onFailure: (error, count) => failures.push({ error, dispatches: count }),
  });
  return { dispatcher, published, failures, dispatch: () => dispatcher.dispatch(dispatches) };
}

const settled = () => vi.waitFor(() => expect(qstash.size).toBe(0), { timeout: 60_000 });

describe("a dispatch", () => {
  test("is delivered with the id alone, to the address of its stage, and noted as published", async () => {
    const items = [dispatchOf(1), dispatchOf(2, { stage: "chunk" })];
    const { published, dispatch } = makeDispatcher(items);
    await dispatch();
    expect(published.toSorted()).toEqual(items.map(({ jobId }) => jobId));
    await settled();
    expect(received).toHaveLength(2);
    expect(received).toContainEqual({ path: "/heavy", body: { jobId: items[0]!.jobId, workItemId: items[0]!.jobId } });
    expect(received).toContainEqual({ path: "/work", body: { jobId: items[1]!.jobId, workItemId: items[1]!.jobId } });
  });

  test("carries the tenant's flow control, explicit retries and the time that an attempt may take", async () => {
    await makeDispatcher([dispatchOf(1)]).dispatch();
    expect(qstash.messages[0]).toMatchObject({
      flowControl: { key: `tenant.${TENANT}`, parallelism: 4 },
      retries: 3,
      retryDelay: "2000 * pow(3, retried)",
      timeoutMs: 120_000,
      delayMs: 0,
    });
  });

  test("of work that is not due yet is delayed as long, and by no more than every plan allows", async () => {
    await makeDispatcher([dispatchOf(1, { delayMs: 1500 }), dispatchOf(2, { delayMs: 1e12 })]).dispatch();
    expect(qstash.messages.map(({ delayMs }) => delayMs)).toEqual([2000, 6 * 86_400_000]);
  });

  test("that is published by two at once is taken once; after another claim, and after it was lost, again", async () => {
    const job = dispatchOf(1);
    await Promise.all([makeDispatcher([job]).dispatch(), makeDispatcher([job]).dispatch()]);
    expect(qstash.messages).toHaveLength(1);
    await makeDispatcher([{ ...job, fence: 1 }]).dispatch();
    await makeDispatcher([{ ...job, fence: 1, publishedAtMs: 1_700_000_000_123 }]).dispatch();
    expect(qstash.messages).toHaveLength(3);
  });

  test("goes with up to 99 others in one request, however many there are", async () => {
    const { published, dispatch } = makeDispatcher(Array.from({ length: 250 }, (_, at) => dispatchOf(at)));
    let requests = 0;
    qstash.fail({
      publish() {
        requests += 1;
        return undefined;
      },
    });
    await dispatch();
    expect(requests).toBe(3);
    expect(new Set(published).size).toBe(250);
  });
});

describe("a dispatch that cannot be published", () => {
  test.each([[429], [500], [503], ["reset"], ["hang"]] as const)(
    "as QStash answers %s is told to the log in time, is not noted, and throws nothing",
    async (fault) => {
      const { published, failures, dispatch } = makeDispatcher([dispatchOf(1), dispatchOf(2)], {
        publishTimeoutMs: 300,
      });
      qstash.fail({ publish: () => fault });
      await dispatch();
      expect(published).toEqual([]);
      expect(failures).toEqual([{ error: expect.any(Error), dispatches: 2 }]);
    },
  );

  test("as the first answer was lost is published once by the second try", async () => {
    const { published, failures, dispatch } = makeDispatcher([dispatchOf(1)]);
    const answers = ["reset", undefined] as const;
    let asked = 0;
    qstash.fail({ publish: () => answers[asked++] });
    await dispatch();
    expect({ published: published.length, failures, taken: qstash.messages.length }).toEqual({
      published: 1,
      failures: [],
      taken: 1,
    });
  });
});

test("the sweep's schedule is made once, changed by its id, and removed", async () => {
  const account = { token: qstash.token, baseUrl: qstash.url };
  await putSweepSchedule(account, { scheduleId: "assay.sweep", url: `${address}/old` });
  await putSweepSchedule(account, { scheduleId: "assay.sweep", url: `${address}/sweep` });
  expect([...qstash.schedules.keys()]).toEqual(["assay.sweep"]);
  qstash.tick();
  await settled();
  expect(received).toEqual([{ path: "/sweep", body: {} }]);
  await removeSweepSchedule(account, "assay.sweep");
  expect(qstash.schedules.size).toBe(0);
});
