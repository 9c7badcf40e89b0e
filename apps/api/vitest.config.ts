import { databaseProjects, SHARED_WORKERS } from "@assay/testing/database-projects";
import { defineConfig } from "vitest/config";

// One driver will do: the queries are those of the other suites.
const queue = databaseProjects({ include: ["test/queue/**/*.test.ts"], testTimeout: 60_000 }).find(
  ({ test }, _, all) => test?.name === "postgres" || all.length === 1,
)!;

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
      ...databaseProjects({ include: ["test/http/**/*.test.ts"] }),
      { test: { ...queue.test, name: "queue" } },
      {
        test: {
          name: "process",
          include: ["test/process/**/*.test.ts"],
          globalSetup: "test/support/setup-process.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // One after the other and after the rest: they measure memory and times of whole processes.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
