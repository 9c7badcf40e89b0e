import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { endMaintenance, readMaintenance } from "@assay/core/maintenance-mode";
import { inTenant } from "@assay/core/tenancy";
import { jobs, newId } from "@assay/db";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { askRunningService, watchMaintenanceRequests } from "../../src/maintenance-requests.ts";
import { waitForJobs } from "../../src/wait-for-jobs.ts";
import { type QueuedService, queuedService } from "../support/queued-service.ts";
import { testFolder } from "../support/start-process.ts";
import { until } from "../support/test-client.ts";

let assay: QueuedService;
beforeAll(async () => {
  assay = await queuedService();
});
afterAll(() => assay.close());

/** A service with a job under way, and what the command prints. */
async function atWork() {
  const { db } = assay.service;
  const folder = await testFolder();
  const { id: tenantId } = await assay.tenant({ pack: null });
  const job = { id: newId(), tenantId, kind: "document", subjectId: newId(), stage: "read", state: "RUNNING" } as const;
  await inTenant({ db, tenantId }, (tx) => tx.insert(jobs).values({ ...job, leaseUntil: new Date("2099-01-01") }));
  const finish = () =>
    inTenant({ db, tenantId }, (tx) =>
      tx.update(jobs).set({ state: "DONE", leaseUntil: null }).where(eq(jobs.id, job.id)),
    );
  const stop = watchMaintenanceRequests(folder, db, (error) => expect.unreachable(String(error)));
  const print = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(async () => {
    stop();
    print.mockRestore();
    await finish();
    await endMaintenance(db);
  });
  return { db, folder, finish, printed: () => print.mock.calls.map(([line]) => String(line)) };
}

test("maintenance of a service with an embedded database is answered when no attempt is under way any more", async () => {
  const { db, folder, finish, printed } = await atWork();
  let answered = false;
  const asked = askRunningService(folder, { on: true, reason: "Backup" }, waitForJobs).then((mode) => {
    answered = true;
    return mode;
  });
  await until(
    () => readFile(join(folder, "maintenance-said.json"), "utf8").catch(() => ""),
    (said) => said.includes('"runningJobs":1'),
  );
  expect(await readMaintenance(db)).toMatchObject({ reason: "Backup" });
  expect([answered, printed()]).toEqual([false, []]);
  await finish();
  expect(await asked).toMatchObject({ reason: "Backup" });
  expect(printed()).toEqual(["No job is under way"]);
  expect(existsSync(join(folder, "maintenance-asked.json"))).toBe(false);
});

test("says what is still under way where the time ran out", async () => {
  const { folder, printed } = await atWork();
  await askRunningService(folder, { on: true, reason: "Backup" }, (count) => waitForJobs(count, 0));
  expect(printed()).toEqual(["1 jobs that began before are still under way: they write until they end"]);
  expect(await askRunningService(folder, { on: false }, waitForJobs)).toBeUndefined();
});
