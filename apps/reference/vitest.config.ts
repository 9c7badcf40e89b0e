import { existsSync } from "node:fs";
import { FIRST_LOOK } from "@assay/testing/test-form";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { CHROMIUM } from "../../packages/site/test/browser/chromium.ts";

const built: TestProjectConfiguration = { test: { name: "built", include: ["test/built/**/*.test.ts"] } };
const browser = {
  test: { name: "browser", include: ["test/browser/**/*.test.ts"], testTimeout: 60_000, retry: process.env.CI ? 1 : 0 },
} satisfies TestProjectConfiguration;
/** For looking at, by `npm run screenshots`; not a suite. */
const screenshots: TestProjectConfiguration = {
  test: { ...browser.test, name: "screenshots", include: ["test/screenshots/**/*.test.ts"] },
};

export default defineConfig({
  test: { projects: FIRST_LOOK || !existsSync(CHROMIUM) ? [built] : [built, browser, screenshots] },
});
