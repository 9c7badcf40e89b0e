// Which files a check has to look at: those that differ from the main branch, committed or not.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./toolchain.mjs";

/** The branches that a change is compared with; the first that exists counts. */
const MAIN = ["origin/main", "main"];

/** Files whose change concerns every other file. */
const CONCERNS_ALL = /^(biome\.json|\.oxlintrc\.json|tsconfig\.[\w.]+json|package\.json)$/;

/** Returns the changed files that still exist, relative to the root, or `{ all }`: why every file has to be looked at. */
export function findChangedFiles() {
  const base = findBase();
  if (!base) return { all: `no ${MAIN.join(" or ")} to compare with` };
  const names = [
    ...git("diff", "--name-only", "-z", "--no-renames", base.commit).split("\0"),
    ...git("ls-files", "--others", "--exclude-standard", "-z").split("\0"),
  ].filter(Boolean);
  if (names.length === 0) return { all: `nothing differs from ${base.name}` };
  const concernsAll = names.find((name) => CONCERNS_ALL.test(name));
  if (concernsAll) return { all: `${concernsAll} differs from ${base.name}` };
  const files = names.filter((name) => existsSync(join(ROOT, name)));
  return { files, names, since: `${base.name} (${base.commit.slice(0, 7)})` };
}

function findBase() {
  for (const name of MAIN) {
    const commit = git("merge-base", "HEAD", name)?.trim();
    if (commit) return { name, commit };
  }
  return undefined;
}

/** Returns undefined where there is no git, no repository or no such commit. */
function git(...args) {
  const run = spawnSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 << 20 });
  return run.status === 0 ? run.stdout : undefined;
}
