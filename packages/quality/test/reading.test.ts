import { createTextExtractor } from "@assay/reader";
import { afterAll, expect, test } from "vitest";
import { judgeChoices } from "../src/reading/judge-choice.ts";
import { judgeReading } from "../src/reading/measure-reading.ts";
import { listLabels } from "../src/reading/reading-labels.ts";

const extractor = createTextExtractor();
afterAll(() => extractor.close());

const question = { question: "Is it on?", options: { Yes: false, No: true } };

test.each([
  ["right", "Is it on? ☐ Yes ☒ No"],
  ["right", "Is it on?\nYes [ ]\nNo [x]"],
  ["right", "Is it on? No"],
  ["right", "Question | Yes | No\nIs it on? | ☐ | ☒"],
  ["reversed", "Is it on? ☒ Yes ☐ No"],
  ["reversed", "Is it on? Yes"],
  ["reversed", "Question | Yes | No\nIs it on? | ☒ | ☐"],
  ["lost", "Is it on? Yes No"],
  ["lost", "Is it on? ☒ ☐"],
  ["lost", "Nothing"],
])("a choice counts as %s: %j", (outcome, text) => {
  expect(judgeChoices(text, [question])).toEqual([outcome]);
});

/** Of the whole set: how many are asked and how many of them were right when the reader was last measured. */
const LAST = {
  choice: [107, 101],
  "struck sentence": [48, 47],
  "adjacent sentence": [62, 62],
  "value in a table": [679, 671],
  "date as written": [308, 308],
  "date understood": [308, 294],
  "number as shown": [44, 41],
  "text of a package named otherwise": [64, 64],
} as const;

test("what a page means is read at least as well as when it was last measured", async () => {
  const judged = await judgeReading(listLabels(), extractor);
  const right = judged.filter(({ isRight }) => isRight);
  for (const [what, [asked, atLeast]] of Object.entries(LAST)) {
    const of = (those: typeof judged) => those.filter((each) => each.what === what).length;
    expect(of(judged), what).toBe(asked);
    expect(of(right), what).toBeGreaterThanOrEqual(atLeast);
  }
  expect(judged.filter(({ outcome }) => outcome === "reversed").length).toBeLessThanOrEqual(0);
});
