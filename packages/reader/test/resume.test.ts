import { readFileSync } from "node:fs";
import type { FileType } from "@assay/contract";
import { expect, test } from "vitest";
import { type Extracted, extractAll, sourceFile, testExtractor } from "./extract-all.ts";
import { book, cell, page, word, wordParagraph, wordRun } from "./hidden-files.ts";
import { makePdf, pictureAt, scannedLines, textAt } from "./make-pdf.ts";
import { DATA, isWanted } from "./public-files.ts";

const longPage = Array.from({ length: 350 }, (_, line) =>
  textAt(50, 790 - line * 2, `${line} ${"word ".repeat(40)}`, 3),
);
const stamped = `${pictureAt("I0", 0, 0, 600, 800)} ${textAt(270, 20, "Page 2")}`;
/** Is on each page, and is text of the first one alone. */
const running = `${textAt(40, 785, "ACME policy")} ${textAt(40, 15, "For internal use")}`;
const pdf = () =>
  makePdf([
    { content: `${running} ${textAt(50, 700, "First")}` },
    { content: `${running} ${stamped}`, pictures: [scannedLines] },
    { content: `${running} ${textAt(50, 700, "Third")}` },
    { content: longPage.join("\n") },
    { content: "" },
    { content: `${running} ${textAt(50, 700, "Last")}` },
  ]);
const markdown = Array.from({ length: 12 }, (_, at) => `# Part ${at}\n\n${"Text of it. ".repeat(at * 900)}`).join(
  "\n\n",
);

const FILES: readonly [name: string, FileType, () => Uint8Array | string][] = [
  ["a PDF with a scan and a page of several segments", "pdf", pdf],
  ["a workbook", "xlsx", () => book({ rows: `<row r="3">${cell("Owner")}</row>` })],
  ["a Word file", "docx", () => word(wordParagraph(wordRun("Access is reviewed.")))],
  ["a Markdown file", "md", () => markdown],
  ["an HTML page", "html", () => page("<h1>One</h1><p>First</p><h1>Two</h1><p>Second</p>")],
  ["a mail", "eml", () => `From: a@example.com\nSubject: Review\n\nDone.`],
];
const PUBLIC = ["unencrypted.pdf", "multitiff.pdf", "testPDFPackage.pdf", "testPPT_various2.pptx"];

/** The pages that are stored whole when the segments below an index are. */
function wholePages({ segments, readings }: Extracted, fromSegment: number) {
  const first = (pageNumber: number) =>
    segments.find((segment) => (segment.pageNumber ?? 0) > pageNumber)?.index ?? segments.length;
  const pages = readings.filter(({ index }) => first(index + 1) <= fromSegment).length;
  return { pages, segments: first(pages) };
}

async function expectSameFromEverySegment(fileType: FileType, content: Uint8Array | string): Promise<Extracted> {
  const file = sourceFile(fileType, content);
  const whole = await extractAll(testExtractor(), file);
  expect(whole.segments.map(({ index }) => index)).toEqual(whole.segments.map((_, index) => index));
  expect(whole.readings.map(({ index }) => index)).toEqual(whole.readings.map((_, index) => index));
  for (let fromSegment = 0; fromSegment <= whole.segments.length; fromSegment++) {
    const stored = wholePages(whole, fromSegment);
    const rest = await extractAll(testExtractor(), file, { fromSegment, wholePages: stored });
    expect(rest.segments).toEqual(whole.segments.slice(fromSegment));
    // A PDF continues with the first page that is not stored whole; the pages of others come again.
    expect(rest.readings).toEqual(fileType === "pdf" ? whole.readings.slice(stored.pages) : whole.readings);
    expect(rest.pages).toBe(whole.pages);
  }
  return whole;
}

test.each(FILES)("%s gives the same segments and pages from whatever segment it is read on", async (_, type, make) => {
  const { readings } = await expectSameFromEverySegment(type, make());
  expect(readings.length).toBeGreaterThan(0);
});

test.runIf(isWanted).each(PUBLIC)("so does the public file %s", async (name) => {
  await expectSameFromEverySegment(name.split(".").pop() as FileType, readFileSync(`${DATA}documents/${name}`));
});

test("a page of more than 50,000 characters is split, whatever the number of pages", async () => {
  const pages = Array.from({ length: 12 }, (_, at) => ({ content: at === 5 ? longPage.join("\n") : "" }));
  const { segments, readings } = await extractAll(testExtractor(), sourceFile("pdf", makePdf(pages)));
  expect(segments.filter(({ pageNumber }) => pageNumber === 6).length).toBeGreaterThan(1);
  expect(readings).toHaveLength(12);
});
