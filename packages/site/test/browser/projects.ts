import { existsSync } from "node:fs";
import { FIRST_LOOK, PATIENCE } from "@assay/testing/test-form";
import type { TestProjectConfiguration } from "vitest/config";
import { CHROMIUM } from "./chromium.ts";

/** Pure: a worker for each file would take longer to start than what is tested. */
const unit: TestProjectConfiguration = {
  test: { name: "unit", include: ["test/unit/**/*.test.{ts,tsx}"], ...PATIENCE, isolate: false },
};

const browser = {
  test: {
    name: "browser",
    include: ["test/browser/**/*.test.ts"],
    globalSetup: new URL("setup.ts", import.meta.url).pathname,
    ...PATIENCE,
    // Files of a worker share its browser.
    isolate: false,
    // Each file runs a service and a browser: two at a time is what a small machine can take.
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
  },
} satisfies TestProjectConfiguration;

/** Of pages that need nothing but their host. */
const built: TestProjectConfiguration = { test: { name: "built", include: ["test/built/**/*.test.ts"], ...PATIENCE } };
const pagesBrowser = {
  test: {
    name: "browser",
    include: browser.test.include,
    ...PATIENCE,
    maxWorkers: 2,
    sequence: browser.test.sequence,
  },
} satisfies TestProjectConfiguration;

/** The suites of a site before the service. */
export function siteProjects(): TestProjectConfiguration[] {
  return withBrowser(unit, browser);
}

/** The suites of a site that is pages alone. */
export function pageProjects(): TestProjectConfiguration[] {
  return withBrowser(built, pagesBrowser);
}

/** A journey leads through many views. */
const WALK_TIMEOUT_MS = 600_000;

/** The suites of what both sites share, and the walk through them. */
export function walkProjects(): TestProjectConfiguration[] {
  const pure = { test: { name: "unit", env: { BASE_URL: "/cm" }, include: ["test/*.test.ts"], ...PATIENCE } };
  const walk = { ...browser.test, name: "walk", include: ["test/walk/**/*.test.ts"], testTimeout: WALK_TIMEOUT_MS };
  return withBrowser(pure, { test: walk });
}

function withBrowser(
  always: TestProjectConfiguration,
  inBrowser: { readonly test: (typeof browser)["test"] | (typeof pagesBrowser)["test"] },
): TestProjectConfiguration[] {
  if (FIRST_LOOK) return [always];
  // For looking at, by `npm run screenshots`; not a suite.
  const screenshots = { ...inBrowser.test, name: "screenshots", include: ["test/screenshots/**/*.test.ts"] };
  if (existsSync(CHROMIUM)) return [always, inBrowser, { test: screenshots }];
  if (process.env.ASSAY_REQUIRE_ALL === "1")
    throw new Error(
      `Cannot leave out the browser suites: install Chromium or set ASSAY_TEST_CHROMIUM (now '${CHROMIUM}')`,
    );
  return [always];
}
