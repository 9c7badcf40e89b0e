import { expect, test } from "vitest";
import { demoClient, readDemo, seededFolder, startServer } from "../support/start-process.ts";
import { until } from "../support/test-client.ts";
import { limitsEnv } from "../support/test-limits.ts";

test("an embedded database is tended while the service works", async () => {
  const dataDir = await seededFolder();
  const service = await startServer("seeded", dataDir, limitsEnv({ sweepMs: 20, tendEveryMs: 100 }));
  const member = demoClient(service.url, await readDemo(dataDir));
  const { id } = await member.upload("plan.txt", "Backups are taken every day and restored twice a year.");
  expect(await member.settled(id)).toMatchObject({ status: "READY" });
  // Each sweep writes down that it was.
  await until(
    async () => service.logged("database.tended").flatMap(({ tables }) => tables as string[]),
    (tables) => tables.includes("public.sweeps"),
  );
  const { id: runId } = await member.startRun();
  expect(await member.finished(runId)).toMatchObject({ status: "COMPLETED" });
  expect(service.logged("engine.failed")).toEqual([]);
});
