import { join } from "node:path";
import { expect, test } from "vitest";
import { REMOVED_SETTINGS } from "../../src/settings/removed-settings.ts";
import { ENTRIES, ROOT } from "../support/launch-process.ts";
import { seededFolder, startProcess, startServer, testFolder } from "../support/start-process.ts";
import { limitsEnv } from "../support/test-limits.ts";

const DOCTOR = join(ROOT, "apps/api/src/commands/doctor.ts");
const names = REMOVED_SETTINGS.map(({ setting }) => setting);
const allSet = Object.fromEntries(names.map((name) => [name, "1"]));

test("start and doctor name each removed setting that is still set", async () => {
  const service = await startServer("node", await seededFolder(), allSet);
  expect(service.logged("setting.removed").map(({ setting }) => setting)).toEqual(names);
  await service.end("SIGTERM");

  const doctor = startProcess([process.execPath, DOCTOR], { ...allSet, ASSAY_DATA_DIR: service.dataDir });
  expect(await doctor.ended).toEqual({ code: 0, signal: null });
  const warnings = doctor.output().stdout.matchAll(/^WARN {2}([A-Z_]+) has no effect any more/gm);
  expect([...warnings].map(([, name]) => name)).toEqual(names);
});

test("a service in production does not start with limits for tests", async () => {
  const service = startProcess([process.execPath, ENTRIES.node], {
    ...limitsEnv({ leaseMs: 1000 }),
    NODE_ENV: "production",
    ASSAY_DATA_DIR: await testFolder(),
  });
  expect(await service.ended).toEqual({ code: 1, signal: null });
  expect(service.output().stderr).toContain("ASSAY_TEST_LIMITS must not be set");
});
