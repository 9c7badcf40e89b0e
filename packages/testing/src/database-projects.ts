import { fileURLToPath } from "node:url";
import type { TestProjectConfiguration } from "vitest/config";

const setup = (name: string) => fileURLToPath(new URL(`./setup-${name}.ts`, import.meta.url));

/** What PGlite cannot show: lost connections, logins, proxies. */
const NEEDS_SERVER = "**/*.server.test.ts";

/**
 * The projects of a package whose suites stand on a database: the same files on PGlite and, where
 * ASSAY_TEST_POSTGRES_URL names a server, on PostgreSQL by either driver; files named `*.server.test.ts` on servers
 * alone. With ASSAY_REQUIRE_ALL=1 a missing server is an error.
 */
export function databaseProjects(options: {
  include: string[];
  exclude?: string[];
  testTimeout?: number;
}): TestProjectConfiguration[] {
  const project = (name: string, exclude: string[] = options.exclude ?? []): TestProjectConfiguration => ({
    test: {
      name,
      include: options.include,
      exclude,
      testTimeout: options.testTimeout ?? 30_000,
      hookTimeout: 60_000,
      globalSetup: setup(name),
    },
  });
  const embedded = project("pglite", [...(options.exclude ?? []), NEEDS_SERVER]);
  if (process.env.ASSAY_TEST_POSTGRES_URL) return [embedded, project("postgres"), project("neon")];
  if (process.env.ASSAY_REQUIRE_ALL === "1")
    throw new Error("Cannot leave out the PostgreSQL suite: set ASSAY_TEST_POSTGRES_URL to a superuser's address");
  return [embedded];
}
