import { afterAll, beforeAll, expect, test } from "vitest";
import { type CloudProcesses, cloudProcesses } from "../support/cloud-processes.ts";
import type { TestTenant } from "../support/make-tenant.ts";
import { policyText } from "../support/small-pack.ts";
import { widePack } from "../support/wide-pack.ts";

const REQUIREMENTS = 24;
/** A model that waits, as one over a network: the processes share the processors of one machine. */
const ASSESS_MS = 600;
const AT_ONCE = { CALLBACKS_MAX: "2", QSTASH_PARALLEL_PER_TENANT: "12" };
/** Three times as many calls at a time; the rest of a run does not grow with processes. */
const RATIO_MIN = 1.5;

let cloud: CloudProcesses;
let tenant: TestTenant;

beforeAll(async () => {
  cloud = await cloudProcesses({ TEST_ASSESS_MS: String(ASSESS_MS), ...AT_ONCE });
  cloud.serve(await cloud.start());
  tenant = await cloud.tenant({ pack: widePack(REQUIREMENTS) });
  const admin = await tenant.as("ADMIN");
  await admin.settled((await admin.upload("policy.txt", policyText)).id);
});
afterAll(() => cloud?.close());

/** Milliseconds that a run takes which reuses nothing of an earlier one. */
async function timeRun(): Promise<number> {
  const admin = await tenant.as("ADMIN");
  const startedAt = performance.now();
  const { id } = await admin.startRun({ reuse: false });
  expect(await admin.finished(id)).toMatchObject({ status: "COMPLETED", assessedCount: REQUIREMENTS });
  return performance.now() - startedAt;
}

test("more processes finish a run sooner", async () => {
  const alone = await timeRun();
  for (const started of await Promise.all([cloud.start(), cloud.start()])) cloud.serve(started);
  const together = await timeRun();
  console.log(`a run of ${REQUIREMENTS}: ${Math.round(alone)} ms by one process, ${Math.round(together)} ms by three`);
  expect(alone / together).toBeGreaterThan(RATIO_MIN);
});
