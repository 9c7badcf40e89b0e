// Builds what the suites need, then runs all of them as one run of vitest.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { withFolderInMemory } from "./folder-in-memory.mjs";
import { RESULTS } from "./report-suites.mjs";
import { ROOT } from "./toolchain.mjs";

/** Returns each suite's seconds, counts and failures, and what was thrown outside of tests. */
export function runSuites(env, { shard, packages } = {}) {
  if (packages?.length === 0) return { suites: [], thrown: [] };
  rmSync(RESULTS, { force: true });
  const all = { ...env, ...(packages && { ASSAY_TEST_PACKAGES: packages.join(",") }) };
  const run = (more, program, ...args) =>
    spawnSync(program, args, { cwd: ROOT, stdio: "inherit", env: { ...all, ...more } });
  const built = run({}, "turbo", "run", "build", "--output-logs=errors-only", "--log-order=grouped");
  if (built.status !== 0) return { suites: [], thrown: [{ where: "the build", message: "It failed: see above" }] };
  const reporters = ["--reporter=default", `--reporter=${join(ROOT, "scripts/report-suites.mjs")}`];
  const { status, signal } = withFolderInMemory(env, (folder) =>
    run(folder, "vitest", "run", ...reporters, ...(shard ? [`--shard=${shard}`] : [])),
  );
  if (!existsSync(RESULTS))
    return { suites: [], thrown: [{ where: "vitest", message: `It ended without a report (${signal ?? status})` }] };
  const report = JSON.parse(readFileSync(RESULTS, "utf8"));
  // vitest knows reasons to fail that no suite has, as a worker that does not end.
  const silent = status !== 0 && report.thrown.length === 0 && report.suites.every(({ ok }) => ok);
  if (silent) report.thrown.push({ where: "vitest", message: `It ended with ${signal ?? status}: see above` });
  return report;
}
