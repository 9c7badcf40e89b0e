import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "../../../../../packages/site/test/browser/expect-accessible.ts";

/** The view has what it shows: nothing of it loads any more, and nothing of it failed. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator("main h1").first().waitFor();
  await expect.poll(() => page.locator("main [role=status][aria-label^=Loading]").count()).toBe(0);
  expect(await page.locator("main [role=alert]:not(:empty)").allTextContents()).toEqual([]);
  expect(await page.getByText("This page is for").count()).toBe(0);
}

/** axe finds nothing in light or dark, no key is held, and it fits a phone and a zoom of 200 %. */
export async function checkView(page: Page, address: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await open(page, address);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, ["color-contrast"]);
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
}

/** The control that has the focus, told apart from others of the same name; empty for none. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return "";
    const all = [...document.querySelectorAll("*")];
    return `${all.indexOf(element)} ${element.textContent}`;
  });
}
