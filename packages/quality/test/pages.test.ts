import { expect, test } from "vitest";
import { judgePages } from "../src/pages/measure-pages.ts";
import { listLabels, MADE } from "../src/pages/page-labels.ts";

/** Of which a person and Assay say different things: what pdf.js no longer counts after a page that is missing. */
const KNOWN = "broken-page.pdf 3";
const PASSES_AS_READ = ["TEXT", "EMPTY", "none"];

test("the pages of the labelled files have the states that a person gave them, and no image passes as read", async () => {
  const { made } = listLabels();
  const judged = await judgePages(made.map((file) => ({ file, path: new URL(file.name, MADE) })));
  const wrong = judged.filter(({ expected, found, page }) => expected !== found && page !== KNOWN);
  expect(judged.length).toBeGreaterThan(70);
  expect(judged.filter(({ isKept }) => isKept).length).toBeGreaterThan(25);
  expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(1);
  expect(wrong.filter(({ expected, found }) => expected === "IMAGE_ONLY" && PASSES_AS_READ.includes(found))).toEqual(
    [],
  );
});
