// `npm run check` looks at what differs from the main branch; `npm run check -- --all` looks at everything, as CI does.
// What needs the whole tree and takes little time (types, imports, unused parts, docs, words) is looked at as a whole in both.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findChangedFiles } from "./changed-files.mjs";
import { checkDocs } from "./check-docs.mjs";
import { checkImports } from "./check-imports.mjs";
import { checkLicences } from "./check-licences.mjs";
import { checkPackages } from "./check-packages.mjs";
import { checkWords } from "./check-words.mjs";
import { ROOT } from "./toolchain.mjs";

const { values: asked } = parseArgs({ options: { all: { type: "boolean" } } });
const env = {
  ...process.env,
  PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}`,
  ASTRO_TELEMETRY_DISABLED: "1",
};
const SITES = ["apps/portal", "apps/admin", "apps/docs"];

/** Each returns what it looked at; `ok` is false where it found something, which it has printed. */
const CHECKS = {
  "format, lint, cycles": ({ files }) => {
    const those = files?.filter((file) => !file.endsWith(".md"));
    if (those?.length === 0) return nothing("no such file differs");
    return { ok: run("biome", "check", "--no-errors-on-unmatched", ...(those ?? ["."])), looked: count(those) };
  },
  "lint by types": ({ files }) => {
    const those = files?.filter((file) => /^(apps|packages|tools)\/.*\.(ts|tsx|mjs)$/.test(file));
    if (those?.length === 0) return nothing("no source differs");
    const ok = run("oxlint", "--type-aware", "--deny-warnings", ...(those ?? ["apps", "packages", "tools"]));
    return { ok, looked: those ? `${count(those)}; those that use them are left to --all` : "all files" };
  },
  types: () => {
    mkdirSync(join(ROOT, "node_modules/.cache/check"), { recursive: true });
    const ok = ["tsconfig.services.json", "tsconfig.sites.json"]
      .map((config) => run("tsc", "-p", config))
      .every(Boolean);
    return { ok, looked: "all packages, from what the last check found" };
  },
  "types of pages": ({ files, names }) => {
    const ofSites = (file) => file.endsWith(".astro") || file.endsWith("astro.config.mjs");
    if (files && !names.some(ofSites)) return nothing("no .astro file differs");
    const ok = SITES.map((site) => runIn(site, "pnpm", "run", "typecheck")).every(Boolean);
    return { ok, looked: SITES.join(", ") };
  },
  "types of the client": () => ({
    ok: run("node", "packages/client/build/generate-types.ts", "--check"),
    looked: "packages/client against the contract",
  }),
  imports: () => ({ ok: checkImports(), looked: "all packages" }),
  "unused parts": ({ files }) => {
    const ok = run("knip", "--no-progress", "--no-config-hints", ...(files ? ["--cache"] : []));
    return { ok, looked: "files, exports and dependencies of all packages" };
  },
  licences: () => checkLicences(),
  packages: () => checkPackages(),
  documents: () => checkDocs(),
  words: () => checkWords(),
  "conflict marks": () => ({ ok: findsNoConflictMarks(), looked: "all files" }),
};

const look = asked.all ? { all: "asked to" } : findChangedFiles();
console.log(
  look.files
    ? `Looking at ${count(look.names)} that ${look.names.length === 1 ? "differs" : "differ"} from ${look.since}; npm run check -- --all looks at everything`
    : `Looking at everything: ${look.all}`,
);
let failed = 0;
for (const [name, check] of Object.entries(CHECKS)) {
  const started = performance.now();
  const { ok, looked } = check(look);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (!ok) failed += 1;
  console.log(`${ok ? "ok  " : "FAIL"}  ${name.padEnd(20)}  ${seconds.padStart(5)} s  ${looked}`);
}
process.exit(failed === 0 ? 0 : 1);

function run(command, ...args) {
  return runIn(".", command, ...args);
}

/** Prints what the command says only where it fails. */
function runIn(folder, command, ...args) {
  const path = `${join(ROOT, folder, "node_modules/.bin")}:${env.PATH}`;
  const ended = spawnSync(command, args, {
    cwd: join(ROOT, folder),
    env: { ...env, PATH: path },
    encoding: "utf8",
    maxBuffer: 64 << 20,
  });
  if (ended.status === 0) return true;
  process.stderr.write(`${ended.stdout ?? ""}${ended.stderr ?? ""}${ended.error?.message ?? ""}\n`);
  return false;
}

function nothing(why) {
  return { ok: true, looked: `nothing: ${why}` };
}

function count(files) {
  if (!files) return "all files";
  return files.length === 1 ? "1 file" : `${files.length} files`;
}

/** What a merge leaves behind where nobody looked. */
function findsNoConflictMarks() {
  const found = spawnSync("git", ["grep", "-nE", "^(<{7}|>{7}) "], { cwd: ROOT, encoding: "utf8" });
  if (found.status !== 0) return true;
  console.error(`Conflict marks are left, resolve them:\n${found.stdout}`);
  return false;
}
