import { databaseProjects } from "@assay/testing/database-projects";
import { defineConfig } from "vitest/config";

export default defineConfig({ test: { projects: databaseProjects({ include: ["test/**/*.test.ts"] }) } });
