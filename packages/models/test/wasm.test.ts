import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { DIFFERENCE_MAX } from "../src/try-vectors.ts";

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL("./try-wasm.ts", import.meta.url));
const deno = join(dirname(createRequire(import.meta.url).resolve("deno/package.json")), "deno");

test.each([
  ["Node", process.execPath, [PROGRAM]],
  ["Deno", deno, ["run", "-A", "--node-modules-dir=manual", PROGRAM]],
])("WebAssembly on %s computes the test vectors to 0.001", async (_, program, args) => {
  const { stdout } = await run(program, [...args, "4"]);
  const worst: Record<string, number> = JSON.parse(stdout);
  expect(Object.keys(worst)).toEqual(["embedder-2", "entailment-2"]);
  for (const difference of Object.values(worst)) expect(difference).toBeLessThan(DIFFERENCE_MAX);
});
