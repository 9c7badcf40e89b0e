import { fileURLToPath } from "node:url";
import { databaseProjects, SHARED_WORKERS } from "@assay/testing/database-projects";
import { FIRST_LOOK, leftOut, PATIENCE } from "@assay/testing/test-form";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";

/**
 * What the system's roles send, how rows, vectors and errors come back, and locks between connections. `acts` tries the
 * statements of each act; of the other suites one driver shows what they guarantee.
 */
const BY_EACH_DRIVER = [
  "acts",
  "checkpoints",
  "documents",
  "erasure",
  "export-spans",
  "identity-state",
  "immutability",
  "isolation",
  "jobs",
  "leases",
  "logins",
  "outbox",
  "persons",
  "provision-tenant",
  "search-chunks",
  "stored-files",
  "sweep",
  "watched-statements",
].map((suite) => `test/database/${suite}.test.ts`);

/** One act after the other on one connection, so that it is the same on PGlite: `acts` tries their statements on both. */
const ONE_AFTER_THE_OTHER = [
  "archives",
  "checkpoint-mails",
  "connections",
  "corpus",
  "document-filters",
  "document-summary",
  "evidence-from-images",
  "golden-cases",
  "hostile-documents",
  "invitations",
  "lexicon",
  "meaning",
  "model-abilities",
  "move-files",
  "originals",
  "overview",
  "packs-in-runs",
  "preview-thresholds",
  "promote-version",
  "recognition",
  "retired",
  "review-counts",
  "run-lists",
  "run-report",
  "sealed-manifests",
  "sealed-members",
  "search-evidence",
  "signers-apart",
  "snapshot",
  "support-guard",
  "tasks",
  "tenant-events",
  "webhook-changes",
].map((suite) => `test/database/${suite}.test.ts`);

/** Suites of `postgres` that do not run again where `pglite` has passed them on the same files. */
export const SHOWN_BY = { postgres: { project: "pglite", suites: ONE_AFTER_THE_OTHER } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "pure",
          include: ["test/**/*.test.ts"],
          exclude: ["test/{database,pooler}/**", ...leftOut("packages/core")],
          ...PATIENCE,
          ...SHARED_WORKERS,
        },
      },
      ...databaseProjects({
        include: ["test/database/**/*.test.ts"],
        exclude: leftOut("packages/core"),
        byEachDriver: BY_EACH_DRIVER,
      }),
      ...poolerProject(),
    ],
  },
});

/** Behind PgBouncer, where ASSAY_TEST_PGBOUNCER_URL names one in front of the server of ASSAY_TEST_POSTGRES_URL. */
function poolerProject(): TestProjectConfiguration[] {
  if (FIRST_LOOK) return [];
  const { ASSAY_TEST_POSTGRES_URL: server, ASSAY_TEST_PGBOUNCER_URL: pooler, ASSAY_REQUIRE_ALL } = process.env;
  if (!(server && pooler)) {
    if (ASSAY_REQUIRE_ALL !== "1") return [];
    throw new Error("Cannot leave out the pooler suite: set ASSAY_TEST_PGBOUNCER_URL to the address of a PgBouncer");
  }
  const globalSetup = fileURLToPath(import.meta.resolve("@assay/testing/setup-postgres"));
  return [
    {
      test: {
        name: "pooler",
        include: ["test/pooler/**/*.test.ts"],
        ...PATIENCE,
        globalSetup,
        ...SHARED_WORKERS,
      },
    },
  ];
}
