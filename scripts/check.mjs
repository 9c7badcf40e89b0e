// `npm run check` looks at what differs from the main branch; `npm run check -- --all` looks at everything, as CI does.
// What needs the whole tree and takes little time (types, imports, unused parts, docs, words) is looked at as a whole in both,
// licences and the client's types where what they are made of differs.
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { findChangedFiles } from "./changed-files.mjs";
import { checkDocs } from "./check-docs.mjs";
import { checkImports } from "./check-imports.mjs";
import { checkLicences } from "./check-licences.mjs";
import { checkNearEqual } from "./check-near-equal.mjs";
import { checkPackages } from "./check-packages.mjs";
import { checkSkeletons } from "./check-skeletons.mjs";
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
  "format, lint": async ({ files }) => {
    const those = files?.filter((file) => !file.endsWith(".md"));
    if (those?.length === 0) return nothing("no such file differs");
    return { ok: await run("biome", "check", "--no-errors-on-unmatched", ...(those ?? ["."])), looked: count(those) };
  },
  "lint by types": async ({ files }) => {
    const those = files?.filter((file) => /^(apps|packages|tools)\/.*\.(ts|tsx|mjs)$/.test(file));
    if (those?.length === 0) return nothing("no source differs");
    const ok = await run("oxlint", "--type-aware", "--deny-warnings", ...(those ?? ["apps", "packages", "tools"]));
    return { ok, looked: those ? `${count(those)}; those that use them are left to --all` : "all files" };
  },
  types: async ({ names }) => {
    if (!concerns(names, /\.(tsx?|json|astro)$/)) return nothing("no source differs");
    mkdirSync(join(ROOT, "node_modules/.cache/check"), { recursive: true });
    const ok = await all(["tsconfig.services.json", "tsconfig.sites.json"], (config) => run("tsc", "-p", config));
    return { ok, looked: "all packages, from what the last check found" };
  },
  "types of pages": async ({ files, names }) => {
    const ofSites = (file) => file.endsWith(".astro") || file.endsWith("astro.config.mjs");
    if (files && !names.some(ofSites)) return nothing("no .astro file differs");
    const ok = await all(SITES, (site) => runIn(site, "pnpm", "run", "typecheck"));
    return { ok, looked: SITES.join(", ") };
  },
  "types of the client": async ({ names }) => {
    if (!concerns(names, /^packages\/(client|contract)\//)) return nothing("neither client nor contract differs");
    const ok = await run("node", "packages/client/build/generate-types.ts", "--check");
    return { ok, looked: "packages/client against the contract" };
  },
  "imports, cycles": () => ({ ok: checkImports(), looked: "all packages" }),
  "unused parts": async ({ files }) => {
    const ok = await run("knip", "--no-progress", "--no-config-hints", ...(files ? ["--cache"] : []));
    return { ok, looked: "files, exports and dependencies of all packages" };
  },
  licences: ({ names }) => {
    const ofPackages = /(^|\/)(package\.json|pnpm-[\w-]+\.yaml)$|^scripts\/.*(licence|list-packages|notice)/;
    return concerns(names, ofPackages) ? checkLicences() : nothing("no package differs");
  },
  "near-equal functions": ({ files }) => (files ? nothing("left to --all") : checkNearEqual()),
  packages: () => checkPackages(),
  documents: () => checkDocs(),
  skeletons: () => checkSkeletons(),
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
  const { ok, looked } = await check(look);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (!ok) failed += 1;
  console.log(`${ok ? "ok  " : "FAIL"}  ${name.padEnd(20)}  ${seconds.padStart(5)} s  ${looked}`);
}
process.exit(failed === 0 ? 0 : 1);

function run(command, ...args) {
  return runIn(".", command, ...args);
}

/** Prints what the command says only where it fails. */
async function runIn(folder, command, ...args) {
  const path = `${join(ROOT, folder, "node_modules/.bin")}:${env.PATH}`;
  const options = { cwd: join(ROOT, folder), env: { ...env, PATH: path }, maxBuffer: 64 << 20 };
  try {
    await promisify(execFile)(command, args, options);
    return true;
  } catch ({ stdout, stderr, message }) {
    process.stderr.write(`${stdout ?? ""}${stderr ?? ""}${message}\n`);
    return false;
  }
}

/** At the same time: each uses one core for most of its time. */
async function all(those, runOne) {
  return (await Promise.all(those.map(runOne))).every(Boolean);
}

/** Where nothing was compared, everything is concerned. */
function concerns(names, pattern) {
  return !names || names.some((name) => pattern.test(name));
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
