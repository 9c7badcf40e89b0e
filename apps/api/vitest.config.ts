import { databaseProjects, SHARED_WORKERS } from "@assay/testing/database-projects";
import { FIRST_LOOK, leftOut } from "@assay/testing/test-form";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/**
 * On PostgreSQL where there is one, else on PGlite. One database will do: the queries are tried on all drivers in
 * `packages/core`, the whole service on PGlite by the process suites and through Neon's driver by those of the runtimes.
 */
function onOneDatabase(name: string, include: string): TestProjectInlineConfiguration {
  const projects = databaseProjects({ include: [include], exclude: leftOut("apps/api"), testTimeout: 120_000 });
  const chosen = projects.find(({ test }) => test?.name === "postgres") ?? projects[0]!;
  return { test: { ...chosen.test, name } };
}

const PROGRAMS = "test/support/setup-programs.ts";

const http = onOneDatabase("http", "test/http/**/*.test.ts");
/** Each reply is held to the API document. */
const documented: TestProjectInlineConfiguration = {
  test: { ...http.test, setupFiles: [http.test?.setupFiles ?? [], "test/support/setup-http.ts"].flat() },
};
const queue = onOneDatabase("queue", "test/queue/**/*.test.ts");
/** Whole processes that are killed, on a server of PostgreSQL. */
const faults: TestProjectInlineConfiguration[] = needsServer(
  startingPrograms(onOneDatabase("faults", "test/faults/**/*.test.ts")),
);

/** With the programs that it starts. */
function startingPrograms(project: TestProjectInlineConfiguration): TestProjectInlineConfiguration {
  return { test: { ...project.test, globalSetup: [project.test?.globalSetup ?? [], PROGRAMS].flat() } };
}

function needsServer(project: TestProjectInlineConfiguration): TestProjectInlineConfiguration[] {
  return process.env.ASSAY_TEST_POSTGRES_URL && !FIRST_LOOK ? [project] : [];
}

/** After the rest: beside it, they and their helpers are too much for small machines. */
const runtimes: TestProjectInlineConfiguration[] =
  process.env.ASSAY_TEST_POSTGRES_URL && !FIRST_LOOK
    ? [
        {
          test: {
            ...startingPrograms(queue).test,
            name: "runtimes",
            include: ["test/runtimes/**/*.test.ts"],
            sequence: { groupOrder: 3 },
          },
        },
      ]
    : [];

/** They measure the memory and the answers of whole processes: one after the other and after the rest. */
const MEASURING = ["test/process/memory.test.ts", "test/process/public-files.test.ts"];

/** They make servers of their own, where one is installed. */
const needingServer = process.env.ASSAY_TEST_POSTGRES_URL ? [] : ["**/*.server.test.ts"];

/** Whole processes that are started, killed and measured: minutes. */
const ofProcesses = FIRST_LOOK
  ? []
  : [
      processes("process", {
        exclude: [...MEASURING, ...needingServer],
        maxWorkers: "100%",
        sequence: { groupOrder: 1 },
      }),
      processes("measured", { include: MEASURING, fileParallelism: false, sequence: { groupOrder: 2 } }),
    ];

function processes(name: string, options: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: ["test/process/**/*.test.ts"],
      globalSetup: [PROGRAMS, "test/support/setup-process.ts"],
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
          include: ["test/{config,upload}/**/*.test.ts"],
          exclude: leftOut("apps/api"),
          testTimeout: 30_000,
          ...SHARED_WORKERS,
        },
      },
      documented,
      queue,
      ...faults,
      // By `npm run upgrade:dump` alone.
      ...(process.env.ASSAY_WRITE_DUMP ? [onOneDatabase("dump", "test/upgrade/make-dump.test.ts")] : []),
      // By `npm run chaos` alone.
      ...(process.env.ASSAY_CHAOS ? [startingPrograms(onOneDatabase("chaos", "test/chaos/**/*.test.ts"))] : []),
      ...runtimes,
      ...ofProcesses,
    ],
  },
});
