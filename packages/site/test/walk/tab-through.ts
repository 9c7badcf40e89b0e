import type { Page } from "playwright-core";
import { expect } from "vitest";

/** By Tab alone: the way to the content comes first, and past the view's last control the focus leaves the view. */
export async function tabThrough(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  expect(await focused(page)).toContain("Skip to the content");
  await page.keyboard.press("Enter");
  const seen = new Set<string>();
  for (let now = "main"; now !== "" && !seen.has(now); now = await focused(page)) {
    seen.add(now);
    await page.keyboard.press("Tab");
  }
  expect(await page.locator("main :focus").count(), page.url()).toBe(0);
}

/** The control that has the focus, distinguished from others of the same name; empty for none. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return "";
    return `${[...document.querySelectorAll("*")].indexOf(element)} ${element.textContent}`;
  });
}
