// A child of `npm run mutate`: tries mutants one after the other with the suites of their folder, in one vitest that has
// its databases already. Reads a list of mutants, writes a line of JSON for each that it has tried, and after each suite.
import { readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import { createVitest } from "vitest/node";
import { ROOT } from "../toolchain.mjs";

const { home, suites, mutants } = JSON.parse(process.env.ASSAY_MUTANTS);
const root = join(ROOT, home);
let current;

/** What vitest reads in place of a file: nothing on the disk changes. */
const plugin = {
  name: "assay-mutant",
  enforce: "pre",
  load(id) {
    const [path] = id.split("?");
    if (!current || path !== current.path) return undefined;
    const source = readFileSync(path, "utf8");
    return source.slice(0, current.start) + current.text + source.slice(current.end);
  },
};

const { default: config } = await import(pathToFileURL(join(root, "vitest.config.ts")).href);
// A cache of files knows nothing of the mutant.
const uncached = { fsModuleCache: false };
const projects = config.test.projects
  ?.filter(isWanted)
  .map(({ test }) => ({ plugins: [plugin], test: { ...test, ...uncached } }));
const vitest = await createVitest(
  { root, config: false, watch: false, bail: 1, silent: true, reporters: [{}], ...uncached },
  { plugins: [plugin], test: { ...config.test, ...uncached, ...(projects && { projects }) } },
);
const all = await vitest.globTestSpecifications();
const ordered = suites.flatMap((suite) => {
  const path = isAbsolute(suite) ? suite : join(root, suite);
  return all.filter(({ moduleId }) => (suite.endsWith("/") ? moduleId.startsWith(path) : moduleId === path));
});
if (ordered.length === 0) throw new Error(`Cannot try mutants: no suite is one of ${suites.join(", ")}`);

/** Source → the suite that noticed its last mutant: most likely it notices the next one, too. */
const noticedBefore = new Map();
let last;
const print = (line) => process.stdout.write(`\n@${JSON.stringify(line)}\n`);
const clean = await run();
if (clean) {
  print({ error: `A suite fails without a mutant: ${clean}` });
  process.exit(1);
}
for (const { id, file, ...mutant } of mutants) {
  print({ begun: id });
  const path = join(ROOT, file);
  current = { ...mutant, path };
  vitest.invalidateFile(path);
  const killedBy = await run(noticedBefore.get(file));
  current = undefined;
  vitest.invalidateFile(path);
  if (killedBy) noticedBefore.set(file, last);
  print({ id, killedBy });
}
process.exit(0);

function isWanted({ test }) {
  const database = process.env.ASSAY_TEST_POSTGRES_URL ? "postgres" : "pglite";
  return test.name === "pure" || test.name === database;
}

/** The test that fails, or null. `first` is tried before the other suites. */
async function run(first) {
  for (const specification of first ? [first, ...ordered.filter((each) => each !== first)] : ordered) {
    last = specification;
    vitest.state.filesMap.clear();
    vitest.state.clearErrors();
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
    print({ ran: specification.moduleId });
    for (const module of testModules) {
      const failed = [...module.children.allTests("failed")][0];
      if (failed) return failed.fullName;
      if (!module.ok() || module.errors().length > 0)
        return `${module.relativeModuleId}: ${module.errors()[0]?.message}`;
    }
    if (unhandledErrors.length > 0) return `outside of any test: ${unhandledErrors[0].message ?? unhandledErrors[0]}`;
  }
  return null;
}
