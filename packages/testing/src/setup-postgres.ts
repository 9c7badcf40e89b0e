import type { TestProject } from "vitest/node";
import { provideServerTemplate } from "./database-template.ts";

export default (project: TestProject) => provideServerTemplate(project, "pg", process.env.ASSAY_TEST_POSTGRES_URL!);
