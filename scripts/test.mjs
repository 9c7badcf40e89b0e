// Runs every suite and sums them up. What a missing program leaves out is named; with ASSAY_REQUIRE_ALL=1 it fails.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./toolchain.mjs";

const REPORTS = "{apps,packages}/*/test-results/results.json";
const requireAll = process.env.ASSAY_REQUIRE_ALL === "1";

for (const report of globSync(REPORTS, { cwd: ROOT })) rmSync(join(ROOT, report));
// One package at a time: each uses all cores by itself.
const run = spawnSync(
  "turbo",
  ["run", "test", "--env-mode=loose", "--concurrency=1", "--continue", ...process.argv.slice(2)],
  {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}` },
  },
);

const sums = { passed: 0, failed: 0, skipped: 0 };
const skipped = new Set();
const seconds = {};
for (const path of globSync(REPORTS, { cwd: ROOT })) {
  const report = JSON.parse(readFileSync(join(ROOT, path), "utf8"));
  sums.passed += report.numPassedTests;
  sums.failed += report.numFailedTests;
  seconds[dirname(dirname(path))] =
    (Math.max(...report.testResults.map(({ endTime }) => endTime)) - report.startTime) / 1000;
  for (const { assertionResults, name } of report.testResults)
    for (const { status, fullName } of assertionResults)
      if (status === "pending" || status === "skipped" || status === "todo") {
        sums.skipped += 1;
        skipped.add(`${name.slice(ROOT.length + 1)}: ${fullName}`);
      }
}

const leftOut = [];
if (!process.env.ASSAY_TEST_POSTGRES_URL)
  leftOut.push(
    "the database suites on PostgreSQL and those of the runtimes: set ASSAY_TEST_POSTGRES_URL to a superuser's address of a server (15 or later) with pgvector",
  );
if (!process.env.ASSAY_TEST_PGBOUNCER_URL)
  leftOut.push(
    "the suite behind a connection pooler: set ASSAY_TEST_PGBOUNCER_URL to a PgBouncer in transaction mode in front of that server",
  );
const chromium = process.env.ASSAY_TEST_CHROMIUM ?? "/usr/bin/chromium";
if (!existsSync(chromium))
  leftOut.push(`the browser suites: install Chromium at ${chromium}, or set ASSAY_TEST_CHROMIUM to where one is`);
for (const test of skipped) leftOut.push(test);
if (leftOut.length > 0) console.log(`\nLeft out:\n${leftOut.map((line) => `  ${line}`).join("\n")}`);
console.log("\nSeconds per package:");
for (const [name, took] of Object.entries(seconds).toSorted(([, a], [, b]) => b - a))
  console.log(`  ${took.toFixed(0).padStart(5)}  ${name}`);
console.log(`\n${sums.passed} passed, ${sums.failed} failed, ${sums.skipped} skipped`);
if (sums.passed === 0 || sums.failed > 0 || (requireAll && leftOut.length > 0)) process.exit(1);
process.exit(run.status ?? 1);
