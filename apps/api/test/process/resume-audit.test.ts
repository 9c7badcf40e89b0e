import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { auditVerifyReply } from "@assay/contract";
import { expect, test } from "vitest";
import { runCommand } from "../support/run-command.ts";
import { demoClient, readDemo, seededFolder, startServer, testFolder } from "../support/start-process.ts";
import { until } from "../support/test-client.ts";

const LIMITS = JSON.stringify({ checkpointEveryMs: 500, sweepMs: 100, pollMs: 50 });

test("after a restore of the data folder the command names the lost entries, by the checkpoints that left", async () => {
  const [dataDir, kept, backup] = [await seededFolder(), await testFolder(), join(await testFolder(), "backup")];
  const env = { CHECKPOINT_FOLDER: kept, NODE_ENV: "test", ASSAY_TEST_LIMITS: LIMITS };
  const demo = await readDemo(dataDir);
  const { id: tenantId } = demo.tenants[0]!;
  const newest = async () => {
    const names = await readdir(join(kept, tenantId)).catch(() => []);
    return Math.max(0, ...names.map((name) => Number(name.split("-")[1])));
  };
  const resume = () =>
    runCommand("resume-audit", ["--tenant", tenantId, "--reason", "Restored from Monday"], {
      ASSAY_DATA_DIR: dataDir,
      CHECKPOINT_FOLDER: kept,
    });

  const before = await startServer("seeded", dataDir, env);
  const restoredTo = await until(newest, (sequence) => sequence > 0);
  const { stderr } = await resume();
  expect(stderr).toContain("stop the service and run this again");
  await before.end("SIGTERM");
  expect((await resume()).stdout).toContain("is intact: nothing was changed");
  await cp(dataDir, backup, { recursive: true });

  const later = await startServer("seeded", dataDir, env);
  const admin = demoClient(later.url, demo);
  await admin.settled((await admin.upload("late.txt", "Access is reviewed every quarter.")).id);
  const lostTo = await until(newest, (sequence) => sequence > restoredTo + 1);
  await later.end("SIGTERM");
  await rm(dataDir, { recursive: true });
  await cp(backup, dataDir, { recursive: true });

  const resumed = await resume();
  expect(resumed.code, resumed.stderr).toBe(0);
  const said = /restored to sequence (\d+); entries (\d+)…(\d+) are lost/.exec(resumed.stdout)!.slice(1).map(Number);
  expect(said[1]).toBe(said[0]! + 1);
  expect(said[2]).toBeGreaterThanOrEqual(lostTo);
  const after = await startServer("seeded", dataDir, env);
  const found = await demoClient(after.url, demo).get("/api/admin/audit-logs/verify", auditVerifyReply);
  expect(found).toMatchObject({
    valid: true,
    breaks: [{ reason: "Restored from Monday", statement: { lost: { from: said[1], to: said[2] } } }],
  });
});

test.each([
  [],
  ["--tenant", "acme", "--reason", "x"],
  ["--tenant", "01990000-0000-7000-8000-000000000001", "--reason", " "],
])("options that say nothing useful print the usage: %j", async (...options) => {
  const { code, stderr } = await runCommand("resume-audit", options, { ASSAY_DATA_DIR: "/nowhere/at/all" });
  expect([code, stderr]).toEqual([1, expect.stringContaining("Usage: npm run audit:resume")]);
});
