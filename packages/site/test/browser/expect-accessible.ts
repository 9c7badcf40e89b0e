import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** A page that never stands still is judged as it is. */
const LOOKS_MAX = 20;

/** axe finds nothing on the page as it is, in WCAG 2.2 AA and in good practice, or by those rules alone. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // By evaluate, which the page's Content-Security-Policy lets through.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async ({ runOnly, looksMax }) => {
      const { axe: axeHere } = window as unknown as { axe: typeof axe };
      // axe reads the page over many frames. What it finds on one that changes meanwhile, such as a list whose new rows
      // are hidden until they are measured, is true of no page that a person sees: it looks again once that has ended.
      for (let look = 1; ; look++) {
        const ending = document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
        await Promise.allSettled(ending.map(({ finished }) => finished));
        await new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(settled)));
        let changed = false;
        const changes = new MutationObserver(() => {
          changed = true;
        });
        changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        const { violations } = await axeHere.run(document, { runOnly, resultTypes: ["violations"] });
        changed ||= changes.takeRecords().length > 0;
        changes.disconnect();
        if (violations.length > 0 && changed && look < looksMax) continue;
        return violations.map(({ id, help, nodes }) =>
          [`${id}: ${help}`, ...nodes.map(({ html }) => html)].join("\n  "),
        );
      }
    },
    {
      runOnly: rules ? { type: "rule" as const, values: [...rules] } : { type: "tag" as const, values: RULES },
      looksMax: LOOKS_MAX,
    },
  );
  expect(found, found.join("\n\n")).toEqual([]);
}
