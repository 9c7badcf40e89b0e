import { fileURLToPath } from "node:url";
import type { TestProjectConfiguration } from "vitest/config";
import { FIRST_LOOK } from "./test-form.ts";

const setup = (name: string) => fileURLToPath(new URL(`./setup-${name}.ts`, import.meta.url));

/** Each suite also fails by a statement of the service that names no tenant. */
const JUDGE = fileURLToPath(new URL("./judge-statements.ts", import.meta.url));

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
 * The projects of a package whose suites stand on a database: the same files on PGlite and, where
 * ASSAY_TEST_POSTGRES_URL names a server, on PostgreSQL by either driver; files named `*.server.test.ts` on servers
 * alone, and those named `*.pg.server.test.ts` by one driver. With ASSAY_REQUIRE_ALL=1 a missing server is an error; a first look needs none.
 */
export function databaseProjects(options: {
  include: string[];
  exclude?: string[];
  /** Slow ones whose statements other suites try by each driver: where there is a server, they run by one. */
  byOneDriver?: string[];
  testTimeout?: number;
}): TestProjectConfiguration[] {
  const { exclude: never = [], byOneDriver = [] } = options;
  const project = (name: string, exclude: string[] = []): TestProjectConfiguration => ({
    test: {
      name,
      include: options.include,
      exclude: [...never, ...exclude],
      testTimeout: options.testTimeout ?? 60_000,
      hookTimeout: 120_000,
      globalSetup: setup(name),
      setupFiles: JUDGE,
      ...SHARED_WORKERS,
    },
  });
  const embedded = project("pglite", [NEEDS_SERVER]);
  if (FIRST_LOOK) return [embedded];
  if (process.env.ASSAY_TEST_POSTGRES_URL)
    return [
      project("pglite", [NEEDS_SERVER, ...byOneDriver]),
      project("postgres"),
      project("neon", [OF_THE_SERVER, ...byOneDriver]),
    ];
  if (process.env.ASSAY_REQUIRE_ALL === "1")
    throw new Error("Cannot leave out the PostgreSQL suite: set ASSAY_TEST_POSTGRES_URL to a superuser's address");
  return [embedded];
}
