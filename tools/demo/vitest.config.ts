import { defineConfig } from "vitest/config";
import { PATIENCE } from "../../packages/testing/src/test-form.ts";

export default defineConfig({ test: { include: ["test/**/*.test.ts"], ...PATIENCE } });
