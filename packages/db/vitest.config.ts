import { databaseProjects } from "@assay/testing/database-projects";
import { PATIENCE } from "@assay/testing/test-form";
import { defineConfig } from "vitest/config";

const NEEDS_SERVER = "test/*.server.test.ts";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "pure", include: ["test/*.test.ts"], exclude: [NEEDS_SERVER], ...PATIENCE } },
      ...databaseProjects({ include: [NEEDS_SERVER] }).filter(({ test }) => test?.name !== "pglite"),
    ],
  },
});
