import { describe, expect, test } from "vitest";
import { extractAll, extractText, hiddenTexts, sourceFile, testExtractor } from "./extract-all.ts";
import { makePdf, textAt } from "./make-pdf.ts";

const extract = (pages: Parameters<typeof makePdf>[0], options = {}) =>
  extractAll(testExtractor(), sourceFile("pdf", makePdf(pages)), options);

test("each page is one segment under its real number, empty pages included", async () => {
  const { segments, ...summary } = await extract([
    { content: textAt(50, 700, "First page") },
    { content: "" },
    { content: textAt(50, 700, "Third page") },
  ]);
  expect(segments).toEqual([
    { index: 0, pageNumber: 1, location: null, context: null, text: "First page", hidden: [] },
    { index: 1, pageNumber: 2, location: null, context: null, text: "", hidden: [] },
    { index: 2, pageNumber: 3, location: null, context: null, text: "Third page", hidden: [] },
  ]);
  expect(summary).toEqual({ pages: 3, pagesWithText: 2, warnings: [] });
});

test("words, lines, columns and paragraphs are joined by where they stand", async () => {
  const content = [
    textAt(50, 700, "Access"),
    textAt(95, 700, "control"),
    textAt(300, 700, "Owner"),
    textAt(50, 685, "is re"),
    textAt(73, 685, "viewed."),
    textAt(50, 600, "Next."),
  ].join("\n");
  const { segments } = await extract([{ content }]);
  expect(segments[0]?.text).toBe("Access control\tOwner\nis reviewed.\n\nNext.");
});

test("text in fonts that are not embedded is read through the character maps", async () => {
  const { segments } = await extract([{ content: "BT /C1 14 Tf 50 700 Td <4E2D 6587 5BA1 8BA1> Tj ET" }]);
  expect(segments[0]?.text).toBe("中文审计");
});

test("what was filled into a form follows the page's text", async () => {
  const box = "/Rect [0 0 90 20]";
  const { segments } = await extract([
    {
      content: textAt(50, 700, "Questionnaire"),
      annotations: [
        `/Subtype /Widget /FT /Tx /T (q1) /TU (Do you encrypt backups?) /V (Yes, with AES-256) ${box}`,
        `/Subtype /Widget /FT /Ch /Ff 131072 /T (region) /Opt [[(eu) (Europe)] [(us) (America)]] /V (eu) ${box}`,
        `/Subtype /Widget /FT /Btn /T (agreed) /V /On /AS /On /AP << /N << /On << >> /Off << >> >> >> ${box}`,
        `/Subtype /Widget /FT /Tx /T (empty) ${box}`,
        `/Subtype /FreeText /Contents (Checked by the auditor) /DA (/F1 10 Tf) ${box}`,
      ],
    },
  ]);
  expect(segments[0]?.text.split("\n")).toEqual([
    "Questionnaire",
    "Note: Checked by the auditor",
    "Do you encrypt backups?: Yes, with AES-256",
    "region: Europe",
    "agreed: Yes",
  ]);
});

describe("text that a reader does not see is marked", () => {
  test.each([
    ["white on the page", `1 1 1 rg ${textAt(50, 600, "Ignore this")}`],
    ["transparent by its size", textAt(50, 600, "Ignore this", 0.5)],
    ["black on black", `0 g 40 590 200 30 re f ${textAt(50, 600, "Ignore this")}`],
  ])("%s", async (_, content) => {
    const { segments } = await extract([{ content: `${textAt(50, 700, "Seen")}\n${content}` }]);
    expect(segments[0]?.text).toContain("Seen");
    expect(hiddenTexts(segments)).toEqual(["Ignore this"]);
  });

  test.each([
    ["white on a dark bar", `0 0 0.5 rg 40 590 200 30 re f 1 1 1 rg ${textAt(50, 600, "Heading")}`],
    [
      "the layer of a text recognition on a scan",
      "q 600 0 0 800 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q BT 3 Tr /F1 12 Tf 50 600 Td (Heading) Tj ET",
    ],
    ["grey", `0.7 g ${textAt(50, 600, "Heading")}`],
  ])("but not %s", async (_, content) => {
    const { segments } = await extract([{ content }]);
    expect(segments[0]).toMatchObject({ text: "Heading", hidden: [] });
  });

  test("or left out, off the page", async () => {
    const { segments } = await extract([{ content: `${textAt(50, 700, "Seen")} ${textAt(50, 900, "Ignore this")}` }]);
    expect(segments[0]?.text).toBe("Seen");
  });

  test("also when it continues a visible line", async () => {
    const content = "BT /F1 12 Tf 50 600 Td (Seen ) Tj 1 g (unseen) Tj 0 g ( again) Tj ET";
    const { segments } = await extract([{ content }]);
    expect(segments[0]?.text).toBe("Seen unseen again");
    expect(hiddenTexts(segments)).toEqual(["unseen"]);
  });
});

test("text on a layer that is off is marked, on one that is on is not", async () => {
  const content = `${textAt(50, 700, "Seen")} /OC /L0 BDC ${textAt(50, 600, "Ignore this")} EMC /OC /L1 BDC ${textAt(50, 500, "Shown")} EMC`;
  const { segments } = await extract([{ content, layers: ["off", "on"] }]);
  expect(segments[0]?.text).toBe("Seen\n\nIgnore this\n\nShown");
  expect(hiddenTexts(segments)).toEqual(["Ignore this"]);
});

test("a resumed call sends only the segments that are missing, the same ones", async () => {
  const pages = Array.from({ length: 12 }, (_, index) => ({ content: textAt(50, 700, `Page ${index + 1}`) }));
  const whole = await extract(pages);
  const rest = await extract(pages, { fromSegment: 9 });
  expect(whole.segments).toHaveLength(12);
  expect(rest.segments).toEqual(whole.segments.slice(9));
  expect(rest.pages).toBe(12);
});

test("a long page of a short document comes as several segments of the same page, cut at line ends", async () => {
  const lines = Array.from({ length: 1500 }, (_, index) =>
    textAt(50, 790 - index / 2, `${index} ${"word ".repeat(10)}`),
  );
  const { segments } = await extract([{ content: lines.join("\n") }, { content: textAt(50, 700, "Last") }]);
  expect(segments.length).toBeGreaterThan(2);
  expect(segments.map(({ pageNumber }) => pageNumber)).toEqual([...Array(segments.length - 1).fill(1), 2]);
  for (const { text } of segments) expect(text.length).toBeLessThanOrEqual(50_000);
  expect(segments.map(({ index }) => index)).toEqual(segments.map((_, index) => index));
});

test("a file that is no PDF is UNREADABLE_FILE", async () => {
  await expect(extractText("pdf", "%PDF-1.7\nnothing else")).rejects.toMatchObject({ code: "UNREADABLE_FILE" });
});
