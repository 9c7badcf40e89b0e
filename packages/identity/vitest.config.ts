import { leftOut, PATIENCE } from "@assay/testing/test-form";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["test/**/*.test.ts"], exclude: leftOut("packages/identity"), ...PATIENCE },
});
