import { leftOut } from "@assay/testing/test-form";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["test/**/*.test.ts"], exclude: leftOut("packages/models"), testTimeout: 60_000 },
});
