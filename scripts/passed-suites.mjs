// What a first look has passed, so that the whole, on the same files, does not run it again.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ROOT } from "./toolchain.mjs";

const PASSED = join(ROOT, "test-results/first-look.json");
/** A suite that reads it does less in a first look. */
const FORM = /FIRST_LOOK|ASSAY_TEST_FORM/;

/** Keeps the suites that passed and left nothing out. Of a tree that no commit has, nothing is kept. */
export function keepPassed(suites) {
  const tree = treeOf();
  if (!tree) return;
  const passed = suites
    .filter(({ passed, failed, skipped, ok }) => ok && passed > 0 && failed === 0 && skipped === 0)
    .filter(({ file }) => !FORM.test(readFileSync(join(ROOT, file), "utf8")))
    .map(({ project, file }) => `${project} ${file}`);
  mkdirSync(dirname(PASSED), { recursive: true });
  writeFileSync(PASSED, JSON.stringify({ tree, passed }));
}

/** The suites that a first look of this tree has passed, as `project path`. */
export function readPassed() {
  if (!existsSync(PASSED)) return [];
  const { tree, passed } = JSON.parse(readFileSync(PASSED, "utf8"));
  return tree === treeOf() ? passed : [];
}

const passed = process.env.ASSAY_TEST_SKIP_PASSED === "1" ? readPassed() : [];

/** For vitest: what of this project has passed, relative to its folder. */
export function excludePassed(folder, project) {
  const start = `${project} ${folder}/`;
  return passed.filter((suite) => suite.startsWith(start)).map((suite) => suite.slice(start.length));
}

/** What another project of the folder has passed, and by that shows for this one. */
export function excludeShown(folder, by) {
  return by
    ? excludePassed(folder, `${basename(folder)}:${by.project}`).filter((suite) => by.suites.includes(suite))
    : [];
}

/** The tree of the commit, where no file differs from it. */
function treeOf() {
  const git = (...args) => spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  const status = git("status", "--porcelain");
  if (status.status !== 0 || status.stdout !== "") return undefined;
  return git("rev-parse", "HEAD^{tree}").stdout.trim();
}
