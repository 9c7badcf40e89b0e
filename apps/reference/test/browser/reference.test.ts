import { afterAll, beforeAll, expect, test } from "vitest";
import type { PagesTest } from "../../../../packages/site/test/browser/open-pages.ts";
import { openReference } from "../support/open-reference.ts";

const START = '.opblock:has(a[href="#/runs/runs.start"])';

let reference: PagesTest;
beforeAll(async () => {
  reference = await openReference();
});
afterAll(() => reference.close());

test("an operation is shown with its parameters, replies and errors, within the policy and from this host alone", async () => {
  const page = await reference.page();
  // The list draws what is near the visible area alone; a link leads to the operation and opens it.
  const answer = await page.goto("/api/docs#/runs/runs.start");
  expect(answer?.headers()["content-security-policy"]).toContain("default-src 'none'");
  const operation = page.locator(START);
  await operation.getByText("RUN_ALREADY_IN_PROGRESS, INVALID_STATE").waitFor();
  await operation.getByText("Idempotency-Key", { exact: true }).first().waitFor();
});

test.each([
  { colorScheme: "dark", background: "rgb(28, 32, 34)" },
  { colorScheme: "light", background: "rgba(0, 0, 0, 0)" },
] as const)("the page follows the system into $colorScheme", async ({ colorScheme, background }) => {
  const page = await reference.page({ colorScheme });
  await page.goto("/api/docs");
  await page.getByRole("heading", { name: /Assay API/ }).waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(background);
});

test("a phone needs no sideways scroll", async () => {
  const page = await reference.page({ viewport: { width: 360, height: 740 } });
  await page.goto("/api/docs#/runs/runs.start");
  await page.getByText("RUN_ALREADY_IN_PROGRESS, INVALID_STATE").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
