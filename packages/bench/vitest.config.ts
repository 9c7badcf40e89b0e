import { PATIENCE } from "@assay/testing/test-form";
import { defineConfig } from "vitest/config";

// One measure at a time: a second one would be measured with it.
export default defineConfig({ test: { fileParallelism: false, ...PATIENCE } });
