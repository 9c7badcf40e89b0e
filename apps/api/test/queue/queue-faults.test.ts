import { createOfflinePartsAssessor } from "@assay/offline";
import type { QstashFaults } from "@assay/testing/doubles/qstash/start-qstash";
import { strToU8, zipSync } from "fflate";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type QueuedService, queuedService } from "../support/queued-service.ts";
import { readAuditChain, readDocuments, readRun } from "../support/read-results.ts";
import { policyText, smallPack } from "../support/small-pack.ts";
import type { TestClient } from "../support/test-client.ts";

const REQUIREMENTS = 3;
const ARCHIVE = zipSync({
  "a/visits.txt": strToU8("Visitors sign a book at the gate."),
  "b.csv": strToU8("day,done\n1,yes\n"),
});
/** Longest that an act of a user may take while QStash is down. */
const ACT_MS_MAX = 7000;

let assay: QueuedService;
let modelCalls = 0;
let undisturbed: Awaited<ReturnType<typeof work>>["results"];

beforeAll(async () => {
  const assessor = createOfflinePartsAssessor();
  const counting = {
    ...assessor,
    assess(...asked: Parameters<typeof assessor.assess>) {
      modelCalls += 1;
      return assessor.assess(...asked);
    },
  };
  assay = await queuedService({}, { assessor: counting, limits: { sweepLateMs: 1800 } });
  undisturbed = (await work()).results;
  // The vendor's client describes failures there too.
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

afterEach(() => assay.qstash.fail({}));
afterAll(async () => {
  vi.restoreAllMocks();
  await assay?.close();
});

/** The whole job of a new tenant, from uploads to the snapshot, and what came of it; `meanwhile` hits it twice. */
async function work(meanwhile: (moment: "reading" | "running") => void = () => {}) {
  const callsBefore = modelCalls;
  const tenant = await assay.tenant({ pack: smallPack });
  const admin = await tenant.as("ADMIN");
  const uploads = [
    await timed(() => admin.upload("backup-policy.txt", policyText)),
    await timed(() => admin.upload("records.zip", ARCHIVE)),
  ];
  meanwhile("reading");
  for (const { id } of uploads) await admin.settled(id);
  const started = await timed(() => admin.startRun());
  meanwhile("running");
  await admin.finished(started.id);
  const results = { documents: await readDocuments(admin), run: await readRun(admin, started.id) };
  await expectNothingDoubled(admin);
  return { results, calls: modelCalls - callsBefore };
}

async function timed<T>(act: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await act();
  expect(performance.now() - startedAt).toBeLessThan(ACT_MS_MAX);
  return result;
}

async function expectNothingDoubled(admin: TestClient): Promise<void> {
  const events = await readAuditChain(admin);
  const changes = events.map(({ action, object_id, runId }) => `${action} ${object_id} ${runId}`);
  expect(changes.length).toBe(new Set(changes).size);
}

test("the queue alone does the whole job, and the model is asked once for each requirement", async () => {
  const { results, calls } = await work();
  expect(results).toEqual(undisturbed);
  expect(results.run.counts).toMatchObject({ status: "COMPLETED", snapshotStatus: "CAPTURED", assessedCount: 3 });
  expect(calls).toBe(REQUIREMENTS);
});

interface Disturbance {
  readonly faults: () => QstashFaults;
  readonly meanwhile?: (moment: "reading" | "running") => void;
  /** How often the fault struck. */
  readonly struck: () => number;
}

/** Counts the faults that really came. */
function counting(make: (strike: <T>(fault: T) => T) => QstashFaults): Disturbance {
  let struck = 0;
  return {
    faults: () =>
      make((fault) => {
        struck += 1;
        return fault;
      }),
    struck: () => struck,
  };
}

const downFor = (answers: readonly (number | "reset" | "hang")[]): Disturbance => {
  const left = [...answers];
  return counting((strike) => ({
    publish() {
      const answer = left.shift();
      return answer === undefined ? undefined : strike(answer);
    },
  }));
};

let wiped = 0;
const disturbances: Record<string, Disturbance> = {
  "every message comes four times at once": counting((strike) => ({ deliver: () => strike({ copies: 4 }) })),
  "everything that waits is lost, twice": {
    faults: () => ({ deliver: () => ({ lateMs: 60 }) }),
    meanwhile() {
      wiped += assay.qstash.size;
      assay.qstash.wipe();
    },
    struck: () => wiped,
  },
  "publishing fails with 500": downFor(Array(8).fill(500)),
  "connections are cut while publishing": downFor(Array(12).fill("reset")),
  "publishing is never answered": downFor(["hang", 503]),
};

test.each(Object.entries(disturbances))("%s: the same results, and nothing is doubled", async (_, disturbance) => {
  assay.qstash.fail(disturbance.faults());
  const { results, calls } = await work(disturbance.meanwhile);
  expect(disturbance.struck()).toBeGreaterThan(1);
  expect(results).toEqual(undisturbed);
  expect(calls).toBe(REQUIREMENTS);
});

test("without the sweep's schedule, what is lost is found as soon as a request comes that finds the sweep late", async () => {
  const schedules = assay.qstash.schedules as Map<string, unknown>;
  const kept = [...schedules];
  schedules.clear();
  try {
    const { results, calls } = await work((moment) => {
      if (moment === "reading") assay.qstash.wipe();
    });
    expect(results).toEqual(undisturbed);
    expect(calls).toBe(REQUIREMENTS);
  } finally {
    for (const [id, schedule] of kept) schedules.set(id, schedule);
  }
});

test("keys that are rolled in the middle of a run change nothing", async () => {
  const before = assay.qstash.keys.current;
  const { results } = await work((moment) => {
    if (moment === "running") assay.qstash.rollKeys();
  });
  expect(assay.qstash.keys.current).not.toBe(before);
  expect(results).toEqual(undisturbed);
});
