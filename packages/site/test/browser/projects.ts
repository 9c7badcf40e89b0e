import { existsSync } from "node:fs";
import { FIRST_LOOK } from "@assay/testing/test-form";
import type { TestProjectConfiguration } from "vitest/config";
import { CHROMIUM } from "./chromium.ts";

const unit: TestProjectConfiguration = { test: { name: "unit", include: ["test/unit/**/*.test.{ts,tsx}"] } };

const browser = {
  test: {
    name: "browser",
    include: ["test/browser/**/*.test.ts"],
    globalSetup: new URL("setup.ts", import.meta.url).pathname,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A browser on a busy machine now and then misses a frame; what is wrong fails twice. The report says "retry".
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: 10_000 } },
    // Each file runs a service and a browser: two at a time is what a small machine can take.
    maxWorkers: 2,
  },
} satisfies TestProjectConfiguration;

/** For looking at, by `npm run screenshots`; not a suite. */
const screenshots: TestProjectConfiguration = {
  test: { ...browser.test, name: "screenshots", include: ["test/screenshots/**/*.test.ts"] },
};

/** The suites of a site. */
export function siteProjects(): TestProjectConfiguration[] {
  if (FIRST_LOOK) return [unit];
  if (existsSync(CHROMIUM)) return [unit, browser, screenshots];
  if (process.env.ASSAY_REQUIRE_ALL === "1")
    throw new Error(
      `Cannot leave out the browser suites: install Chromium or set ASSAY_TEST_CHROMIUM (now '${CHROMIUM}')`,
    );
  return [unit];
}
