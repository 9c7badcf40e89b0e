// Runs the suites and sums them up: the first look by default, every suite that this machine can run with `--whole`.
// With ASSAY_REQUIRE_ALL=1 it is the whole, and what a missing program omits is a failure.
// `npm test -- core test/pure` runs vitest in one package, with what follows its name.
import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { LONG_SUITES } from "../packages/testing/src/test-form.ts";
import { listConcerned } from "./list-concerned.mjs";
import { keepPassed, readPassed } from "./passed-suites.mjs";
import { recordTimes } from "./record-times.mjs";
import { repeatSuites } from "./repeat-suites.mjs";
import { runSuites } from "./run-suites.mjs";
import { ROOT } from "./toolchain.mjs";

const FAILURE_LENGTH_MAX = 1000;
const OF_SERVERS = ["ASSAY_TEST_POSTGRES_URL", "ASSAY_TEST_PGBOUNCER_URL"];

const [packageName, ...vitestArgs] = process.argv.slice(2);
if (packageName && !packageName.startsWith("-")) process.exit(runPackage(packageName, vitestArgs));

const { values: asked } = parseArgs({
  options: {
    whole: { type: "boolean" },
    "skip-passed": { type: "boolean" },
    shard: { type: "string" },
    since: { type: "string" },
    record: { type: "boolean" },
    repeat: { type: "string" },
    load: { type: "boolean" },
  },
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
  const report = runSuites({ ...env, ASSAY_TEST_FORM: "first-look" }, selection());
  if (!asked.shard) keepPassed(report.suites);
  const missing = report.suites.reduce((sum, { skipped }) => sum + skipped, 0);
  console.log(`\nThis first look took ${Math.round((Date.now() - started) / 1000)} s. It omitted:
  PostgreSQL, Neon's driver, a connection pooler, Deno and workerd, the browser, whole processes that are killed and
  measured; and of the other suites those that take longest:
${longSuites().join("\n")}
npm test -- --whole runs those that this machine can run; CONTRIBUTING.md says what they need.`);
  if (missing > 0) console.log(`  ${missing} tests of public files that are not beside the repository.`);
  return conclude(report);
}

function longSuites() {
  return Object.entries(LONG_SUITES).map(
    ([home, suites]) => `  ${home}: ${suites.map((suite) => suite.split("/").at(-1)).join(", ")}`,
  );
}

function runWhole() {
  const passed = asked["skip-passed"] ? readPassed() : [];
  const skipPassed = passed.length > 0 && { ASSAY_TEST_SKIP_PASSED: "1" };
  const report = runSuites({ ...env, ...skipPassed }, selection());
  const leftOut = [
    ...missingPrograms(),
    ...report.suites
      .filter(({ skipped }) => skipped > 0)
      .map(({ file, skipped }) => `${skipped} ${skipped === 1 ? "test" : "tests"} of ${file}`),
  ];
  if (leftOut.length > 0) console.log(`\nLeft out:\n${leftOut.map((line) => `  ${line}`).join("\n")}`);
  if (skipPassed) console.log(`\nNot run again: ${passed.length} suites that the first look of the same files passed`);
  console.log("\nSeconds of work per project:");
  for (const [project, seconds] of secondsPerProject(report.suites))
    console.log(`  ${seconds.toFixed(0).padStart(5)}  ${project}`);
  return conclude(report, requireAll && leftOut.length > 0);
}

function selection() {
  return { shard: asked.shard, packages: asked.since && listConcerned(asked.since) };
}

function secondsPerProject(suites) {
  const sums = {};
  for (const { project, seconds } of suites) sums[project] = (sums[project] ?? 0) + seconds;
  return Object.entries(sums).toSorted(([, a], [, b]) => b - a);
}

/** The failures last, where they are found without a search. */
function conclude({ suites, thrown }, incomplete = false) {
  if (asked.record) recordTimes(suites);
  for (const { where, message } of thrown)
    console.log(`\nTHROWN outside of any test${where && `, in ${where}`}\n  ${message.slice(0, FAILURE_LENGTH_MAX)}`);
  for (const { project, file, failures } of suites)
    for (const { test, message } of failures)
      console.log(
        `\nFAILED ${[file, test].filter(Boolean).join(" > ")} (${project})\n  ${message.slice(0, FAILURE_LENGTH_MAX)}`,
      );
  const sum = (of) => suites.reduce((total, suite) => total + suite[of], 0);
  // What no test says of its failure counts as one: the sums may not look whole where something fell.
  const beyondTests = suites.filter(({ ok, failed }) => !ok && failed === 0).length + thrown.length;
  const failed = sum("failed") + beyondTests;
  console.log(`\n${sum("passed")} passed, ${failed} failed, ${sum("skipped")} skipped`);
  const nothing = sum("passed") === 0 && !asked.since;
  return nothing || failed > 0 || incomplete ? 1 : 0;
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
