import { describe, expect, test } from "vitest";
import { locateOnPage, occurrenceAt, type PageRun } from "../../../src/viewer/locate-on-page.ts";

const runs = (...strings: (string | PageRun)[]): PageRun[] =>
  strings.map((run) => (typeof run === "string" ? { str: run } : run));
const line = (str: string): PageRun => ({ str, hasEOL: true });
const placed = (str: string, x: number, y: number): PageRun => ({ str, transform: [10, 0, 0, 10, x, y] });

/** The located text, a part per run. */
const located = (page: readonly PageRun[], quote: string, occurrence?: { ordinal: number; count: number }) =>
  locateOnPage(page, quote, occurrence)?.map(({ run, start, end }) => page[run]!.str.slice(start, end));

describe("a quote is found on the page as the service read it", () => {
  test.each<[string, PageRun[], string, string[]]>([
    [
      "within one run",
      runs("Keys are changed every year. Always."),
      "Keys are changed every year.",
      ["Keys are changed every year."],
    ],
    [
      "over runs that share a word",
      runs("Ke", "ys are ch", "anged."),
      "Keys are changed.",
      ["Ke", "ys are ch", "anged."],
    ],
    [
      "over runs whose space was drawn by distance",
      runs("Keys", "are", "changed"),
      "Keys are\tchanged",
      ["Keys", "are", "changed"],
    ],
    [
      "over cells of a table, empty ones too",
      runs("Vault", "Frank", "Closed risk"),
      "Vault |  | Frank | Closed risk",
      ["Vault", "Frank", "Closed risk"],
    ],
    [
      "in a row whose first cell stands once for several rows",
      runs("Access", "Team 1", "planned", "Team 2", "done", "2026-04-11"),
      "Access | Team 2 | done | 2026-04-11",
      ["Access", "Team 2", "done", "2026-04-11"],
    ],
    [
      "a word parted at the end of a line",
      runs(line("Backups are en-"), "crypted at rest."),
      "are en-\ncrypted at rest",
      ["are en-", "crypted at rest"],
    ],
    [
      "a parted word that the quote has whole",
      runs(line("Backups are en-"), "crypted at rest."),
      "are encrypted at rest",
      ["are en-", "crypted at rest"],
    ],
    [
      "a parted word whose line end the page does not tell",
      runs("Backups are en-", "crypted at rest."),
      "are encrypted at rest",
      ["are en-", "crypted at rest"],
    ],
    [
      "a word with a hyphen of its own",
      runs("Multi-factor sign-in is on."),
      "Multi-factor sign-in is on",
      ["Multi-factor sign-in is on"],
    ],
    ["ligatures", runs("The oﬃce ﬁles are classiﬁed."), "office files are classified", ["oﬃce ﬁles are classiﬁed"]],
    [
      "typographic quotes and dashes",
      runs("The “owner’s” word – kept."),
      `The "owner's" word - kept.`,
      ["The “owner’s” word – kept."],
    ],
    ["Arabic in the order of reading", runs("تُغيَّر المفاتيح", "كل سنة"), "المفاتيح كل سنة", ["المفاتيح", "كل سنة"]],
    [
      "Hebrew between Latin runs",
      runs("Note:", "המפתחות מוחלפים", "yearly"),
      "המפתחות מוחלפים yearly",
      ["המפתחות מוחלפים", "yearly"],
    ],
    ["Chinese without spaces", runs(line("密钥每年"), "更换一次。"), "密钥每年更换一次。", ["密钥每年", "更换一次。"]],
    [
      "characters beyond the basic plane",
      runs("a 😀", "𝐊eys changed 😀"),
      "😀 keys changed 😀",
      ["😀", "𝐊eys changed 😀"],
    ],
    [
      "empty and blank runs in between",
      runs("Keys", "", " ", line(""), "change"),
      "Keys change",
      ["Keys", " ", "change"],
    ],
    [
      "a run drawn twice to look bold",
      [placed("Keys ", 0, 0), placed("Keys ", 0.5, 0), placed("change", 30, 0)],
      "Keys change",
      ["Keys ", "change"],
    ],
  ])("%s", (_, page, quote, expected) => {
    expect(located(page, quote)).toEqual(expected);
  });
});

describe("nothing is marked", () => {
  const page = runs("Keys are changed every year.", "Doors are locked at night.");
  test.each([
    ["when a word differs", "Keys are changed every month."],
    ["when a letter is missing", "Keys are changed every yer."],
    ["when the quote goes on beyond the page", "Doors are locked at night. And so on."],
    ["when it joins what stands apart", "Keys are changed every Doors are locked"],
    ["when the quote is empty", ""],
    ["when the quote is only dashes and space", " – - \n"],
  ])("%s", (_, quote) => {
    expect(locateOnPage(page, quote, undefined)).toBeUndefined();
  });

  test("when the same words stand twice and nothing says which is meant", () => {
    const twice = runs("Keys change.", "Doors close.", "Keys change.");
    expect(locateOnPage(twice, "Keys change.", undefined)).toBeUndefined();
    expect(locateOnPage(twice, "Keys change.", { ordinal: 2, count: 3 })).toBeUndefined();
    expect(locateOnPage(runs("Keys change."), "Keys change.", { ordinal: 1, count: 2 })).toBeUndefined();
  });

  test("on a page without text", () => {
    expect(locateOnPage([], "Keys are changed every year.", undefined)).toBeUndefined();
  });
});

test("of equal passages the one is taken that the service read at that place", () => {
  const text = "Keys change.\nDoors close.\nKeys change.";
  const page = runs("Keys ", "change.", "Doors close.", "Keys change.");
  expect(occurrenceAt(text, "Keys change.", 0)).toMatchObject({ ordinal: 0, count: 2 });
  const second = occurrenceAt(text, "Keys change.", text.lastIndexOf("Keys"));
  expect(second).toMatchObject({ ordinal: 1, count: 2 });
  expect(locateOnPage(page, "Keys change.", second)).toEqual([{ run: 3, start: 0, end: 12 }]);
  expect(occurrenceAt(text, "Doors open.", 0)).toBeUndefined();
});

test("words of the body are told from the same ones in a header that the service read on an earlier page", () => {
  const page = runs(
    line("Information Security Policy"),
    line("2 Scope"),
    line("The Information Security Policy holds for everybody."),
    line("Page 2"),
  );
  const text = "2 Scope\nThe Information Security Policy holds for everybody.";
  const quote = "Information Security Policy";
  const ranges = locateOnPage(page, quote, occurrenceAt(text, quote, text.indexOf(quote)));
  expect(ranges).toEqual([{ run: 2, start: 4, end: 31 }]);
});
