import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KeptCheckpoint } from "@assay/contract";
import { createCheckpointFolder } from "@assay/embedded/checkpoint-folder";
import { afterEach, beforeEach, expect, test } from "vitest";

const TENANT = "01990000-0000-7000-8000-000000000001";
const OPTIONS = { proof: async function* () {}, signal: new AbortController().signal };

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "assay-checkpoints-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

function checkpointOf(counter: number | undefined, signature = "c2lnbmVk"): KeptCheckpoint {
  const statement = { origin: "o", tenantId: TENANT, sequence: 12, hash: "a".repeat(64), createdAt: "2026-03-01" };
  return { statement: counter === undefined ? statement : { ...statement, counter }, keyId: "k", signature };
}

test("each checkpoint is a file that is only added, and what a crash cut off is completed", async () => {
  const store = createCheckpointFolder(dir);
  const { location } = await store.keep(checkpointOf(1), OPTIONS);
  const path = join(dir, location);
  const text = await readFile(path, "utf8");
  await writeFile(path, text.slice(0, 20));
  await store.keep(checkpointOf(1), OPTIONS);
  expect(await readFile(path, "utf8")).toBe(text);
  await expect(store.keep(checkpointOf(1, "b3RoZXI="), OPTIONS)).rejects.toMatchObject({ code: "INTEGRITY_ERROR" });
  expect(await readFile(path, "utf8")).toBe(text);

  await store.keep(checkpointOf(undefined), OPTIONS);
  await writeFile(join(dir, TENANT, "notes.txt"), "not a checkpoint");
  expect((await readdir(join(dir, TENANT))).length).toBe(3);
  const listed = await store.list(TENANT, OPTIONS);
  expect(listed.map(({ counter, sequence }) => [counter, sequence])).toEqual([
    [null, 12],
    [1, 12],
  ]);
  expect(await listed[1]!.load()).toEqual(checkpointOf(1));
});

test("a folder that is missing is a place that cannot be used, and not one without checkpoints", async () => {
  const store = createCheckpointFolder(join(dir, "not-mounted"));
  await expect(store.keep(checkpointOf(1), OPTIONS)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await expect(store.list(TENANT, OPTIONS)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});
