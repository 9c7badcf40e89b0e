// npm run mutate -- <folder>: gives the sources of a folder small faults, one at a time, and runs the suites that watch over
// it: a fault that no test notices is printed with its place. Without a folder, all of scripts/mutate/folders.mjs.
//   npm run mutate -- packages/core/src/reviews
//   npm run mutate -- packages/core/src/reviews --count 200 --seed 7
//   npm run mutate -- packages/client/src/verify --all
//   npm run mutate -- packages/core/src/links --record   # writes the rate into docs/build/metrics.md
// It continues where it stopped: what was noticed counts for as long as its source is the same, what survived for as long as
// the suites are, too. --again forgets what was tried.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { EQUIVALENT } from "./mutate/equivalent.mjs";
import { FOLDERS } from "./mutate/folders.mjs";
import { drawMutants, listMutants } from "./mutate/list-mutants.mjs";
import { recordRates, tableOf } from "./mutate/record-rates.mjs";
import { ROOT } from "./toolchain.mjs";

const RESULTS = join(ROOT, "test-results/mutants");
/** A fault that makes an endless loop ends with its process; no suite of these takes as long; it says when each has ended. */
const SILENT_MAX_MS = 300_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    all: { type: "boolean", default: false },
    again: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
  },
});
for (const name of ["count", "seed"])
  if (!/^\d{1,9}$/.test(values[name])) fail(`--${name} must be a whole number: it is '${values[name]}'`);
const folders = positionals.length > 0 ? positionals.map((each) => each.replace(/\/$/, "")) : Object.keys(FOLDERS);
const unknown = folders.find((each) => !FOLDERS[each]);
if (unknown)
  fail(`Cannot mutate '${unknown}': scripts/mutate/folders.mjs names the suites of ${Object.keys(FOLDERS).join(", ")}`);

const rates = [];
for (const folder of folders) rates.push(await mutateFolder(folder));
console.log(`\n${tableOf(rates)}`);
if (values.record) recordRates(rates);

async function mutateFolder(folder) {
  const files = globSync(`${folder}/**/*.ts`, { cwd: ROOT }).sort();
  const sources = Object.fromEntries(files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));
  const all = files
    .flatMap((file) => listMutants(file, sources[file]))
    .map((mutant) => ({ ...mutant, id: idOf(mutant, sources) }));
  const isLeftOut = (mutant) => EQUIVALENT.some((each) => isThat(each, mutant, sources));
  const count = values.all ? all.length : Number(values.count);
  const wanted = drawMutants(all, { count, seed: Number(values.seed), isLeftOut });
  const suites = digestSuites(FOLDERS[folder]);
  const tried = readTried(folder);
  const survived = (id) => tried[id]?.survived === suites;
  const left = () => wanted.filter(({ id }) => !(tried[id]?.killedBy || survived(id)));
  console.log(`${folder}: ${wanted.length} of ${all.length} mutants, ${left().length} of them not tried yet`);
  while (left().length > 0) await tryMutants(folder, left(), { tried, suites });
  const survivors = wanted.filter(({ id }) => survived(id));
  for (const { file, line, operator, start, end, text } of survivors)
    console.log(
      `SURVIVED ${file}:${line}  ${operator}: ${oneLine(sources[file].slice(start, end))} → ${oneLine(text) || "nothing"}`,
    );
  return { folder, tried: wanted.length, killed: wanted.length - survivors.length };
}

/** Ends when all are tried, or with the one whose process has to be ended. */
function tryMutants(folder, mutants, { tried, suites }) {
  const child = spawn(process.execPath, [join(ROOT, "scripts/mutate/try-mutants.mjs")], {
    env: { ...process.env, ASSAY_MUTANTS: JSON.stringify({ ...FOLDERS[folder], mutants }) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve) => {
    let begun;
    let timer;
    const record = (id, killedBy) => {
      tried[id] = killedBy ? { killedBy } : { survived: suites };
      writeFileSync(fileOf(folder), JSON.stringify(tried, undefined, 1));
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => child.kill("SIGKILL"), SILENT_MAX_MS);
    };
    wait();
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (!line.startsWith("@{")) return;
      wait();
      const { error, begun: next, id, killedBy, ran } = JSON.parse(line.slice(1));
      if (error) fail(error);
      if (ran) return;
      begun = next;
      if (id) record(id, killedBy);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      if (begun) record(begun, "the process had to be ended");
      else if (code !== 0) fail(`Cannot try the mutants of ${folder}: see above`);
      resolve();
    });
  });
}

/** The same as long as its file is. */
function idOf({ file, start, end, text }, sources) {
  return createHash("sha256")
    .update(JSON.stringify([sources[file], start, end, text]))
    .digest("hex")
    .slice(0, 16);
}

function digestSuites({ home, suites }) {
  const files = suites.flatMap((suite) =>
    globSync(suite.endsWith("/") ? `${suite}**/*.test.ts` : suite, { cwd: join(ROOT, home) }),
  );
  const texts = files.sort().map((file) => readFileSync(join(ROOT, home, file), "utf8"));
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 16);
}

function isThat({ file, line, source, text }, mutant, sources) {
  if (file !== mutant.file || line !== mutant.line || text !== mutant.text) return false;
  return sources[file].slice(mutant.start, mutant.end) === source;
}

function fileOf(folder) {
  return join(RESULTS, `${folder.replaceAll("/", "-")}.json`);
}

function readTried(folder) {
  mkdirSync(RESULTS, { recursive: true });
  const file = fileOf(folder);
  return existsSync(file) && !values.again ? JSON.parse(readFileSync(file, "utf8")) : {};
}

function oneLine(text) {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 100 ? `${line.slice(0, 100)}…` : line;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
