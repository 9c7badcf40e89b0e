import { defineConfig } from "vitest/config";
import { walkProjects } from "./test/browser/projects.ts";

export default defineConfig({ test: { projects: walkProjects() } });
