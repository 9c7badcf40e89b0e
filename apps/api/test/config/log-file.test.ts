import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLogFile } from "../../src/log-file.ts";

test("a disk that takes no lines costs lines, which the next one tells of", async () => {
  const dir = await mkdtemp(join(tmpdir(), "assay-log-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const path = join(dir, "assay.log");
  let isFull = true;
  let tried = 0;
  let told = Promise.withResolvers<void>();
  const append: typeof appendFile = async (...args) => {
    try {
      if (isFull) throw Object.assign(new Error("No space left"), { code: "ENOSPC" });
      await appendFile(...args);
    } finally {
      tried += 1;
      told.resolve();
    }
  };
  const log = openLogFile(path, append);
  log("first");
  await told.promise;
  told = Promise.withResolvers();
  log("second");
  await told.promise;
  isFull = false;
  told = Promise.withResolvers();
  log("third");
  await told.promise;
  const lines = (await readFile(path, "utf8")).trim().split("\n");
  expect(JSON.parse(lines[0]!)).toMatchObject({ event: "log.lines_lost", lines: 2 });
  expect(lines.slice(1)).toEqual(["third"]);
  expect(tried).toBe(3);
});
