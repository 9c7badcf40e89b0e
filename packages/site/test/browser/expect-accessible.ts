import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** axe finds nothing on the page as it stands, in WCAG 2.2 AA and in good practice, or by those rules alone. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // By evaluate, which the page's Content-Security-Policy lets through.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async (runOnly) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        runOnly,
        resultTypes: ["violations"],
      });
      return violations.map(({ id, help, nodes }) => [`${id}: ${help}`, ...nodes.map(({ html }) => html)].join("\n  "));
    },
    rules ? { type: "rule" as const, values: [...rules] } : { type: "tag" as const, values: RULES },
  );
  expect(found).toEqual([]);
}
