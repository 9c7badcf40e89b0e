import { fileURLToPath } from "node:url";
import type { TestProjectConfiguration } from "vitest/config";
import { FIRST_LOOK, PATIENCE } from "./test-form.ts";

const setup = (name: string) => fileURLToPath(new URL(`./setup-${name}.ts`, import.meta.url));

/** Each suite also fails by a statement of the service that names no tenant. */
const JUDGE = fileURLToPath(new URL("./evaluate-statements.ts", import.meta.url));

/** What PGlite cannot show: lost connections, logins, proxies. */
const NEEDS_SERVER = "**/*.server.test.ts";
/** What is the same by either driver, as the server alone decides it. */
const OF_THE_SERVER = "**/*.pg.server.test.ts";

/**
 * A worker on each core, kept for file after file: to load and optimize PGlite's program again for each takes longer than
 * most suites. What is tested keeps no state of its own.
 */
export const SHARED_WORKERS = { maxWorkers: "100%", isolate: false } as const;

/**
 * The projects of a package whose suites stand on a database: each file on PGlite or, where ASSAY_TEST_POSTGRES_URL names
 * a server, on PostgreSQL; `byEachDriver` on both, and through Neon's driver; files named `*.server.test.ts` on the server
 * through both drivers, and those named `*.pg.server.test.ts` through one. With ASSAY_REQUIRE_ALL=1 a missing server is an
 * error; a first look needs none.
 */
export function databaseProjects(options: {
  include: string[];
  exclude?: string[];
  /** What is sent differently, or answered differently, by each driver: of the others one shows what they guarantee. */
  byEachDriver?: string[];
}): TestProjectConfiguration[] {
  const { exclude = [], byEachDriver = [] } = options;
  const project = (name: string, include: string[], without: string[] = []): TestProjectConfiguration => ({
    test: {
      name,
      include,
      exclude: [...exclude, ...without],
      ...PATIENCE,
      globalSetup: setup(name),
      setupFiles: JUDGE,
      ...SHARED_WORKERS,
    },
  });
  const embedded = project("pglite", options.include, [NEEDS_SERVER]);
  if (FIRST_LOOK) return [embedded];
  if (process.env.ASSAY_TEST_POSTGRES_URL)
    return [
      project("postgres", options.include),
      ...(byEachDriver.length > 0 ? [project("pglite", byEachDriver)] : []),
      project("neon", [...byEachDriver, ...onServers(options.include)], [OF_THE_SERVER]),
    ];
  if (process.env.ASSAY_REQUIRE_ALL === "1")
    throw new Error("Cannot leave out the PostgreSQL suite: set ASSAY_TEST_POSTGRES_URL to a superuser's address");
  return [embedded];
}

function onServers(include: string[]): string[] {
  return include.map((pattern) => pattern.replace(/(\.server)?\.test\.ts$/, ".server.test.ts"));
}
