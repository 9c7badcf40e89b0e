import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
/** Run by `npm run screenshots`, `npm run chaos` and `npm run upgrade:dump`. */
const OF_COMMANDS = /^apps\/(\w+\/test\/screenshots|api\/test\/(chaos|upgrade))\//;

function linesOf(program: string, ...args: string[]): string[] {
  // Only the configuration reads them: nothing is started.
  const address = "postgres://postgres@127.0.0.1:1/postgres";
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ASSAY_TEST_POSTGRES_URL: address,
    ASSAY_TEST_PGBOUNCER_URL: address,
    ASSAY_TEST_CHROMIUM: process.execPath,
  };
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: ROOT,
    env,
    encoding: "utf8",
    maxBuffer: 64 << 20,
  });
  expect(status, stderr).toBe(0);
  return stdout.split("\n").filter(Boolean);
}

test("the whole runs every suite of the repository, except those of a command of their own", () => {
  const suites = linesOf("git", "ls-files", "*.test.ts", "*.test.tsx");
  const listed = linesOf(join(ROOT, "node_modules/.bin/vitest"), "list", "--filesOnly");
  const run = new Set(listed.map((line) => line.replace(/^\[.*\] /, "")));
  expect(suites.length).toBeGreaterThan(400);
  expect(suites.filter((suite) => !run.has(suite) && !OF_COMMANDS.test(suite))).toEqual([]);
});
