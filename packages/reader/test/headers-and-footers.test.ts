import { expect, test } from "vitest";
import { extractAll, sourceFile, testExtractor } from "./extract-all.ts";
import { makePdf, textAt } from "./make-pdf.ts";

const BODY = ["Access is granted by role.", "Keys are changed each year.", "Logs are kept for a year.", "Done."];

function page(at: number, { header = "ACME Security Policy", more = "" } = {}) {
  const content = [
    textAt(50, 770, header, 9),
    textAt(400, 770, "Version 3.1", 9),
    textAt(50, 700, BODY[at % BODY.length]!),
    textAt(50, 685, `Part ${at + 1} of the rules.`),
    more,
    textAt(270, 30, `Page ${at + 1} of 4`, 9),
  ];
  return { content: content.join("\n") };
}

const read = async (pages: Parameters<typeof makePdf>[0]) =>
  (await extractAll(testExtractor(), sourceFile("pdf", makePdf(pages)))).segments.map(({ text }) => text);

test("a header and a footer that repeat stay on the first page that has them", async () => {
  expect(await read([0, 1, 2, 3].map((at) => page(at)))).toEqual([
    "ACME Security Policy\tVersion 3.1\n\nAccess is granted by role.\nPart 1 of the rules.\n\nPage 1 of 4",
    "Keys are changed each year.\nPart 2 of the rules.",
    "Logs are kept for a year.\nPart 3 of the rules.",
    "Done.\nPart 4 of the rules.",
  ]);
});

test("also where left and right pages differ, and a header that changes is kept", async () => {
  const sides = await read([0, 1, 2, 3].map((at) => page(at, { header: at % 2 ? "Right" : "Left" })));
  expect(sides.map((text) => /Left|Right/.exec(text)?.[0] ?? null)).toEqual(["Left", "Right", null, null]);
  const chapters = await read([0, 1, 2].map((at) => page(at, { header: `Chapter ${at * 2 + 5}` })));
  expect(chapters.map((text) => /Chapter \d/.exec(text)?.[0] ?? null)).toEqual(["Chapter 5", "Chapter 7", "Chapter 9"]);
});

test("what repeats in the body is kept, and so is a figure that changes", async () => {
  const total = (at: number) => ({
    content: [textAt(50, 400, "Signed off."), textAt(50, 40, `Total ${at * 7}`, 9)].join("\n"),
  });
  expect(await read([1, 2, 3].map(total))).toEqual([
    "Signed off.\n\nTotal 7",
    "Signed off.\n\nTotal 14",
    "Signed off.\n\nTotal 21",
  ]);
  const full = (at: number) => ({
    content: Array.from({ length: 50 }, (_, line) =>
      textAt(50, 780 - line * 15, line < 2 || line > 48 ? "The same line." : `Line ${line * 3 + at * 100}`),
    ).join("\n"),
  });
  for (const text of await read([1, 2, 3].map(full))) expect(text.split("The same line.")).toHaveLength(4);
});

test("a reading that continues later gives the same pages", async () => {
  const file = sourceFile("pdf", makePdf([0, 1, 2, 3].map((at) => page(at))));
  const whole = await extractAll(testExtractor(), file);
  for (const from of [1, 2, 3]) {
    const rest = await extractAll(testExtractor(), file, {
      fromSegment: from,
      wholePages: { pages: from, segments: from },
    });
    expect(rest.segments).toEqual(whole.segments.slice(from));
  }
});

test("a word that a line end breaks is whole; a compound keeps its hyphen; what is unsure stays", async () => {
  const lines = [
    [
      "All infor-",
      "mation is kept by a third-",
      "party vendor; long-term",
      "and cross-",
      "border data, Asset-",
      "und Risk-",
      "Register, state-of-the-",
    ],
    [
      "art systems; the re-",
      "view of each re-",
      "mote account ends in 2026-",
      "2027. Such remote work is a day-",
      "long thing.",
    ],
  ].flat();
  const content = lines.map((line, at) => textAt(50, 700 - at * 14, line)).join("\n");
  expect(await read([{ content }])).toEqual([
    "All information is kept by a third-party vendor; long-term\nand cross-border data, Asset-\nund Risk-\nRegister, " +
      "state-of-the-art systems; the review of each remote account ends in 2026-\n2027. Such remote work is a day-long thing.",
  ]);
});
