import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../../../../packages/site/test/browser/expect-accessible.ts";
import { measureFirstLoad } from "../../../../packages/site/test/browser/measure-first-load.ts";
import { openSite, type SiteTest } from "../../../../packages/site/test/browser/open-site.ts";
import type { Place } from "../../src/app/places.ts";
import { ALL, findAddresses } from "./support/addresses.ts";

const SCRIPT_BYTES_MAX = 110_000;
let site: SiteTest;
let addressOf: (place: Place) => string;
beforeAll(async () => {
  site = await openSite("demo", { SUPER_ADMIN_MODE: "true" });
  addressOf = await findAddresses(site);
});
afterAll(() => site.close());

/** The view has what it shows: nothing of it loads any more, and nothing of it failed. */
async function open(page: Page, place: Place): Promise<void> {
  await page.goto(addressOf(place));
  await page.locator("main h1").first().waitFor();
  await page.waitForLoadState("networkidle");
  await expect.poll(() => page.locator("main [role=status][aria-label^=Loading]").count()).toBe(0);
  expect(await page.locator("main [role=alert]:not(:empty)").allTextContents()).toEqual([]);
}

test.each(ALL)(
  "$path: axe finds nothing in light or dark, no key is held, and it fits a phone and a zoom of 200 %",
  async (place) => {
    const page = await site.page({ as: { role: "SUPER_ADMIN" }, colorScheme: "light" });
    await open(page, place);
    expect(await page.getByText("This page is for").count()).toBe(0);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    await page.keyboard.press("Tab");
    expect(await focused(page)).toContain("Skip to the content");
    await page.keyboard.press("Enter");
    const seen = new Set<string>();
    for (let now = "main"; now !== "" && !seen.has(now); now = await focused(page)) {
      seen.add(now);
      await page.keyboard.press("Tab");
    }
    // Past the view's last control the focus leaves the view: nothing holds it.
    expect(await page.locator("main :focus").count()).toBe(0);
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 720, height: 450 },
    ]) {
      await page.setViewportSize(viewport);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wider, `${viewport.width} px`).toBeLessThanOrEqual(0);
    }
  },
);

/** The control that has the focus, told apart from others of the same name; empty for none. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return "";
    const all = [...document.querySelectorAll("*")];
    return `${all.indexOf(element)} ${element.textContent}`;
  });
}

test.each(["ADMIN", "SUPER_ADMIN"] as const)(
  "the first load of the home of %s is at most 110 kB of scripts, and nothing on it moves",
  async (role) => {
    const page = await site.page({ as: { role } });
    const { scriptBytes, files, shifted } = await measureFirstLoad(page, "/admin", async () => {
      await page.goto("/admin");
      await page.locator("main h1").waitFor();
    });
    expect(scriptBytes).toBeGreaterThan(40_000);
    expect(scriptBytes, files.join("\n")).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
    expect(shifted).toBeLessThan(0.05);
  },
);
