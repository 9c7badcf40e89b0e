import type { PageState } from "@assay/contract";
import { expect, test } from "vitest";
import { extractAll, sourceFile, testExtractor } from "./extract-all.ts";
import { makePdf, type PdfPageSource, pictureAt, scannedLines, textAt } from "./make-pdf.ts";

const PAGE = pictureAt("I0", 0, 0, 600, 800);
const LOGO = pictureAt("I0", 480, 740, 60, 40);
const FIGURE = pictureAt("I0", 100, 200, 400, 300);
const paragraph = Array.from({ length: 8 }, (_, line) =>
  textAt(50, 700 - line * 14, "Access rights of every user are reviewed twice a year."),
).join("\n");
const outlines = Array.from({ length: 600 }, (_, at) => `${at} ${at} m ${at} 10 ${at} 20 30 40 c f`).join("\n");

async function readPages(pages: readonly PdfPageSource[]) {
  const { readings } = await extractAll(testExtractor(), sourceFile("pdf", makePdf(pages)));
  return readings;
}

test.each<[string, string, PageState]>([
  ["text", paragraph, "TEXT"],
  ["text with a logo", `${paragraph} ${LOGO}`, "TEXT"],
  ["nothing", "", "EMPTY"],
  ["a line", "0 0 500 2 re f", "EMPTY"],
  ["a scan", PAGE, "IMAGE_ONLY"],
  ["a scan in strips", [0, 200, 400, 600].map((y) => pictureAt("I0", 0, y, 600, 200)).join(" "), "IMAGE_ONLY"],
  [
    "a scan as an inline mask",
    `q 600 0 0 800 0 0 cm BI /W 480 /H 640 /IM true /BPC 1 /F /AHx ID ${"0f".repeat(60 * 640)}> EI Q`,
    "IMAGE_ONLY",
  ],
  ["a scan with a page number", `${PAGE} ${textAt(270, 20, "Page 1 of 5")}`, "IMAGE_ONLY"],
  ["a scan with a number in its middle", `${PAGE} ${textAt(270, 400, "Page 1 of 5")}`, "IMAGE_ONLY"],
  [
    "a scan with the footer of a signature service",
    `${PAGE} ${textAt(20, 785, "DocuSign Envelope ID: 0D3A6C1E-93A4-4C7B-8F0E-2B0C5A1D7E11", 7)}`,
    "IMAGE_ONLY",
  ],
  ["a scan with a Bates number", `${PAGE} ${textAt(500, 15, "ACME-000123", 8)}`, "IMAGE_ONLY"],
  [
    "a scan with header and footer",
    `${PAGE} ${textAt(40, 780, "ACME Corporation Information Security Policy Version 3.2")} ${textAt(40, 20, "Confidential. Do not copy or hand on. Printed on 3 May 2024. Page 3 of 12")}`,
    "IMAGE_ONLY",
  ],
  [
    "a figure between headers",
    `${FIGURE} ${textAt(40, 780, "Network plan")} ${textAt(40, 20, "Page 4")}`,
    "IMAGE_ONLY",
  ],
  ["text and a figure", `${paragraph} ${FIGURE}`, "MIXED"],
  ["text and a figure that is clipped away", `${paragraph} q 0 0 5 5 re W n ${FIGURE} Q`, "TEXT"],
  ["text and a figure on a layer that is off", `${paragraph} /OC /L0 BDC ${FIGURE} EMC`, "TEXT"],
  ["a scan with its words as text", `${PAGE} BT 3 Tr /F1 12 Tf 50 600 Td (Access rights) Tj ET`, "MIXED"],
  ["letters drawn as outlines", outlines, "IMAGE_ONLY"],
])("a page of %s is told as such", async (_, content, state) => {
  const [page, ...others] = await readPages([{ content, pictures: [scannedLines], layers: ["off"] }]);
  expect(page).toMatchObject({ index: 0, pageNumber: 1, label: null, state, reason: null });
  expect(others).toEqual([]);
  const hasPicture = state === "IMAGE_ONLY" || state === "MIXED";
  expect(page?.picture?.at).toEqual(hasPicture ? { kind: "PAGE" } : undefined);
});

test("the words of an image have a segment of their own, after the text of its page", async () => {
  const pages = [{ content: paragraph }, { content: `${PAGE} ${textAt(270, 20, "Page 2")}` }, { content: PAGE }];
  const file = makePdf(pages.map((page) => ({ ...page, pictures: [scannedLines] })));
  const { segments, readings, pagesWithText } = await extractAll(testExtractor(), sourceFile("pdf", file));
  expect(segments.map(({ pageNumber, text }) => [pageNumber, text.slice(0, 6)])).toEqual([
    [1, "Access"],
    [2, "Page 2"],
    [2, ""],
    [3, ""],
  ]);
  expect(readings.map(({ picture }) => picture?.segment)).toEqual([undefined, 2, 3]);
  expect(pagesWithText).toBe(1);
});
