import { expect, test } from "vitest";
import { joinItems } from "../src/pdf/join-items.ts";
import { createTextBuilder } from "../src/text/marked-text.ts";

const run = (str: string, x: number, width: number, y = 700) => ({
  ...{ str, width, dir: /[\u0590-\u06ff\ufe70-\ufefc]/.test(str) ? "rtl" : "ltr" },
  transform: [12, 0, 0, 12, x, y],
});
const joined = (...runs: ReturnType<typeof run>[]) => {
  const text = createTextBuilder();
  joinItems(runs, text);
  return text.build().text;
};

test("a line of Hebrew stored as it is is read from the right, with its numbers and Latin words from the left", () => {
  const line = [
    run(".ISO 27001", 100, 60),
    run("יום, לפי נוהל", 165, 70),
    run("90", 240, 14),
    run("הגיבויים נשמרים במשך", 258, 120),
  ];
  expect(joined(...line)).toBe("הגיבויים נשמרים במשך 90 יום, לפי נוהל ISO 27001.");
  expect(joined(...line.toReversed())).toBe("הגיבויים נשמרים במשך 90 יום, לפי נוהל ISO 27001.");
});

test("the forms of Arabic letters, each a run of its own, are the word that they represent", () => {
  expect(joined(run("\ufea2", 104, 8), run("\ufe97", 112, 6), run("\ufed4", 118, 6), run("\ufea4", 124, 8))).toBe(
    "حفتح",
  );
});

test("a line of English with a word of Hebrew stays as it is stored", () => {
  expect(joined(run("The word ", 100, 60), run("שלום", 160, 30), run(" means peace.", 190, 80))).toBe(
    "The word שלום means peace.",
  );
});
