import { afterAll, beforeAll, expect, test } from "vitest";
import type { PagesTest } from "../../../../packages/site/test/browser/open-pages.ts";
import { openReference } from "../support/open-reference.ts";

const START = '.opblock:has(a[href="#/runs/runs.start"])';

let reference: PagesTest;
beforeAll(async () => {
  reference = await openReference();
});
afterAll(() => reference.close());

test("an operation is shown with its parameters, replies and errors, within the policy, from this host alone, and on a phone", async () => {
  const page = await reference.page();
  // The list draws what is near the visible area alone; a link leads to the operation and opens it.
  const answer = await page.goto("/api/docs#/runs/runs.start");
  expect(answer?.headers()["content-security-policy"]).toContain("default-src 'none'");
  const operation = page.locator(START);
  await operation.getByText("RUN_ALREADY_IN_PROGRESS, INVALID_STATE").waitFor();
  await operation.getByText("Idempotency-Key", { exact: true }).first().waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("the page follows the system into dark and back", async () => {
  const page = await reference.page({ colorScheme: "dark" });
  await page.goto("/api/docs");
  await page.getByRole("heading", { name: /Assay API/ }).waitFor();
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await background()).toBe("rgb(28, 32, 34)");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(background).toBe("rgba(0, 0, 0, 0)");
});
