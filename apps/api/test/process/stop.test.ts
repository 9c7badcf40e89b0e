import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { assessmentListReply, runDetails } from "@assay/contract";
import { expect, onTestFinished, test } from "vitest";
import { ENTRIES, startedUrl } from "../support/launch-process.ts";
import { findProcess, listDescendants, requireProc } from "../support/list-processes.ts";
import { demoClient, readDemo, seededFolder, startProcess, startServer, testFolder } from "../support/start-process.ts";
import { until } from "../support/test-client.ts";

const STOP_MS_MAX = 10_000;
const POLICY = new URL("../../../../tools/demo/evidence/northwind/access-control-standard.docx", import.meta.url);

/** Resolves when none of the processes is alive any more. */
const untilGone = (pids: readonly number[]) =>
  until(
    async () => pids.filter(findProcess),
    (alive) => alive.length === 0,
  );

test("SIGTERM, and SIGINT, in the middle of a run end the service in time, and the run continues after a restart", async () => {
  const dataDir = await seededFolder();
  const demo = await readDemo(dataDir);
  let runId = "";
  let assessed = 0;
  for (const [signal, name, bytes] of [
    ["SIGTERM", "access-control-standard.docx", await readFile(POLICY)],
    ["SIGINT", "note.txt", "Backups are taken every day."],
  ] as const) {
    const slow = await startServer("seeded", dataDir, { TEST_ASSESS_MS: "2000" });
    const api = demoClient(slow.url, demo);
    const document = await api.upload(name, bytes);
    await api.settled(document.id);
    runId ||= (await api.startRun()).id;
    const { assessedCount } = await until(
      () => api.get(`/api/runs/${runId}`, runDetails),
      (found) => found.assessedCount > assessed,
    );
    assessed = assessedCount;
    const readers = listDescendants(slow.pid);
    expect(readers.length).toBeGreaterThan(0);
    const stopped = performance.now();
    expect(await slow.end(signal)).toEqual({ code: 0, signal: null });
    expect(performance.now() - stopped).toBeLessThan(STOP_MS_MAX);
    await untilGone(readers.map(({ pid }) => pid));
    expect(slow.logged("work.failed")).toEqual([]);
    expect(slow.logged("service.stopping")).toMatchObject([{ reason: signal }]);
    expect(slow.logged("service.stopped")).toHaveLength(1);
  }

  const service = await startServer("node", dataDir);
  const after = demoClient(service.url, demo);
  expect(await after.finished(runId)).toMatchObject({
    status: "COMPLETED",
    snapshotStatus: "CAPTURED",
    assessedCount: 25,
  });
  const { assessments } = await after.get(`/api/runs/${runId}/assessments`, assessmentListReply);
  expect(new Set(assessments.map(({ requirementId }) => requirementId)).size).toBe(25);
  expect(assessments).toHaveLength(25);
});

test("the launcher hands SIGTERM on, and both end with 0", async () => {
  const launcher = startProcess([process.execPath, ENTRIES.launcher, "serve"], {
    PORT: "0",
    ASSAY_DATA_DIR: await seededFolder(),
  });
  await startedUrl(launcher);
  const [service] = listDescendants(launcher.pid);
  expect(await launcher.end("SIGTERM")).toEqual({ code: 0, signal: null });
  await untilGone([service!.pid]);
});

test("the launcher and the service end when only the shell that started them is killed", async () => {
  // The last command keeps the shell from becoming the launcher itself.
  const shell = startProcess(["sh", "-c", `"$0" "$@"; echo ended`, process.execPath, ENTRIES.launcher, "serve"], {
    PORT: "0",
    ASSAY_DATA_DIR: await seededFolder(),
  });
  await startedUrl(shell);
  const started = listDescendants(shell.pid).map(({ pid }) => pid);
  expect(started.length).toBeGreaterThanOrEqual(2);
  shell.child.kill("SIGKILL");
  await untilGone(started);
});

test("a service whose parent is killed while it is still starting ends too", async () => {
  requireProc();
  const dataDir = await seededFolder();
  const shell = startProcess(["sh", "-c", `"$0" "$@"; echo ended`, process.execPath, ENTRIES.node], {
    PORT: "0",
    ASSAY_DATA_DIR: dataDir,
  });
  await until(
    async () => existsSync(join(dataDir, "owner.lock")),
    (locked) => locked,
    5,
  );
  const [service] = listDescendants(shell.pid);
  shell.child.kill("SIGKILL");
  expect(shell.logged("service.started")).toEqual([]);
  await untilGone([service!.pid]);
});

test("a data folder serves one process at a time, and a kill does not leave it locked", async () => {
  const first = await startServer("node", await seededFolder());
  const second = startProcess([process.execPath, ENTRIES.node], { PORT: "0", ASSAY_DATA_DIR: first.dataDir });
  expect(await second.ended).toEqual({ code: 1, signal: null });
  expect(second.output().stderr).toMatch(
    /^Cannot open the data folder '.+' because another process uses it: stop that one/,
  );
  expect(second.output().stderr.trim().split("\n")).toHaveLength(1);

  const demo = await readDemo(first.dataDir);
  const document = await demoClient(first.url, demo).upload("note.txt", "Backups are taken every day.");
  await first.end("SIGKILL");
  const third = await startServer("node", first.dataDir);
  expect(await demoClient(third.url, demo).settled(document.id)).toMatchObject({ status: "READY" });
});

test("all problems of the settings are told at once, with the values", async () => {
  const service = startProcess([process.execPath, ENTRIES.node], {
    PORT: "99999",
    MAX_UPLOAD_BYTES: "many",
    SUPER_ADMIN_MODE: "yes",
    CONFIDENCE_PARTIAL: "2",
    ASSAY_DATA_DIR: await testFolder(),
  });
  expect(await service.ended).toEqual({ code: 1, signal: null });
  expect(service.output().stderr.trim().split("\n")).toEqual([
    "Cannot start with these settings:",
    "  PORT must be a whole number from 0 to 65535: it is '99999'",
    "  SUPER_ADMIN_MODE must be true or false: it is 'yes'",
    "  MAX_UPLOAD_BYTES must be a whole number from 1 to 1099511627776: it is 'many'",
    "  CONFIDENCE_PARTIAL must be from 0 to 1: it is '2'",
  ]);
});

test("a port that is in use is told in one line", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  onTestFinished(() => void holder.close());
  const service = startProcess([process.execPath, ENTRIES.node], {
    PORT: String((holder.address() as AddressInfo).port),
    ASSAY_DATA_DIR: await seededFolder(),
  });
  expect(await service.ended).toEqual({ code: 1, signal: null });
  expect(service.output().stderr).toMatch(
    /^Cannot listen on port \d+ because it is in use: set PORT to another one\n$/,
  );
});
