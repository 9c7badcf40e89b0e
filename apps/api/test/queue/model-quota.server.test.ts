import { runDetails } from "@assay/contract";
import { rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CloudProcesses, cloudProcesses, LOOPS } from "../support/cloud-processes.ts";
import { type CompletionServer, startCompletionServer } from "../support/completion-server.ts";
import { until } from "../support/test-client.ts";
import { widePack } from "../support/wide-pack.ts";

const REQUIREMENTS = Number(process.env.ASSAY_TEST_QUOTA_REQUIREMENTS ?? 60);
const PER_MINUTE = 10;
/** A minute, scaled. */
const MINUTE_MS = Number(process.env.ASSAY_TEST_QUOTA_MINUTE_MS ?? 500);

/** Each requirement finds something in it. */
const EVIDENCE = "Backups are reviewed. Accounts are reviewed. Suppliers are reviewed. Incidents are reviewed.";

let cloud: CloudProcesses;
let model: CompletionServer;
beforeAll(async () => {
  model = await startCompletionServer();
  cloud = await cloudProcesses(
    {
      ...LOOPS,
      TEST_CONFIGURED_MODELS: "1",
      OPENAI_COMPATIBLE_BASE_URL: model.url,
      OPENAI_COMPATIBLE_MODEL: "double",
      OPENAI_COMPATIBLE_REQUESTS_PER_MINUTE: String(PER_MINUTE),
    },
    { quotaWindowMs: MINUTE_MS, leaseMs: 2000, sweepMs: 100, pollMs: 25 },
  );
  for (const started of await Promise.all([cloud.start(), cloud.start()])) cloud.serve(started);
});
afterAll(async () => {
  await cloud?.close();
  await model?.close();
});

test("two processes keep one quota, also when one is killed: all is judged, and no attempt is spent", async () => {
  const tenant = await cloud.tenant({ pack: widePack(REQUIREMENTS) });
  const admin = await tenant.as("ADMIN");
  const { id: documentId } = await admin.upload("policy.txt", EVIDENCE);
  await admin.settled(documentId);
  const { id } = await admin.startRun();
  const look = () => admin.get(`/api/runs/${id}`, runDetails);
  const waiting = await until(look, ({ waiting }) => waiting !== null);
  expect(waiting.waiting).toMatchObject({ part: "model:double", reason: "QUOTA" });
  await until(look, ({ assessedCount }) => assessedCount >= REQUIREMENTS / 3);
  await cloud.stop(cloud.serving[0]!, "SIGKILL");

  const run = await admin.finished(id);
  expect(run).toMatchObject({ status: "COMPLETED", assessedCount: REQUIREMENTS, notJudgedCount: 0 });
  expect(mostWithin(model.times, MINUTE_MS)).toBeLessThanOrEqual(PER_MINUTE);
  // One to find out what the server takes, and again what the killed process had under way.
  expect(model.times.length).toBeGreaterThan(REQUIREMENTS);
  expect(model.times.length).toBeLessThanOrEqual(REQUIREMENTS + 2 + 6);
  const owner = await cloud.database.asOwner();
  const spent = await rowsOf(owner.db, sql`select 1 from work_items where run_id = ${id} and attempts > 0`);
  await owner.close();
  expect(spent).toEqual([]);
});

/** The most of the times that any window holds. */
function mostWithin(times: readonly number[], windowMs: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.max(...sorted.map((from, at) => sorted.slice(at).filter((time) => time - from < windowMs).length));
}
