// `npm run prove-ci -- 10` runs `.ci/run` until ten runs of these files have passed, half of them on a quiet machine and half
// next to a busy loop on each core. Each result is kept in `.ci/runs.json`, so that it continues where it stopped; the
// tables of docs/build/metrics.md are made of them, and `scripts/suite-times.json` of the quiet ones.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { recordTimes } from "./record-times.mjs";
import { ROOT } from "./toolchain.mjs";
import { writeRunTables } from "./write-run-tables.mjs";

const RUNS = join(ROOT, ".ci/runs.json");
/** Of the last run, which leaves them. */
const RESULTS = ["test-results/first-look-results.json", "test-results/whole-results.json"];
/** What neither the product nor a test is made of, so that a result holds when it changes. */
const ASIDE = /^(docs\/|\.changeset\/|[^/]+\.md$|\.ci\/runs\.json$|scripts\/suite-times\.json$)/;

const wanted = Number(process.argv[2] ?? 10);
if (!(Number.isInteger(wanted) && wanted > 0)) {
  console.error(`Cannot prove '${process.argv[2]}' runs: give a whole number from 1`);
  process.exit(1);
}
const changed = git("status", "--porcelain", "--untracked-files=no")
  .split("\n")
  .filter((line) => line !== "" && !ASIDE.test(line.slice(3)));
if (changed.length > 0) {
  console.error(`Cannot prove what no commit has: commit or put aside\n${changed.join("\n")}`);
  process.exit(1);
}

const files = digestOfFiles();
const half = { quiet: Math.ceil(wanted / 2), busy: Math.floor(wanted / 2) };
const runs = existsSync(RUNS) ? JSON.parse(readFileSync(RUNS, "utf8")) : [];
const ofThese = (load) => runs.filter((run) => run.files === files && run.load === load);
const passed = (load) => ofThese(load).filter(({ status }) => status === 0).length;

for (const load of ["quiet", "busy"]) {
  for (let started = passed(load); started < half[load]; started += 1) {
    console.log(`Run ${started + 1} of ${half[load]}, ${load}`);
    runs.push(await runOnce(load));
    writeFileSync(RUNS, `[\n${runs.map((run) => `  ${JSON.stringify(run)}`).join(",\n")}\n]\n`);
    writeRunTables(runs.filter((run) => run.files === files));
    if (load === "quiet" && runs.at(-1).status === 0) recordTimes(RESULTS.flatMap(readSuites));
  }
}
const failed = ["quiet", "busy"].flatMap(ofThese).filter(({ status }) => status !== 0).length;
console.log(`${passed("quiet")} quiet and ${passed("busy")} busy runs of these files passed, ${failed} failed`);
process.exit(failed === 0 && passed("quiet") >= half.quiet && passed("busy") >= half.busy ? 0 : 1);

async function runOnce(load) {
  const cores = availableParallelism();
  const hogs = Array.from({ length: load === "busy" ? cores : 0 }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  const began = Date.now();
  const child = spawn(join(ROOT, ".ci/run"), { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (data) => {
    output = `${output}${data}`.slice(-100_000);
    process.stdout.write(data);
  });
  const status = await new Promise((resolve) => child.on("close", resolve));
  for (const hog of hogs) hog.kill("SIGKILL");
  const sums = /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(output)?.slice(1).map(Number) ?? [0, 0, 0];
  const took = (part) => Number(new RegExp(`^Time: ${part} took (\\d+) s$`, "m").exec(output)?.[1] ?? 0);
  return {
    commit: git("rev-parse", "HEAD").trim(),
    files,
    at: new Date(began).toISOString(),
    load,
    cores,
    seconds: Math.round((Date.now() - began) / 1000),
    firstLookSeconds: took("the first look"),
    checkSeconds: took("the check"),
    wholeSeconds: took("the whole"),
    status,
    passed: sums[0],
    failed: sums[1],
    skipped: sums[2],
  };
}

function readSuites(file) {
  return JSON.parse(readFileSync(join(ROOT, file), "utf8")).suites;
}

function digestOfFiles() {
  const entries = git("ls-tree", "-r", "-z", "HEAD").split("\0").filter(Boolean);
  const those = entries.filter((entry) => !ASIDE.test(entry.slice(entry.indexOf("\t") + 1)));
  return createHash("sha256").update(those.join("\n")).digest("hex").slice(0, 16);
}

function git(...args) {
  const run = spawnSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 << 20 });
  if (run.status !== 0) throw new Error(`Cannot run 'git ${args.join(" ")}': ${run.stderr}`);
  return run.stdout;
}
