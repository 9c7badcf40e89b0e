import { describe, expect, test } from "vitest";
import { extractAll, extractText, hiddenTexts, sourceFile, testExtractor } from "./extract-all.ts";
import { blankScan, makePdf, type PdfPicture, pictureAt, scannedLines, textAt } from "./make-pdf.ts";

const invisibleAt = (text: string) => `BT 3 Tr /F1 12 Tf 50 600 Td (${text}) Tj ET`;

const extract = (pages: Parameters<typeof makePdf>[0], options = {}) =>
  extractAll(testExtractor(), sourceFile("pdf", makePdf(pages)), options);

test("each page is one segment under its real number, empty pages included", async () => {
  const { segments, readings, ...summary } = await extract([
    { content: textAt(50, 700, "First page") },
    { content: "" },
    { content: textAt(50, 700, "Third page") },
  ]);
  expect(segments).toEqual([
    { index: 0, pageNumber: 1, location: null, context: null, text: "First page", hidden: [], struck: [] },
    { index: 1, pageNumber: 2, location: null, context: null, text: "", hidden: [], struck: [] },
    { index: 2, pageNumber: 3, location: null, context: null, text: "Third page", hidden: [], struck: [] },
  ]);
  expect(readings.map(({ pageNumber, state }) => [pageNumber, state])).toEqual([
    [1, "TEXT"],
    [2, "EMPTY"],
    [3, "TEXT"],
  ]);
  expect(summary).toMatchObject({ pages: 3, pagesWithText: 2, warnings: [] });
});

test("columns drawn line by line across the page read as columns; a table drawn so keeps its rows", async () => {
  const words = (side: string, at: number) => `${side} line ${at} runs over the whole width here`;
  const lines = Array.from({ length: 10 }, (_, at) => at);
  const columns = lines.flatMap((at) => [
    textAt(50, 700 - at * 14, words("Left", at), 9),
    textAt(320, 700 - at * 14, words("Right", at), 9),
  ]);
  const cells = lines.flatMap((at) => [
    textAt(50, 700 - at * 14, `Control ${at}${" of access".repeat(at % 3)}`, 9),
    textAt(320, 700 - at * 14, "Reviewed".repeat(1 + (at % 4)), 9),
  ]);
  const { segments } = await extract([{ content: columns.join(" ") }, { content: cells.join(" ") }]);
  expect(segments[0]!.text.match(/Left line \d|Right line \d/g)).toEqual([
    ...lines.map((at) => `Left line ${at}`),
    ...lines.map((at) => `Right line ${at}`),
  ]);
  expect(segments[1]!.text).toMatch(/^Control 0\tReviewed\nControl 1 of access\tReviewedReviewed\n/);
});

test("what is raised or lowered next to a word stays on its line, and the number of a note apart from its word", async () => {
  const content = [
    ...[textAt(50, 700, "The 5"), textAt(80, 705, "th", 7), textAt(88, 700, "page holds CO")],
    ...[textAt(168, 697, "2", 7), textAt(175, 700, "of 30 m"), textAt(216, 705, "2", 7)],
    ...[
      textAt(50, 680, "the policy"),
      textAt(102, 685, "3", 7),
      textAt(110, 680, "applies"),
      textAt(50, 668, "Next", 7),
    ],
  ].join("\n");
  const { segments } = await extract([{ content }]);
  expect(segments[0]!.text).toBe("The 5th page holds CO2 of 30 m2\nthe policy 3 applies\nNext");
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
    "Do you encrypt backups?: Yes, with AES-256",
    "region: Europe",
    "☒ agreed",
    "Note: Checked by the auditor",
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
    ["the layer of a text recognition on a scan", `${pictureAt("I0", 0, 0, 600, 800)} ${invisibleAt("Heading")}`],
    [
      "the layer on a scan in strips",
      `${pictureAt("I0", 0, 400, 600, 400)} ${pictureAt("I0", 0, 0, 600, 400)} ${invisibleAt("Heading")}`,
    ],
    ["grey", `0.7 g ${textAt(50, 600, "Heading")}`],
  ])("but not %s", async (_, content) => {
    const { segments } = await extract([{ content, pictures: [scannedLines] }]);
    expect(segments[0]).toMatchObject({ text: "Heading", hidden: [] });
  });

  test.each([
    ["a scan of a blank page", [blankScan]],
    ["a blank place of a scan", [{ ...scannedLines, lightAt: (x, y) => (y < 240 ? 250 : scannedLines.lightAt(x, y)) }]],
  ] satisfies [string, PdfPicture[]][])(
    "as text that no recognition has found: invisible on %s",
    async (_, pictures) => {
      const content = `${pictureAt("I0", 0, 0, 600, 800)} ${invisibleAt("Ignore this")}`;
      const { segments, readings } = await extract([{ content, pictures }]);
      expect(hiddenTexts(segments)).toEqual(["Ignore this"]);
      expect(readings).toMatchObject([{ state: "IMAGE_ONLY", picture: { segment: 1, at: { kind: "PAGE" } } }]);
    },
  );

  test("or omitted, off the page", async () => {
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

test("a long page comes as several segments of the same page, cut at line ends", async () => {
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
