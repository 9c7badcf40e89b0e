import type { Connection } from "@assay/db";
import { rowsOf } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CloudProcess, type CloudProcesses, cloudProcesses, LOOPS } from "../support/cloud-processes.ts";
import type { TestTenant } from "../support/make-tenant.ts";
import { until } from "../support/test-client.ts";
import { widePack } from "../support/wide-pack.ts";

/** What a process may have of one tenant's assessments. */
const PER_TENANT = 6;
/** The promise of docs/operate/operations.md, at the service's own settings. */
const STANDING_SECONDS_MAX = 20;

/** Every requirement of the pack finds a passage, so that the model is asked. */
const EVIDENCE = "Backups, accounts, suppliers and incidents are reviewed every quarter, each rule by its owner.";

let cloud: CloudProcesses;
let owner: Connection;
beforeAll(async () => {
  cloud = await cloudProcesses(LOOPS);
  owner = await cloud.database.asOwner();
});
afterAll(async () => {
  await owner?.close();
  await cloud?.close();
});

async function start(assessMs: number): Promise<CloudProcess> {
  const started = await cloud.start({ TEST_ASSESS_MS: String(assessMs) });
  cloud.serve(started);
  return started;
}

const rows = <T>(query: SQL) => rowsOf<T>(owner.db, query);

async function startRun(tenant: TestTenant): Promise<string> {
  const admin = await tenant.as("ADMIN");
  expect(await admin.settled((await admin.upload("reviews.txt", EVIDENCE)).id)).toMatchObject({ status: "READY" });
  return (await admin.startRun()).id;
}

async function countLosses(tenant: TestTenant): Promise<{ losses: number; crashes: number }> {
  const [counted] = await rows<{ losses: number; crashes: number }>(sql`
    select sum(losses)::int as losses, sum(crashes)::int as crashes
    from work_items where tenant_id = ${tenant.id}`);
  return counted!;
}

test("what a killed process held, its neighbour has done within 20 s", async () => {
  const tenant = await cloud.tenant({ pack: widePack(PER_TENANT + 4) });
  // Its model never answers: it has all the work that a tenant may have at a time until it is killed.
  const victim = await start(3_600_000);
  const id = await startRun(tenant);
  await until(
    async () => victim.logged("test.model_called"),
    (calls) => calls.length === PER_TENANT,
  );
  const neighbour = await start(20);
  const [killed] = await rows<{ at: number }>(sql`select extract(epoch from clock_timestamp())::float8 as at`);
  await cloud.stop(victim, "SIGKILL");
  expect(await (await tenant.as("ADMIN")).finished(id)).toMatchObject({ status: "COMPLETED" });

  const done = await rows<{ at: number }>(
    sql`select extract(epoch from created_at)::float8 as at from assessments where run_id = ${id} order by created_at`,
  );
  expect(done).toHaveLength(PER_TENANT + 4);
  const times = [killed!.at, ...done.map(({ at }) => at)];
  const still = times.slice(1).map((at, before) => at - times[before]!);
  expect(Math.max(...still)).toBeLessThanOrEqual(STANDING_SECONDS_MAX);
  expect(times.at(-1)! - times[0]!).toBeLessThanOrEqual(STANDING_SECONDS_MAX);
  expect(neighbour.logged("test.model_called")).toHaveLength(PER_TENANT + 4);
  // Any of the six may have been the cause, so that it counts against none.
  expect(await countLosses(tenant)).toMatchObject({ losses: PER_TENANT, crashes: 0 });
  await cloud.stop(neighbour, "SIGTERM");
});
