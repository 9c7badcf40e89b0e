// All suites of all packages as one run: `scripts/test.mjs` starts it. A package's own configuration, which this one reads,
// serves `npm test -- <package>`.
import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import { excludePassed, excludeShown } from "./scripts/passed-suites.mjs";
import { SuitesByTime } from "./scripts/suites-by-time.mjs";

const ROOT = import.meta.dirname;
const CORES = availableParallelism();
/** Only asked for by name. */
const NO_SUITES = new Set(["screenshots", "chaos"]);
/** Only what never ends runs into it: how slow a machine is decides no test. */
const TIMEOUT_MS = 600_000;
const only = process.env.ASSAY_TEST_PACKAGES?.split(",");

const projects = [];
// By their suites, so that one without a configuration is an error and not omitted.
for (const tests of globSync("{apps,packages,tools}/*/test", { cwd: ROOT }).toSorted()) {
  const folder = dirname(tests);
  if (only && !only.includes(folder)) continue;
  const { default: config, SHOWN_BY = {} } = await import(join(ROOT, folder, "vitest.config.ts"));
  for (const { test } of config.test.projects ?? [config])
    if (!NO_SUITES.has(test.name)) projects.push(inRun(folder, test, excludeShown(folder, SHOWN_BY[test.name])));
}

/** Groups run one after the other; each has one number of workers. */
function inRun(folder, test, shown) {
  const name = `${basename(folder)}:${test.name ?? "unit"}`;
  const alone = test.fileParallelism === false;
  const groupOrder = alone ? 2 : (test.sequence?.groupOrder ?? 0);
  return {
    root: join(ROOT, folder),
    test: {
      ...test,
      name,
      env: { ...test.env, ASSAY_TEST_HOME: join(ROOT, folder) },
      setupFiles: [join(ROOT, "scripts/work-in-package.mjs"), ...[test.setupFiles ?? []].flat()],
      exclude: [...(test.exclude ?? []), "**/node_modules/**", ...excludePassed(folder, name), ...shown],
      testTimeout: Math.max(test.testTimeout ?? 0, TIMEOUT_MS),
      hookTimeout: Math.max(test.hookTimeout ?? 0, TIMEOUT_MS),
      // One more than there are cores, where suites are what works: they wait for children, sockets and servers too.
      maxWorkers: alone ? 1 : groupOrder === 0 ? CORES + 1 : CORES,
      sequence: { groupOrder },
    },
  };
}

export default {
  root: ROOT,
  test: { projects, sequence: { sequencer: SuitesByTime }, passWithNoTests: true },
};
