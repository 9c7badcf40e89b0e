import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isContainer } from "@assay/contract";
import { expect, onTestFinished, test } from "vitest";
import { listSeedFiles } from "./fuzz/seed-files.ts";

const PROGRAM = fileURLToPath(new URL("./print-segments.ts", import.meta.url));
const DENO = join(dirname(createRequire(import.meta.url).resolve("deno/package.json")), "deno");

async function readOn(program: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(program, args);
  return JSON.parse(stdout) as Record<string, unknown>;
}

test("Deno reads of a file of each format what Node reads", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-deno-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = listSeedFiles({ real: false }).filter(({ fileType }) => !isContainer(fileType));
  const names = files.map(({ fileType }, at) => `${at}.${fileType}`);
  await Promise.all(names.map((name, at) => writeFile(join(folder, name), files[at]!.bytes)));
  const [node, deno] = await Promise.all([
    readOn(process.execPath, [PROGRAM, folder]),
    readOn(DENO, ["run", "-A", "--node-modules-dir=manual", PROGRAM, folder]),
  ]);
  expect(Object.keys(node).toSorted()).toEqual(names.toSorted());
  expect(Object.values(node).filter((segments) => typeof segments === "string")).toEqual([]);
  expect(deno).toEqual(node);
});
