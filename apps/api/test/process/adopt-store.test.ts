import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { runCommand } from "../support/run-command.ts";
import { demoClient, readDemo, seededFolder, startServer } from "../support/start-process.ts";

test("a store that lost its marker stays unavailable until an operator adopts it, with the service stopped", async () => {
  const dataDir = await seededFolder();
  const demo = await readDemo(dataDir);
  const adopt = () => runCommand("doctor", ["--adopt-store"], { ASSAY_DATA_DIR: dataDir });
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
