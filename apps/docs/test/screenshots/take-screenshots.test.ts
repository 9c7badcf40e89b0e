import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PagesTest } from "../../../../packages/site/test/browser/open-pages.ts";
import { openDocs } from "../support/open-docs.ts";

const FOLDER = join(import.meta.dirname, "../../screenshots");
const LOOKS = {
  light: { colorScheme: "light", viewport: { width: 1440, height: 900 } },
  dark: { colorScheme: "dark", viewport: { width: 1440, height: 900 } },
  phone: { colorScheme: "light", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;
const SHOTS: Readonly<Record<string, string>> = {
  home: "/docs",
  concepts: "/docs/concepts",
  guide: "/docs/guides/verify-a-snapshot",
  api: "/docs/api",
  reference: "/docs/api/runs",
  sdk: "/docs/sdk/documents",
  errors: "/docs/errors",
  configuration: "/docs/configuration",
};

let docs: PagesTest;
beforeAll(async () => {
  docs = await openDocs();
});
afterAll(() => docs.close());

describe.each(Object.entries(LOOKS))("%s", (look, options) => {
  test.each(Object.entries(SHOTS))("%s", async (name, address) => {
    const page = await docs.page(options);
    await page.goto(address);
    await shoot(page, `${name}-${look}`);
  });

  test("search", async () => {
    const page = await docs.page(options);
    await page.goto("/docs");
    await page.locator("#starlight__search input").waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Search" }).first().click();
    await page.locator("#starlight__search input:focus").waitFor();
    await page.keyboard.type("snapshot");
    await page.getByText(/results for snapshot/).waitFor();
    await shoot(page, `search-${look}`);
  });
});

async function shoot(page: Page, name: string): Promise<void> {
  const bytes = await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  expect(bytes.length).toBeGreaterThan(0);
}
