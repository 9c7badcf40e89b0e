import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chunkListReply, documentListReply, type ErrorCode } from "@assay/contract";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { listLeftovers, listStoredFiles, queryStopped } from "../support/data-dir.ts";
import { failingDisk } from "../support/failing-disk.ts";
import { runCommand } from "../support/run-command.ts";
import { demoClient, readDemo, seededFolder, startServer, testFolder } from "../support/start-process.ts";
import { expectError } from "../support/test-client.ts";
import { limitsEnv } from "../support/test-limits.ts";

const UNAVAILABLE: [number, ErrorCode] = [503, "SERVICE_UNAVAILABLE"];
const text = (at: number) => `Access rights ${at} are reviewed every quarter by the security officer.`;

test("a disk that is full or read-only refuses what needs it, serves what is there, and loses nothing of what it confirmed", async () => {
  const dataDir = await seededFolder();
  const disk = failingDisk(join(await testFolder(), "fault"));
  const limits = limitsEnv({ pollMs: 50, retryDelayMs: 20, pauseMaxMs: 200 });
  const service = await startServer("seeded", dataDir, { ...disk.env, ...limits });
  const api = demoClient(service.url, await readDemo(dataDir));
  const first = await api.upload("first.txt", text(1));
  await api.settled(first.id);
  const waiting = await api.upload("waiting.txt", text(2));

  for (const [code, words] of [
    ["ENOSPC", "the disk is full (ENOSPC)"],
    ["EROFS", "the disk is read-only (EROFS)"],
  ] as const) {
    disk.fail({ code, part: "growth" });
    const { message } = await expectError(await api.sendFile("refused.txt", text(3)), ...UNAVAILABLE);
    expect(message).toContain(words);
    const ready = await api.call("GET", "/readyz");
    expect(await ready.json()).toMatchObject({ details: { failed: ["storage"] } });
    const { chunks } = await api.get(`/api/documents/${first.id}/chunks`, chunkListReply);
    expect(chunks).toMatchObject([{ content: text(1) }]);
    disk.mend();
  }
  expect((await api.call("GET", "/readyz")).status).toBe(200);
  const after = await api.upload("after.txt", text(4));
  for (const { id } of [waiting, after]) expect(await api.settled(id)).toMatchObject({ status: "READY" });
  const { id: runId } = await api.startRun();
  expect(await api.finished(runId)).toMatchObject({ status: "COMPLETED", snapshotStatus: "CAPTURED" });
  const { documents } = await api.get("/api/documents", documentListReply);
  expect(documents.map(({ originalFilename }) => originalFilename)).not.toContain("refused.txt");

  // Its log finds no room: a server of PostgreSQL ends then, and so does the embedded one, with its process.
  disk.fail({ code: "ENOSPC", part: "log" });
  await api.sendJson("POST", "/api/runs/start", {}).catch(() => {});
  expect(await service.ended).toMatchObject({ code: 1 });
  expect(service.output().stderr).toMatch(/Cannot go on because the embedded database has ended: .*No space left/);
  expect(service.logged("database.ended")).toHaveLength(1);
  disk.mend();
  expect(await queryStopped(dataDir, sql`select status from documents`)).toEqual(
    documents.map(() => ({ status: "READY" })),
  );
  expect(await listStoredFiles(dataDir)).toEqual(documents.map(({ id }) => id).toSorted());
  expect(await listLeftovers(dataDir)).toEqual([]);

  // What was on the failing disk moves to another one.
  const share = await testFolder();
  await writeFile(join(share, "new.env"), `FILES_DIR=${share}\n`);
  const move = await runCommand("move-files", ["--to", join(share, "new.env")], { ASSAY_DATA_DIR: dataDir });
  expect(move.stdout, move.stderr).toContain(`Copied ${documents.length} files`);
  const served = await startServer("node", dataDir, { FILES_DIR: share });
  const original = await demoClient(served.url, await readDemo(dataDir)).call(
    "GET",
    `/api/documents/${first.id}/original`,
  );
  expect(await original.text()).toBe(text(1));
});
