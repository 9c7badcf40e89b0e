import { documentListReply, searchReply } from "@assay/contract";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";

let portal: SiteTest;
beforeAll(async () => {
  portal = await openSite("demo");
});
afterAll(() => portal.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const field = (page: Page) => page.getByRole("combobox", { name: "Search evidence" });
const options = (page: Page) => page.getByRole("listbox", { name: "Passages" }).getByRole("option");

async function openSearch(page: Page, path = "/cm"): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: "Search evidence" }).and(page.locator(":enabled")).waitFor();
  await page.keyboard.press("Control+k");
  await field(page).waitFor();
}

test("by keyboard alone a passage is searched for, chosen, and opened at its quote, which is marked", async () => {
  const page = await portal.page();
  await openSearch(page);
  await page.keyboard.type("access control standard length of passwords second factor");
  await options(page).first().waitFor();
  expect(await options(page).first().locator("mark").count()).toBeGreaterThan(0);
  const chosen = page.getByRole("option", { selected: true });
  expect(await field(page).getAttribute("aria-activedescendant")).toBe(await chosen.getAttribute("id"));
  const first = await chosen.getAttribute("id");
  await page.keyboard.press("ArrowDown");
  expect(await chosen.getAttribute("id")).not.toBe(first);
  await page.keyboard.press("ArrowUp");
  expect(await chosen.getAttribute("id")).toBe(first);
  await expectAccessible(page);
  while (!(await chosen.getByText("information-security-policy.pdf").isVisible()))
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText(/^Marked on page \d+$/).waitFor();
  await page.locator(".pdf-cited").first().waitFor();
  expect(page.url()).not.toContain("password");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.reload();
  await page.getByText(/^Marked on page \d+$/).waitFor();
});

test("a passage of a sheet opens at its row, also by pointer, and on a phone", async () => {
  const page = await portal.page(PHONE);
  await page.goto("/cm");
  await page.getByRole("button", { name: "Search evidence" }).tap();
  await field(page).fill("restore test of the backup register");
  await options(page).filter({ hasText: "backup-and-recovery-register.xlsx" }).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await options(page).filter({ hasText: "backup-and-recovery-register.xlsx" }).first().tap();
  await page.locator("mark.cited").first().waitFor();
});

test("⌘K opens it too, Escape closes it and gives the focus back, and what is typed elsewhere does not open it", async () => {
  const page = await portal.page();
  await page.goto("/cm/documents");
  const byName = page.getByRole("searchbox", { name: "Search by name" });
  await byName.click();
  await page.keyboard.type("a/b");
  expect(await byName.inputValue()).toBe("a/b");
  await page.keyboard.press("Control+K");
  await field(page).waitFor();
  await page.keyboard.press("Escape");
  await field(page).waitFor({ state: "hidden" });
  expect(await byName.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Meta+K");
  await field(page).waitFor();
  expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);
});

test("nothing found, a failure with another try, and words alone each say so", async () => {
  const page = await portal.page();
  await openSearch(page);
  await page.keyboard.type("§§§");
  await page.getByText("Nothing found").waitFor();
  await expectAccessible(page);

  let fails = true;
  await page.route("**/api/search?*", async (route) => {
    if (fails)
      return route.fulfill({ status: 500, json: { error: "INTERNAL_ERROR", message: "It broke", requestId: "r" } });
    const reply = searchReply.parse(await (await route.fetch()).json());
    return route.fulfill({ json: { ...reply, degraded: "EMBEDDER_UNAVAILABLE", legs: ["LEXICAL"] } });
  });
  await field(page).fill("visitors");
  await page.getByText("The evidence cannot be searched").waitFor();
  fails = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Only words are searched for now").waitFor();
  await options(page).first().waitFor();
});

test("a search that is typed over is aborted, and Enter waits for the answer to what is typed", async () => {
  const page = await portal.page();
  const held: Route[] = [];
  const failed: string[] = [];
  page.on("requestfailed", (request) => failed.push(new URL(request.url()).searchParams.get("q") ?? ""));
  await page.route("**/api/search?*", (route) => void held.push(route));
  await openSearch(page);
  await field(page).fill("backups");
  await expect.poll(() => held.length).toBe(1);
  await field(page).fill("visitors");
  await expect.poll(() => held.length).toBe(2);
  await expect.poll(() => failed).toEqual(["backups"]);
  await page.keyboard.press("Enter");
  await held[1]!.continue();
  await page.waitForURL(/\/cm\/documents\?document=/);
});

test("another tenant's portal finds its own documents alone", async () => {
  const theirs = await portal.client("MEMBER", 1).get("/api/documents", documentListReply);
  const names = new Set(theirs.documents.map(({ originalFilename }) => originalFilename));
  const page = await portal.page({ as: { tenant: 1 } });
  await openSearch(page);
  await page.keyboard.type("information security policy backups");
  await options(page).first().waitFor();
  for (const name of await options(page).locator("bdi:first-of-type").allTextContents())
    if (/\.\w+$/.test(name)) expect(names).toContain(name);
});
