import { documentReply, runDetails } from "@assay/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallGate, startCallGate } from "../support/call-gate.ts";
import { type CloudProcesses, cloudProcesses } from "../support/cloud-processes.ts";
import { makeProse } from "../support/make-evidence.ts";
import type { TestTenant } from "../support/make-tenant.ts";
import { readAuditChain, readDocuments, readRun } from "../support/read-results.ts";
import { policyText } from "../support/small-pack.ts";
import { until } from "../support/test-client.ts";
import { widePack } from "../support/wide-pack.ts";

const REQUIREMENTS = 18;
const DOCUMENTS = 4;
/** The calls that a tenant has under way: the service's own limit. */
const AT_A_TIME = 6;

let cloud: CloudProcesses;
let gate: CallGate;
let undisturbed: Awaited<ReturnType<typeof read>>;

beforeAll(async () => {
  gate = await startCallGate();
  cloud = await cloudProcesses({ TEST_ASSESS_GATE: gate.url });
  for (const started of await Promise.all([cloud.start(), cloud.start(), cloud.start()])) cloud.serve(started);
});
afterAll(async () => {
  await cloud?.close();
  await gate?.close();
});

async function uploadAll(tenant: TestTenant): Promise<void> {
  const admin = await tenant.as("ADMIN");
  const uploads = await Promise.all(
    Array.from({ length: DOCUMENTS }, (_, at) =>
      admin.upload(`evidence-${at}.txt`, `${policyText}\n\n${makeProse(at + 1, 10)}`),
    ),
  );
  for (const { id } of uploads) expect(await admin.settled(id)).toMatchObject({ status: "READY" });
}

async function read(tenant: TestTenant, runId: string) {
  const admin = await tenant.as("ADMIN");
  return { documents: await readDocuments(admin), run: await readRun(admin, runId) };
}

async function expectNothingDoubled(tenant: TestTenant): Promise<void> {
  const events = await readAuditChain(await tenant.as("ADMIN"));
  const changes = events.map(({ action, object_id, runId }) => `${action} ${object_id} ${runId}`);
  expect(changes.length).toBe(new Set(changes).size);
}

const modelCalls = () => cloud.all.map((each) => each.logged("test.model_called").length);
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** A run of the tenant, in the middle of which each of `acts` is done, once three more requirements are assessed. */
async function runWhile(tenant: TestTenant, acts: readonly (() => Promise<unknown>)[]): Promise<string> {
  const admin = await tenant.as("ADMIN");
  gate.shut();
  const { id } = await admin.startRun();
  for (const [at, act] of acts.entries()) {
    gate.pass(3);
    await until(
      () => admin.get(`/api/runs/${id}`, runDetails),
      ({ assessedCount }) => assessedCount === 3 * (at + 1),
    );
    await act();
  }
  gate.open();
  expect(await admin.finished(id)).toMatchObject({ status: "COMPLETED", snapshotStatus: "CAPTURED" });
  return id;
}

/** Waits until each process is in the middle of a model call. Where a few hold all that may be under way, one ends. */
async function everyoneAtWork(): Promise<void> {
  await until(
    async () => {
      const held = cloud.serving.map(({ pid }) => gate.heldOf(pid));
      if (held.includes(0) && sum(held) === AT_A_TIME) gate.pass(1);
      return held;
    },
    (held) => !held.includes(0),
  );
}

test("three processes share the work of one run, and nothing is done twice", async () => {
  const tenant = await cloud.tenant({ pack: widePack(REQUIREMENTS) });
  await uploadAll(tenant);
  const id = await runWhile(tenant, [everyoneAtWork]);
  undisturbed = await read(tenant, id);
  expect(undisturbed.run.counts).toMatchObject({ assessedCount: REQUIREMENTS });
  const calls = modelCalls();
  expect(sum(calls)).toBe(REQUIREMENTS);
  expect(Math.min(...calls)).toBeGreaterThan(0);
  await expectNothingDoubled(tenant);
});

test("a rolling restart in the middle of a run loses nothing, changes nothing and asks the model no more than it must", async () => {
  const tenant = await cloud.tenant({ pack: widePack(REQUIREMENTS) });
  await uploadAll(tenant);
  const before = sum(modelCalls());
  const old = [...cloud.serving];
  const fresh = await Promise.all(old.map(() => cloud.start()));
  const replace = (leaving: (typeof old)[number], at: number) => async () => {
    cloud.serve(fresh[at]!);
    await cloud.stop(leaving, "SIGTERM");
    expect(await leaving.ended).toEqual({ code: 0, signal: null });
  };
  const id = await runWhile(tenant, old.map(replace));
  expect(await read(tenant, id)).toEqual(undisturbed);
  // A call that a restart cut off is made again.
  expect(sum(modelCalls()) - before).toBeLessThanOrEqual(REQUIREMENTS + AT_A_TIME * old.length);
  expect(cloud.all.flatMap(({ logged }) => logged("work.failed").map(({ stage, code }) => [stage, code]))).toEqual([]);
  await expectNothingDoubled(tenant);
});

test("signing keys that were rolled twice refuse every callback, and a process with the new ones takes the work up", async () => {
  const { qstash } = cloud;
  qstash.rollKeys();
  qstash.rollKeys();
  const tenant = await cloud.tenant();
  const admin = await tenant.as("ADMIN");
  const from = qstash.messages.length;
  const { id } = await admin.upload("policy.txt", policyText);
  const refused = await until(
    // What was signed before, and a sweep that was, may still be answered.
    async () => qstash.deliveries.filter(({ message }) => qstash.messages.indexOf(message) >= from),
    (deliveries) => deliveries.length > 3,
  );
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]));
  const { document } = await admin.get(`/api/documents/${id}`, documentReply);
  expect(document.status).toBe("UPLOADED");

  const old = [...cloud.serving];
  cloud.serve(
    await cloud.start({
      QSTASH_CURRENT_SIGNING_KEY: qstash.keys.current,
      QSTASH_NEXT_SIGNING_KEY: qstash.keys.next,
    }),
  );
  await Promise.all(old.map((each) => cloud.stop(each, "SIGTERM")));
  expect(await admin.settled(id)).toMatchObject({ status: "READY" });
});
