import { defineConfig } from "vitest/config";
import { PATIENCE } from "../testing/src/test-form.ts";

export default defineConfig({ test: { include: ["test/**/*.test.ts"], isolate: false, ...PATIENCE } });
