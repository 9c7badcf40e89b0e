// Runs the suites and sums them up: the first look by default, every suite that this machine can run with `--whole`.
// With ASSAY_REQUIRE_ALL=1 it is the whole, and what a missing program leaves out is a failure.
// `npm test -- core test/pure` runs vitest in one package, with what follows its name.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { LONG_SUITES } from "../packages/testing/src/test-form.ts";
import { repeatSuites } from "./repeat-suites.mjs";
import { ROOT } from "./toolchain.mjs";

const FAILURE_LENGTH_MAX = 1000;
const REPORTS = "{apps,packages,tools}/*/test-results/results.json";
const OF_SERVERS = ["ASSAY_TEST_POSTGRES_URL", "ASSAY_TEST_PGBOUNCER_URL"];

const [packageName, ...vitestArgs] = process.argv.slice(2);
if (packageName && !packageName.startsWith("-")) process.exit(runPackage(packageName, vitestArgs));

const { values: asked } = parseArgs({
  options: { whole: { type: "boolean" }, repeat: { type: "string" }, load: { type: "boolean" } },
});
const requireAll = process.env.ASSAY_REQUIRE_ALL === "1";
const env = { ...process.env, PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}` };

if (asked.repeat) process.exit(repeatSuites(Number(asked.repeat), { env, load: asked.load }) ? 0 : 1);
process.exit(requireAll || asked.whole ? runWhole() : runFirstLook());

function runPackage(name, args) {
  const folders = globSync("{apps,packages,tools}/*/test", { cwd: ROOT }).map(dirname);
  const folder = folders.find((each) => basename(each) === name);
  if (!folder) {
    console.error(
      `Cannot test '${name}': packages with suites are ${folders.map((each) => basename(each)).join(", ")}`,
    );
    return 1;
  }
  const env = { ...process.env, PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}` };
  return spawnSync("vitest", ["run", ...args], { cwd: join(ROOT, folder), stdio: "inherit", env }).status ?? 1;
}

function runFirstLook() {
  const started = Date.now();
  for (const name of OF_SERVERS) delete env[name];
  const { sums, skipped, failures, status } = runSuites({ ...env, ASSAY_TEST_FORM: "first-look" });
  const missing = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  console.log(`\nThis first look took ${Math.round((Date.now() - started) / 1000)} s. It left out:
  PostgreSQL, Neon's driver, a connection pooler, Deno and workerd, the browser, and whole processes that are killed
  and measured; of 5,000 generated requests 4,500; and of the other suites those that take longest:
${longSuites().join("\n")}
npm test -- --whole runs those that this machine can run; CONTRIBUTING.md says what they need.`);
  if (missing > 0) console.log(`  ${missing} tests of public files that are not beside the repository.`);
  return conclude(sums, failures, status);
}

function longSuites() {
  return Object.entries(LONG_SUITES).map(
    ([home, suites]) => `  ${home}: ${suites.map((suite) => suite.split("/").at(-1)).join(", ")}`,
  );
}

function runWhole() {
  const { sums, skipped, failures, seconds, status } = runSuites(env);
  const leftOut = [
    ...missingPrograms(),
    ...Object.entries(skipped).map(([file, count]) => `${count} ${count === 1 ? "test" : "tests"} of ${file}`),
  ];
  if (leftOut.length > 0) console.log(`\nLeft out:\n${leftOut.map((line) => `  ${line}`).join("\n")}`);
  console.log("\nSeconds per package:");
  for (const [name, took] of Object.entries(seconds).toSorted(([, a], [, b]) => b - a))
    console.log(`  ${took.toFixed(0).padStart(5)}  ${name}`);
  return conclude(sums, failures, requireAll && leftOut.length > 0 ? 1 : status);
}

/** The failures last, where they are found without a search. */
function conclude(sums, failures, status) {
  for (const { test, message } of failures) console.log(`\nFAILED ${test}\n  ${message}`);
  console.log(`\n${sums.passed} passed, ${sums.failed} failed, ${sums.skipped} skipped`);
  return sums.passed === 0 || sums.failed > 0 ? 1 : status;
}

/** One package at a time: each uses all cores by itself. */
function runSuites(env) {
  for (const report of globSync(REPORTS, { cwd: ROOT })) rmSync(join(ROOT, report));
  const run = spawnSync("turbo", ["run", "test", "--env-mode=loose", "--concurrency=1", "--continue"], {
    cwd: ROOT,
    stdio: "inherit",
    env,
  });
  const status = run.status ?? 1;
  const reports = readReports();
  // No report holds what was thrown outside of any test: vitest only prints it.
  if (status !== 0 && reports.failures.length === 0)
    reports.failures.push({
      test: "outside of any test",
      message: "Something was thrown, or a program ended: see above",
    });
  return { ...reports, status };
}

function readReports() {
  const sums = { passed: 0, failed: 0, skipped: 0 };
  const skipped = {};
  const failures = [];
  const seconds = {};
  for (const path of globSync(REPORTS, { cwd: ROOT })) {
    const report = JSON.parse(readFileSync(join(ROOT, path), "utf8"));
    const folder = dirname(dirname(path));
    sums.passed += report.numPassedTests;
    sums.failed += report.numFailedTests;
    seconds[folder] = (Math.max(...report.testResults.map(({ endTime }) => endTime)) - report.startTime) / 1000;
    failures.push(...report.testResults.filter(({ status }) => status === "failed").flatMap(failuresOfFile));
    for (const { assertionResults, name } of report.testResults) {
      const left = assertionResults.filter(({ status }) => ["pending", "skipped", "todo"].includes(status)).length;
      sums.skipped += left;
      const file = name.slice(ROOT.length + 1);
      if (left > 0) skipped[file] = (skipped[file] ?? 0) + left;
    }
  }
  return { sums, skipped, failures, seconds };
}

function failuresOfFile({ name, message, assertionResults }) {
  const file = name.slice(ROOT.length + 1);
  const tests = assertionResults
    .filter(({ status }) => status === "failed")
    .map(({ fullName, failureMessages }) => ({ test: `${file} > ${fullName}`, message: failureMessages[0] ?? "" }));
  const failures = tests.length > 0 ? tests : [{ test: file, message: message || "A hook failed, or its worker died" }];
  return failures.map(({ test, message }) => ({ test, message: message.slice(0, FAILURE_LENGTH_MAX) }));
}

function missingPrograms() {
  const missing = [];
  if (!env.ASSAY_TEST_POSTGRES_URL)
    missing.push(
      "the database suites on PostgreSQL and those of the runtimes: set ASSAY_TEST_POSTGRES_URL to a superuser's address of a server (15 or later) with pgvector",
    );
  if (!env.ASSAY_TEST_PGBOUNCER_URL)
    missing.push(
      "the suite behind a connection pooler: set ASSAY_TEST_PGBOUNCER_URL to a PgBouncer in transaction mode in front of that server",
    );
  const chromium = env.ASSAY_TEST_CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(chromium))
    missing.push(`the browser suites: install Chromium at ${chromium}, or set ASSAY_TEST_CHROMIUM to where one is`);
  return missing;
}
