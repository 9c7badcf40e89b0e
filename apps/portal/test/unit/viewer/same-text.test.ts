import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createTextExtractor } from "@assay/reader";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, describe, expect, test } from "vitest";
import { locateOnPage, occurrenceAt, type PageRun } from "../../../src/viewer/locate-on-page.ts";

const DEMO = fileURLToPath(new URL("../../../../../tools/demo/evidence/", import.meta.url));
const PUBLIC = fileURLToPath(new URL("../../../../../../shared/data/documents/", import.meta.url));
const PAGES_MAX = 3;
const QUOTES_PER_PAGE = 15;

const extractor = createTextExtractor({ processes: 1 });
afterAll(() => extractor.close());

/** The pages as the service reads them, and the runs that a browser is given for the same page. */
async function readBoth(path: string): Promise<{ text: string; runs: PageRun[] }[]> {
  const bytes = await readFile(path);
  const texts: { text: string; pageNumber: number }[] = [];
  await extractor.extract(
    { fileType: "pdf", sizeBytes: bytes.length, open: async () => new Blob([bytes]).stream() },
    {
      fromSegment: 0,
      charactersMax: 5_000_000,
      signal: AbortSignal.timeout(30_000),
      onSegment: async ({ text, pageNumber }) => void texts.push({ text, pageNumber: pageNumber! }),
    },
  );
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages = texts.slice(0, PAGES_MAX).map(async ({ text, pageNumber }) => {
    const { items } = await (await pdf.getPage(pageNumber)).getTextContent();
    return { text, runs: items.filter((item) => "str" in item) };
  });
  const both = await Promise.all(pages);
  await pdf.loadingTask.destroy();
  return both;
}

/** Stretches of several lengths from all over a text, from word to word. */
function pickQuotes(text: string): { quote: string; start: number }[] {
  const words = [...text.matchAll(/\S+/g)];
  const step = Math.max(1, Math.floor(words.length / QUOTES_PER_PAGE));
  return words
    .filter((_, at) => at % step === 0)
    .map(({ index }, at) => ({ quote: text.slice(index, index + 20 + ((at * 37) % 280)).trim(), start: index }))
    .filter(({ quote }) => quote.length >= 20);
}

const letters = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Returns how many quotes were tried. */
async function findEveryQuote(path: string): Promise<number> {
  let tried = 0;
  for (const { text, runs } of await readBoth(path))
    for (const { quote, start } of pickQuotes(text)) {
      tried++;
      const ranges = locateOnPage(runs, quote, occurrenceAt(text, quote, start)) ?? [];
      const marked = ranges.map((range) => runs[range.run]!.str.slice(range.start, range.end)).join("");
      expect(letters(marked), quote).toBe(letters(quote));
    }
  return tried;
}

describe("what the service quotes from a PDF is found among the runs that a browser gets", { timeout: 600_000 }, () => {
  test.each([
    "northwind/information-security-policy",
    "northwind/business-continuity-plan-2019",
    "harbour/privacy-and-records-notice",
  ])("%s", async (name) => {
    expect(await findEveryQuote(`${DEMO}${name}.pdf`)).toBeGreaterThan(10);
  });

  test.runIf(existsSync(PUBLIC)).each(["cweb", "unencrypted", "testPDF"])("public test file %s", async (name) => {
    expect(await findEveryQuote(`${PUBLIC}${name}.pdf`)).toBeGreaterThan(10);
  });
});
