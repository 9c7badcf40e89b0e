import { PATIENCE } from "@assay/testing/test-form";
import { defineConfig } from "vitest/config";

/** `npm run test:s3`: on a server of anyone who runs it. */
export default defineConfig({ test: { include: ["test/s3/own-server.suite.ts"], ...PATIENCE } });
