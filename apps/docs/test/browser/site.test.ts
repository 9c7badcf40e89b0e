import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import type { PagesTest } from "../../../../packages/site/test/browser/open-pages.ts";
import { openDocs } from "../support/open-docs.ts";

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** What our pages and colours decide; the frame is Starlight's. */
const RULES = ["color-contrast", "heading-order", "image-alt", "landmark-one-main", "link-name", "list", "region"];
const PAGES = [
  "/docs",
  "/docs/concepts",
  "/docs/guides/verify-a-snapshot",
  "/docs/api",
  "/docs/api/runs",
  "/docs/cli",
  "/docs/errors",
  "/docs/portal",
];

let docs: PagesTest;
beforeAll(async () => {
  docs = await openDocs();
});
afterAll(() => docs.close());

test.each([
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
] as const)("pages load in %s without an error, a refusal by the policy or another host", async (_, look) => {
  const page = await docs.page(look);
  for (const address of PAGES) {
    await page.goto(address);
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
  await page.goto("/docs");
  await expectAccessible(page, RULES);
});

test("on a phone no page is wider than the screen, and the menu leads to every page", async () => {
  const page = await docs.page(PHONE);
  for (const address of PAGES) {
    await page.goto(address);
    expect(await widthOf(page), address).toBeLessThanOrEqual(PHONE.viewport.width);
  }
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Configuration", exact: true }).click();
  await expect.poll(() => page.url()).toBe(`${docs.url}/docs/configuration`);
});

test("the search works by keyboard alone, from its own files", async () => {
  const page = await docs.page();
  await page.goto("/docs/portal");
  // The search is made ready once the page is idle.
  await page.locator("button[data-open-modal]:enabled").waitFor();
  await page.locator("#starlight__search input").waitFor({ state: "attached" });
  await page.keyboard.press("Control+k");
  await page.locator("#starlight__search input:focus").waitFor();
  await page.keyboard.type("row-level security");
  const found = page.getByRole("dialog").getByRole("link").first();
  await found.waitFor();
  const address = (await found.getAttribute("href"))!;
  await found.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).pathname, { timeout: 20_000 }).toBe(address.replace(/[?#].*$/, ""));
  expect(await page.getByRole("main").textContent()).toMatch(/row-level security/i);
});

test("each page is Markdown at .md, typed as such, and lists for models are text", async () => {
  for (const [path, type] of [
    ["/docs/api.md", "text/markdown; charset=utf-8"],
    ["/docs/errors/not_found.md", "text/markdown; charset=utf-8"],
    ["/docs/llms.txt", "text/plain; charset=utf-8"],
    ["/docs/llms-full.txt", "text/plain; charset=utf-8"],
    ["/docs/images/how-assay-works.svg", "image/svg+xml; charset=utf-8"],
  ] as const) {
    const reply = await fetch(docs.url + path, { headers: { "Accept-Encoding": "br" } });
    expect(reply.status, path).toBe(200);
    expect(reply.headers.get("Content-Type"), path).toBe(type);
    expect(reply.headers.get("Content-Encoding"), path).toBe("br");
  }
});

async function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
