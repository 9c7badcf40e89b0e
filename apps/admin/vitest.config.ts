import { defineConfig } from "vitest/config";
import { siteProjects } from "../../packages/site/test/browser/projects.ts";

export default defineConfig({ test: { projects: siteProjects() } });
