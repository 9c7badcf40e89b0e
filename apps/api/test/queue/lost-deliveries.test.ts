import { removeSweepSchedule } from "@assay/adapters/qstash";
import { claimJob } from "@assay/core/jobs";
import { inSystem } from "@assay/core/tenancy";
import { newId, rowsOf } from "@assay/db";
import { signDelivery } from "@assay/testing/doubles/qstash/sign-delivery";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createCheckInterval } from "../../src/callbacks/sweep-when-late.ts";
import { LIMITS } from "../../src/settings/limits.ts";
import { type QueuedService, queuedService } from "../support/queued-service.ts";
import { type TestClient, until } from "../support/test-client.ts";

let assay: QueuedService;
let member: TestClient;

/** What passes for lost has its time as the service has it. */
function serve(sweepLateMs: number): void {
  beforeAll(async () => {
    assay = await queuedService({}, { limits: { dispatchOverdueMs: LIMITS.dispatchOverdueMs, sweepLateMs } });
    await removeSweepSchedule({ token: assay.qstash.token, baseUrl: assay.qstash.url }, "sweep");
    member = await (await assay.tenant()).as("MEMBER");
  });
  afterEach(() => assay.qstash.fail({}));
  afterAll(() => assay?.close());
}

const rows = <T>(query: SQL) => inSystem(assay.service.db, (tx) => rowsOf<T>(tx, query));
/** Makes what happened to the job be that much longer ago. */
const passSeconds = (jobId: string, seconds: number) =>
  rows(sql`update work_items set available_at = available_at - make_interval(secs => ${seconds}),
    published_at = published_at - make_interval(secs => ${seconds}) where id = ${jobId}`);
const published = (jobId: string) => assay.qstash.messages.filter(({ body }) => body.includes(jobId));

async function documentWork(documentId: string): Promise<string> {
  const [job] = await rows<{ id: string }>(sql`select id from work_items where subject_id = ${documentId}
    and kind = 'document' and state = 'PENDING'`);
  return job!.id;
}

/** Requests until a sweep has followed one. */
async function look(): Promise<void> {
  const swept = async () => {
    await member.call("GET", "/api/runs");
    const [row] = await rows<{ at: number }>(sql`select extract(epoch from swept_at)::float8 as at from sweeps`);
    return row?.at ?? 0;
  };
  const before = await swept();
  await until(swept, (at) => at > before);
}

/** A document whose first work is a dead letter. */
async function makeDeadLetter(): Promise<{ id: string; jobId: string }> {
  assay.qstash.fail({ deliver: () => ({ unreachable: true }) });
  const { id } = await member.upload("note.txt", `Backups are taken every day, says ${newId()}.`);
  const jobId = await documentWork(id);
  await until(
    async () => assay.qstash.deadLetters,
    (letters) => letters.some(({ body }) => body.includes(jobId)),
  );
  assay.qstash.fail({});
  return { id, jobId };
}

describe("a message that nobody delivers", () => {
  // Any request looks.
  serve(600);

  test("is published again under another id by the first look after its time, without any schedule", async () => {
    const { id, jobId } = await makeDeadLetter();
    // One, or two where a look fell between its publication and the note of it.
    const before = published(jobId).length;
    await passSeconds(jobId, LIMITS.dispatchOverdueMs / 1000 - 30);
    await look();
    expect(published(jobId)).toHaveLength(before);
    await passSeconds(jobId, 31);
    await look();
    expect(await member.settled(id)).toMatchObject({ status: "READY" });
    const ids = published(jobId).map(({ deduplicationId }) => deduplicationId);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("is published within 180 s, with the sweep's schedule or with a request a minute", () => {
    const published = 5000;
    const minute = 60_000;
    // Two requests within the check interval count as one.
    const { everyMs } = createCheckInterval({ limits: LIMITS });
    expect(LIMITS.dispatchOverdueMs + minute + published).toBeLessThanOrEqual(180_000);
    expect(LIMITS.dispatchOverdueMs + everyMs + minute + published).toBeLessThanOrEqual(180_000);
  });

  test("is found by the first request of a process", () => {
    const interval = createCheckInterval({ limits: LIMITS });
    expect(performance.now() - interval.checkedAt).toBeGreaterThanOrEqual(interval.everyMs);
  });
});

describe("a delivery that comes again as its process gave no answer", () => {
  // No look of a request may see the lease end before the delivery does.
  serve(3_600_000);

  const deliver = async (jobId: string, retried: number): Promise<Response> => {
    const url = `${assay.url.replace("localhost", "127.0.0.1")}/callbacks/work`;
    const body = JSON.stringify({ jobId });
    const signature = await signDelivery({ key: assay.qstash.keys.current, url, body, id: newId() });
    return fetch(url, {
      method: "POST",
      headers: { "Upstash-Signature": signature, "Upstash-Retried": String(retried) },
      body,
    });
  };

  test("waits for the lease of the one that may be dead, and then does the work", async () => {
    const { id, jobId } = await makeDeadLetter();
    await claimJob(assay.service.db, jobId, { leaseMs: 20_000, holder: newId() });
    expect((await deliver(jobId, 0)).status).toBe(200);
    const early = await deliver(jobId, 1);
    expect({ status: early.status, body: await early.json() }).toEqual({ status: 503, body: { result: "held" } });
    expect(Number(early.headers.get("Retry-After"))).toBeGreaterThan(1);
    expect(Number(early.headers.get("Retry-After"))).toBeLessThanOrEqual(21);
    await rows(sql`update work_items set lease_until = now() - interval '1 second' where id = ${jobId}`);
    expect((await deliver(jobId, 1)).status).toBe(200);
    expect(await member.settled(id)).toMatchObject({ status: "READY" });
  });
});
