import { databaseProjects, SHARED_WORKERS } from "@assay/testing/database-projects";
import { FIRST_LOOK, leftOut, PATIENCE } from "@assay/testing/test-form";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/**
 * On PostgreSQL where there is one, else on PGlite. One database will do: the queries are tried on all drivers in
 * `packages/core`, the whole service on PGlite by the process suites and through Neon's driver by those of the runtimes.
 */
function onOneDatabase(name: string, include: string[], exclude: string[] = []): TestProjectInlineConfiguration {
  const without = [...leftOut("apps/api"), ...exclude];
  const projects = databaseProjects({ include, exclude: without });
  const chosen = projects.find(({ test }) => test?.name === "postgres") ?? projects[0]!;
  return { test: { ...chosen.test, name } };
}

const PROGRAMS = "test/support/setup-programs.ts";

const ON_SERVER = Boolean(process.env.ASSAY_TEST_POSTGRES_URL) && !FIRST_LOOK;

/** Requests at the same moment, which meet on a server and wait for each other on PGlite: tried on both. */
const RACES = [
  "admin-tenants",
  "audit",
  "idempotency",
  "links",
  "operations",
  "packs",
  "role-matrix",
  "run-models",
  "sign-offs",
  "upload-limits",
].map((suite) => `test/http/${suite}.test.ts`);

const http = documented(onOneDatabase("http", ["test/http/**/*.test.ts"], ON_SERVER ? RACES : []));
const races = ON_SERVER ? [documented(onOneDatabase("races", RACES))] : [];

/** Each reply is held to the API document. */
function documented({ test }: TestProjectInlineConfiguration): TestProjectInlineConfiguration {
  return { test: { ...test, setupFiles: [test?.setupFiles ?? [], "test/support/setup-http.ts"].flat() } };
}
/** Dispatches race each other too: tried on both. */
const queue = onOneDatabase(ON_SERVER ? "queue-on-server" : "queue", ["test/queue/**/*.test.ts"]);
/** Whole processes that are killed, on a server of PostgreSQL. */
const faults = ON_SERVER ? [inGroup(1, startingPrograms(onOneDatabase("faults", ["test/faults/**/*.test.ts"])))] : [];

/** With the programs that it starts. */
function startingPrograms(project: TestProjectInlineConfiguration): TestProjectInlineConfiguration {
  return { test: { ...project.test, globalSetup: [project.test?.globalSetup ?? [], PROGRAMS].flat() } };
}

function inGroup(groupOrder: number, { test }: TestProjectInlineConfiguration): TestProjectInlineConfiguration {
  return { test: { ...test, sequence: { groupOrder } } };
}

/** After the rest: next to it, they and their helpers are too much for small machines. */
const runtimes = ON_SERVER
  ? [inGroup(3, startingPrograms(onOneDatabase("runtimes", ["test/runtimes/**/*.test.ts"])))]
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
      ...PATIENCE,
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
          ...PATIENCE,
          ...SHARED_WORKERS,
        },
      },
      http,
      ...races,
      queue,
      ...faults,
      // By `npm run upgrade:dump` alone.
      ...(process.env.ASSAY_WRITE_DUMP ? [onOneDatabase("dump", "test/upgrade/make-dump.test.ts")] : []),
      // By `npm run chaos` alone.
      ...(process.env.ASSAY_CHAOS ? [startingPrograms(onOneDatabase("chaos", ["test/chaos/**/*.test.ts"]))] : []),
      ...runtimes,
      ...ofProcesses,
    ],
  },
});
