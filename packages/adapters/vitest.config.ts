import { leftOut } from "@assay/testing/test-form";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: leftOut("packages/adapters"),
    testTimeout: 30_000,
    maxWorkers: "100%",
  },
});
