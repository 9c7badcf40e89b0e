import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { demoClient, readDemo, seededFolder, startProcess, startServer } from "../support/start-process.ts";

const DOCTOR = fileURLToPath(new URL("../../src/commands/doctor.ts", import.meta.url));

test("a store that lost its marker stays unavailable until an operator adopts it, with the service stopped", async () => {
  const dataDir = await seededFolder();
  const demo = await readDemo(dataDir);
  const adopt = async () => {
    const doctor = startProcess([process.execPath, DOCTOR, "--adopt-store"], { ASSAY_DATA_DIR: dataDir });
    return { ...(await doctor.ended), ...doctor.output() };
  };
  const first = await startServer("node", dataDir);
  const api = demoClient(first.url, demo);
  await api.settled((await api.upload("a.txt", "Text.")).id);
  await rm(`${dataDir}/files/.assay-deployment`);
  expect((await api.sendFile("b.txt", "Other text.")).status).toBe(503);
  expect(await adopt()).toMatchObject({ code: 1, stderr: expect.stringContaining("stop the service first") });
  await first.end("SIGTERM");

  const second = await startServer("node", dataDir);
  expect((await fetch(`${second.url}/readyz`)).status).toBe(503);
  await second.end("SIGTERM");
  const { stdout } = await adopt();
  expect(stdout).toContain("ok    The file store now has the marker of this deployment");
  expect(stdout).toContain("ok    Found 1 of 1 sampled files");

  const third = await startServer("node", dataDir);
  expect((await fetch(`${third.url}/readyz`)).status).toBe(200);
  await demoClient(third.url, demo).upload("b.txt", "Other text.");
});
