import { defineConfig } from "vitest/config";
import { pageProjects } from "../../packages/site/test/browser/projects.ts";

export default defineConfig({ test: { projects: pageProjects() } });
