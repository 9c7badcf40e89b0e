import type { TestProject } from "vitest/node";
import { provideEmbeddedTemplate } from "./database-template.ts";

export default (project: TestProject) => provideEmbeddedTemplate(project);
