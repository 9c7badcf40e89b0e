import { databaseProjects, SHARED_WORKERS } from "@assay/testing/database-projects";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

// One driver will do: the queries are those of the other suites.
const queue = databaseProjects({ include: ["test/queue/**/*.test.ts"], testTimeout: 120_000 }).find(
  ({ test }, _, all) => test?.name === "postgres" || all.length === 1,
)!;

/** Each runtime by itself: three of them and their helpers are too much for small machines. */
const runtimes: TestProjectInlineConfiguration[] = process.env.ASSAY_TEST_POSTGRES_URL
  ? [
      {
        test: {
          ...queue.test,
          name: "runtimes",
          include: ["test/runtimes/**/*.test.ts"],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ]
  : [];

/** They measure the memory and the answers of whole processes: one after the other and after the rest. */
const MEASURING = ["test/process/memory.test.ts", "test/process/public-files.test.ts"];

function processes(name: string, options: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: ["test/process/**/*.test.ts"],
      globalSetup: "test/support/setup-process.ts",
      testTimeout: 120_000,
      hookTimeout: 120_000,
      ...options,
    },
  };
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "pure",
          include: ["test/{demo,config,upload}/**/*.test.ts"],
          testTimeout: 30_000,
          ...SHARED_WORKERS,
        },
      },
      // Neon's driver has its queries tried in `packages/core`, and the API on it in the runtimes' suite.
      ...databaseProjects({ include: ["test/http/**/*.test.ts"], servers: ["postgres"] }),
      { test: { ...queue.test, name: "queue" } },
      ...runtimes,
      processes("process", { exclude: MEASURING, maxWorkers: "100%", sequence: { groupOrder: 1 } }),
      processes("measured", { include: MEASURING, fileParallelism: false, sequence: { groupOrder: 2 } }),
    ],
  },
});
