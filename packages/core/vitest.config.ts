import { databaseProjects } from "@assay/testing/database-projects";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "pure", include: ["test/**/*.test.ts"], exclude: ["test/database/**"] } },
      ...databaseProjects({ include: ["test/database/**/*.test.ts"] }),
    ],
  },
});
