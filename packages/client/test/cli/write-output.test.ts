import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeOutput } from "../../src/cli/write-output.ts";
import { openTerminal } from "./open-terminal.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-output-"));
  path = join(folder, "audit.zip");
});
afterEach(() => rm(folder, { recursive: true }));

async function* parts(breaks: boolean) {
  yield new TextEncoder().encode("new");
  if (breaks) throw new Error("cut off");
}

const write = (force: boolean, breaks: boolean) => writeOutput(openTerminal().terminal, parts(breaks), { path, force });

test("with --force what breaks off leaves the old file as it was, and nothing next to it", async () => {
  await writeFile(path, "old");
  await expect(write(true, true)).rejects.toThrow("cut off");
  expect(await readFile(path, "utf8")).toBe("old");
  expect(await readdir(folder)).toEqual(["audit.zip"]);
  await write(true, false);
  expect(await readFile(path, "utf8")).toBe("new");
  expect(await readdir(folder)).toEqual(["audit.zip"]);
});

test("without --force a file that is there is refused, and what breaks off leaves none", async () => {
  await expect(write(false, true)).rejects.toThrow("cut off");
  expect(await readdir(folder)).toEqual([]);
  await write(false, false);
  await expect(write(false, false)).rejects.toThrow("is there already");
  expect(await readFile(path, "utf8")).toBe("new");
});
