import type { PageState } from "@assay/contract";
import type { ExtractFormat } from "../child/extract-format.ts";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { SegmentSink } from "../child/segment-sink.ts";
import { writePicture } from "../child/write-picture.ts";
import { OPENED_BYTES_MAX } from "../embedded/open-embedded-files.ts";
import { listPdfFiles, mentionsFiles } from "../embedded/pdf-files.ts";
import { warnOfUnread } from "../embedded/warn-of-unread.ts";
import { cutTables, type TableRow } from "../formats/cut-tables.ts";
import { plainBoxes } from "../text/choices.ts";
import { isGibberish } from "../text/is-gibberish.ts";
import { createTextBuilder, cutMarked, type MarkedText, markText } from "../text/marked-text.ts";
import { type Comment, writeComments } from "../text/write-comments.ts";
import { type CarriedHeadings, type CarriedTable, carryHeadings, withHeadings } from "./carry-headings.ts";
import { classifyPage, countWords, GOOD_SHARE_MIN, shareCovered } from "./classify-page.ts";
import { findHeadersAndFooters, listEdgeLines } from "./find-headers-and-footers.ts";
import { createHiddenTextFinder } from "./find-hidden-text.ts";
import { createStruckTextFinder } from "./find-struck-text.ts";
import { findTables } from "./find-tables.ts";
import type { PdfAnnotation } from "./form-parts.ts";
import type { Area } from "./geometry.ts";
import { joinItems, type TextRun } from "./join-items.ts";
import { isDrawn, listAnnotationLines } from "./list-annotation-lines.ts";
import { listComments } from "./list-comments.ts";
import { listStruckAreas } from "./list-struck-areas.ts";
import { listXfaLines, type XfaNode } from "./list-xfa-lines.ts";
import { whileListening } from "./look-inside-pdfjs.ts";
import { canWatchReading, loadOperators, openPdf, type Pdf, type PdfPage } from "./open-pdf.ts";
import { placeFields } from "./place-fields.ts";
import { createEdgeReader, type EdgeReader } from "./read-edges.ts";
import { type Layers, readLayers } from "./read-layers.ts";
import { readPictures } from "./read-pictures.ts";
import { type TracedPage, traceText } from "./trace-text.ts";
import { type ReadingSigns, watchReading } from "./watch-reading.ts";

const PAGES_MAX = 20_000;
/** Of a page's height and width, where running headers, footers and numbers stand. */
const MARGIN_SHARE = 0.08;

/** The text of each page under its number, and what was read of it. */
export const extractPdf: ExtractFormat = async (bytes, sink) => {
  const [mentioned, reachable] = [mentionsFiles(bytes), bytes.length <= OPENED_BYTES_MAX];
  const pdf = await openPdf(bytes);
  if (pdf.numPages > PAGES_MAX) {
    throw new ExtractionFailure(
      "EXTRACTION_LIMIT_EXCEEDED",
      `Cannot read the file because it has ${pdf.numPages} pages: at most ${PAGES_MAX} are allowed`,
    );
  }
  const layers = await readLayers(pdf);
  const edges = createEdgeReader(pdf);
  let unreadable = 0;
  const first = sink.passStored() + 1;
  const tools = { layers, edges, before: null };
  let before = first > 1 ? (await readPage(pdf, first - 1, tools)).tables.carried : null;
  for (let pageNumber = first; pageNumber <= pdf.numPages; pageNumber += 1) {
    const page = await readPage(pdf, pageNumber, { layers, edges, before });
    before = page.tables.carried;
    if (page.state === "UNREADABLE") unreadable += 1;
    await writePage(sink, pageNumber, page);
  }
  if (unreadable === pdf.numPages) {
    throw new ExtractionFailure("UNREADABLE_FILE", "Cannot read the file because none of its pages is valid");
  }
  await warnOfUnread(sink, () => listPdfFiles(pdf, mentioned), { reachable: mentioned && reachable });
  const summary = { pages: pdf.numPages, pagesWithText: sink.pagesWithText };
  await pdf.loadingTask.destroy();
  return summary;
};

interface ReadPage {
  readonly content: MarkedText;
  readonly rows: readonly TableRow[];
  readonly comments: readonly Comment[];
  readonly tables: CarriedTable;
  readonly state: PageState;
  /** Why OCR is to read it, though it has a text. */
  readonly reason?: string;
}

interface PageTools {
  readonly layers: Layers;
  readonly edges: EdgeReader;
  /** Of a table at the foot of the page before. */
  readonly before: CarriedHeadings | null;
}

const BROKEN: ReadPage = {
  ...{ content: markText(""), rows: [], comments: [], state: "UNREADABLE" },
  tables: { continued: null, carried: null },
};

/** OCR reads what the page shows; the text stays, since it may be in a language that nobody knows here. */
const GIBBERISH = {
  state: "MIXED",
  reason: "The letters in the file may not be those that the page shows: its text is read from its image.",
} as const;

/** Every page has a segment, even where it has no text. */
async function writePage(
  sink: SegmentSink,
  pageNumber: number,
  { content, rows, comments, tables, state, reason }: ReadPage,
): Promise<void> {
  const hasPicture = state === "IMAGE_ONLY" || state === "MIXED";
  if (content.text !== "" || !hasPicture)
    for (const { start, end, context } of withHeadings(cutTables(content, rows), tables))
      await sink.write({ pageNumber, context, content: cutMarked(content, start, end) });
  await writeComments(sink, comments, { pageNumber, location: "Comments" });
  sink.page({
    pageNumber,
    state,
    reason: state === "UNREADABLE" ? "The page is damaged." : (reason ?? null),
    picture: hasPicture ? await writePicture(sink, { pageNumber }, { kind: "PAGE" }) : null,
  });
}

/** A broken page must not cost the others. */
async function readPage(pdf: Pdf, pageNumber: number, tools: PageTools): Promise<ReadPage> {
  try {
    const page = await pdf.getPage(pageNumber);
    try {
      const read = await readPageText(page, tools);
      return (await isGibberish(withoutHidden(read.content))) ? { ...read, ...GIBBERISH } : read;
    } finally {
      page.cleanup();
    }
  } catch {
    return BROKEN;
  }
}

async function readPageText(page: PdfPage, { layers, edges, before }: PageTools): Promise<ReadPage> {
  const { items, signs } = await readItems(page);
  const area = areaOfPage(page);
  const running = await findRunning(page, items, edges);
  const annotations = (await page.getAnnotations()) as PdfAnnotation[];
  const source = { items, running, annotations, area, before };
  if (signs && !signs.isSuspect && !annotations.some(isDrawn)) {
    const plain = composePage(source, null, signs.bars);
    // Without text outside the margins, outlines may be letters, and a small image may be all there is.
    const isText = plain.bodyWords > 0 && shareCovered(area, signs.pictures) < GOOD_SHARE_MIN;
    if (isText || !signs.isDrawnOn) return plain;
  }
  return composePage(source, await traceDrawing(page, area, layers));
}

interface PageSource {
  readonly items: readonly TextRun[];
  /** Places of those that repeat a header or a footer. */
  readonly running: ReadonlySet<number>;
  readonly annotations: readonly PdfAnnotation[];
  readonly area: Area;
  readonly before: CarriedHeadings | null;
}

function composePage(
  { items, running, annotations, area, before }: PageSource,
  drawing: TracedPage | null,
  bars: readonly Area[] = drawing?.bars ?? [],
): ReadPage & { bodyWords: number } {
  const builder = createTextBuilder();
  const form = placeFields(
    items.filter((_, at) => !running.has(at)),
    annotations,
  );
  const marks = {
    findHidden: drawing && createHiddenTextFinder(drawing.texts),
    findStruck: createStruckTextFinder([...bars, ...listStruckAreas(annotations)]),
  };
  // What fields say stands among the words of a form, not in cells.
  const isForm = annotations.some(({ subtype }) => subtype === "Widget");
  const { texts, rows } = joinItems(form.runs, builder, marks, isForm ? [] : bars);
  for (const { text, hidden } of [...form.lines, ...listAnnotationLines(form.rest)]) {
    builder.add("\n");
    builder.add(text, hidden);
  }
  const content = builder.build();
  const dropped = items.filter((_, at) => running.has(at)).map(({ str }) => str);
  const words = countWords(withoutHidden(content)) + countWords(dropped.join(" "));
  const marginWords = Math.min(words, countMarginWords(items, area));
  const view = drawing ?? { pictures: [], strokes: 0, hasLayer: false };
  const blank = builder.blankStart;
  const placed = texts.map((text) => ({ ...text, start: text.start - blank, end: text.end - blank }));
  const found = findTables(placed);
  const ruled = rows.map((table) => table.map((row) => ({ ...row, start: row.start - blank, end: row.end - blank })));
  const tables = carryHeadings({ content, texts: placed, found }, before, area);
  const state = classifyPage({ ...view, page: area, words, marginWords });
  const comments = listComments(annotations, items);
  return { content, rows: joinTables(found.rows, ruled), comments, tables, state, bodyWords: words - marginWords };
}

/** Of a table with lines its rows are known. */
function joinTables(found: readonly TableRow[], ruled: readonly (readonly Omit<TableRow, "table">[])[]): TableRow[] {
  const spans = ruled.flatMap((rows) => (rows.length > 0 ? [{ start: rows[0]!.start, end: rows.at(-1)!.end }] : []));
  const isOver = (row: TableRow) => spans.some(({ start, end }) => row.start < end && row.end > start);
  const numbered = ruled.flatMap((rows, at) => rows.map((row) => ({ ...row, table: -1 - at })));
  return [...found.filter((row) => !isOver(row)), ...numbered].sort((a, b) => a.start - b.start);
}

/** With what the reading tells of the drawing, where it does. */
async function readItems(page: PdfPage): Promise<{ items: TextRun[]; signs: ReadingSigns | null }> {
  const read = async () => {
    const items = withPlainBoxes((await page.getTextContent()).items as TextRun[]);
    const form = items.some(({ transform }) => transform) ? null : ((await page.getXfa()) as XfaNode | null);
    return form ? listXfaLines(form).map((str) => ({ str })) : items;
  };
  if (!(await canWatchReading())) return { items: await read(), signs: null };
  const signs = watchReading(await loadOperators());
  return { items: await whileListening(signs, read), signs };
}

function withPlainBoxes(runs: readonly TextRun[]): TextRun[] {
  const plain = plainBoxes(runs.map(({ str }) => str));
  return runs.map((run, at) => (plain[at] === run.str ? run : { ...run, str: plain[at]! }));
}

/** Headers and footers stay where they stand first. */
async function findRunning(page: PdfPage, items: readonly TextRun[], edges: EdgeReader): Promise<Set<number>> {
  const area = areaOfPage(page);
  const own = listEdgeLines(page.pageNumber, items, area);
  const before = await edges.before(page.pageNumber);
  edges.note(own);
  return findHeadersAndFooters(own, before, area);
}

/** A page whose drawing is broken still has its text. */
async function traceDrawing(page: PdfPage, area: Area, layers: Layers): Promise<TracedPage | null> {
  const list = await page.getOperatorList().catch(() => null);
  if (!list) return null;
  const drawing = { ...list, operators: await loadOperators() };
  return traceText(drawing, { ...layers, page: area, ...(await readPictures(page, drawing)) });
}

function areaOfPage({ view: [x1 = 0, y1 = 0, x2 = 0, y2 = 0] }: PdfPage): Area {
  return { x1, y1, x2, y2 };
}

function withoutHidden({ text, hidden }: MarkedText): string {
  let at = 0;
  let seen = "";
  for (const [start, end] of hidden) {
    seen += text.slice(at, start);
    at = end;
  }
  return seen + text.slice(at);
}

function countMarginWords(items: readonly TextRun[], { x1, y1, x2, y2 }: Area): number {
  const [wide, high] = [(x2 - x1) * MARGIN_SHARE, (y2 - y1) * MARGIN_SHARE];
  let words = 0;
  for (const { str, transform } of items) {
    if (!transform || str.trim() === "") continue;
    const [, , , , x = 0, y = 0] = transform;
    if (y < y1 + high || y > y2 - high || x < x1 + wide / 2 || x > x2 - wide) words += countWords(str);
  }
  return words;
}
