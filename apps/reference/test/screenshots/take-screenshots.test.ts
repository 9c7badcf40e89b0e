import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, test } from "vitest";
import type { PagesTest } from "../../../../packages/site/test/browser/open-pages.ts";
import { openReference } from "../support/open-reference.ts";

const FOLDER = fileURLToPath(new URL("../../screenshots/", import.meta.url));
const LOOKS = [
  { name: "light", colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { name: "dark", colorScheme: "dark", viewport: { width: 1440, height: 900 } },
  { name: "phone", colorScheme: "light", viewport: { width: 360, height: 740 } },
  { name: "phone-dark", colorScheme: "dark", viewport: { width: 360, height: 740 } },
] as const;

const START = '.opblock:has(a[href="#/runs/runs.start"])';

let reference: PagesTest;
beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  reference = await openReference();
});
afterAll(() => reference.close());

test.each(LOOKS)("$name", async ({ name, ...look }) => {
  const page = await reference.page(look);
  await page.goto("/api/docs");
  await page.getByRole("heading", { name: /Assay API/ }).waitFor();
  await page.screenshot({ path: `${FOLDER}${name}.png` });
  await page.locator(START).locator(".opblock-summary-control").click();
  await page.getByText("RUN_ALREADY_IN_PROGRESS, INVALID_STATE").waitFor();
  await page.locator(START).screenshot({ path: `${FOLDER}${name}-operation.png` });
});
