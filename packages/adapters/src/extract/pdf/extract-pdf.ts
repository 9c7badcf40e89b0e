import { SEGMENT_LENGTH_MAX } from "@assay/core/ports";
import type { ExtractFormat } from "../child/extract-format.ts";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import { createTextBuilder, type MarkedText, markText } from "../text/marked-text.ts";
import { createUnseenFinder, type FindUnseen } from "./find-unseen.ts";
import { joinItems, type TextRun } from "./join-items.ts";
import { listAnnotationLines, type PdfAnnotation } from "./list-annotation-lines.ts";
import { createOpacityCheck } from "./opaque-pictures.ts";
import { loadOperators, openPdf, type Pdf, type PdfPage } from "./open-pdf.ts";
import { type Layers, readLayers } from "./read-layers.ts";
import { traceText } from "./trace-text.ts";

const PAGES_MAX = 20_000;
/** Up to here a page may make several segments, and a resumed call reads all pages again to count them. */
const SPLIT_PAGES_MAX = 8;

/** One segment per page, so that a resumed call knows which pages it may pass over unread. */
export const extractPdf: ExtractFormat = async (bytes, sink) => {
  const pdf = await openPdf(bytes);
  if (pdf.numPages > PAGES_MAX) {
    throw new ExtractionFailure(
      "EXTRACTION_LIMIT_EXCEEDED",
      `Cannot read the file because it has ${pdf.numPages} pages: at most ${PAGES_MAX} are allowed`,
    );
  }
  const onePiecePerPage = pdf.numPages > SPLIT_PAGES_MAX;
  const layers = await readLayers(pdf);
  let unreadable = 0;
  let pagesWithText = 0;
  for (let pageNumber = 1; pageNumber <= pdf.numPages; pageNumber += 1) {
    if (onePiecePerPage && sink.count < sink.fromSegment) {
      sink.skip();
      continue;
    }
    const content = await readPage(pdf, pageNumber, layers);
    if (content?.text) pagesWithText += 1;
    if (!content) unreadable += 1;
    else if (onePiecePerPage && content.text.length > SEGMENT_LENGTH_MAX) throw pageTooLong(pageNumber, content);
    await sink.write({ pageNumber, content: content ?? markText("") });
  }
  if (unreadable === pdf.numPages) {
    throw new ExtractionFailure("UNREADABLE_FILE", "Cannot read the file because none of its pages is valid");
  }
  const summary = { pages: pdf.numPages, pagesWithText };
  await pdf.loadingTask.destroy();
  return summary;
};

/** `null` for a broken page, which must not cost the others. */
async function readPage(pdf: Pdf, pageNumber: number, layers: Layers): Promise<MarkedText | null> {
  try {
    const page = await pdf.getPage(pageNumber);
    try {
      return await readPageText(page, layers);
    } finally {
      page.cleanup();
    }
  } catch {
    return null;
  }
}

async function readPageText(page: PdfPage, layers: Layers): Promise<MarkedText> {
  const builder = createTextBuilder();
  const { items } = await page.getTextContent();
  const findUnseen = items.length > 0 ? await readUnseen(page, layers) : null;
  joinItems(items as TextRun[], builder, findUnseen);
  const annotations = (await page.getAnnotations()) as PdfAnnotation[];
  for (const { text, hidden } of listAnnotationLines(annotations)) {
    builder.add("\n");
    builder.add(text, hidden);
  }
  return builder.build();
}

/** A page whose drawing is broken still has its text. */
async function readUnseen(page: PdfPage, layers: Layers): Promise<FindUnseen | null> {
  const drawing = await page.getOperatorList().catch(() => null);
  if (!drawing) return null;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = page.view;
  const context = { ...layers, page: { x1, y1, x2, y2 }, isOpaque: createOpacityCheck(page) };
  return createUnseenFinder(traceText({ ...drawing, operators: await loadOperators() }, context));
}

function pageTooLong(pageNumber: number, { text }: MarkedText): ExtractionFailure {
  return new ExtractionFailure(
    "EXTRACTION_LIMIT_EXCEEDED",
    `Cannot read the file because page ${pageNumber} has ${text.length} characters: at most ${SEGMENT_LENGTH_MAX} are allowed`,
  );
}
