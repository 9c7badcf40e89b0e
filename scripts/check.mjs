// Format, lint, types and import arrows: seconds, without a database.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { checkImports } from "./check-imports.mjs";
import { ROOT } from "./toolchain.mjs";

const env = { ...process.env, PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}` };
const run = (command, ...args) => spawnSync(command, args, { cwd: ROOT, env, stdio: "inherit" }).status === 0;

/** What a merge leaves behind where nobody looked. */
function findsNoConflictMarks() {
  const found = spawnSync("git", ["grep", "-nE", "^(<{7}|>{7}) "], { cwd: ROOT, encoding: "utf8" });
  if (found.status !== 0) return true;
  console.error(`Conflict marks are left, resolve them:\n${found.stdout}`);
  return false;
}

const results = [
  run("biome", "check", "."),
  run("oxlint", "--type-aware", "--deny-warnings", "apps", "packages"),
  run("turbo", "run", "typecheck", "--output-logs=errors-only"),
  checkImports(),
  findsNoConflictMarks(),
];
process.exit(results.every(Boolean) ? 0 : 1);
