import { Parser } from "htmlparser2";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { TextPart } from "../formats/section-writer.ts";
import type { CellText, Row } from "../text/row-blocks.ts";
import type { Comment } from "../text/write-comments.ts";
import { columnName } from "../xlsx/describe-range.ts";
import type { MergedArea } from "../xlsx/merged-cells.ts";
import { createOdfControls } from "./odf-controls.ts";
import { isHidden, isStruck, type Place, readLook } from "./odf-looks.ts";
import { createOdfNames } from "./odf-names.ts";
import type { OdfStyles } from "./odf-styles.ts";
import { localName } from "./read-paragraphs.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Line = readonly TextPart[];

/** A sheet; all but its name is known when its last row has been taken. */
export interface OdsSheet {
  readonly name: string;
  readonly hidden: boolean;
  /** Areas that begin in the rows taken so far. */
  readonly merged: readonly MergedArea[];
  /** Lines of each text box and other shape, and of controls that are on no cell. */
  readonly boxes: readonly (readonly Line[])[];
  readonly comments: readonly Comment[];
  /** Folders of embedded objects, and the parts of images. */
  readonly objects: readonly string[];
  readonly pictures: readonly string[];
  readonly uncomputed: { readonly count: number; readonly first: string };
}

type SheetRow = Row & { readonly columns: readonly number[] };

const PIECE_LENGTH = 64 * 1024;
const ROW_LENGTH_MAX = 1_000_000;
const COLUMNS_MAX = 16_384;
const SPACES_MAX = 100;
const AREAS_MAX = 50_000;
const DRAWN_MAX = 2000;
const COMMENTS_MAX = 10_000;
const SHAPE =
  /^(?:frame|custom-shape|rect|ellipse|circle|line|polyline|polygon|path|caption|connector|measure|regular-polygon)$/;

interface Cell {
  readonly column: number;
  readonly repeated: number;
  readonly value: string;
  readonly isComputed: boolean;
  readonly parts: TextPart[];
  hasText: boolean;
}

interface Taken {
  readonly row: SheetRow;
  readonly repeated: number;
}

type MutableSheet = {
  [K in keyof OdsSheet]: OdsSheet[K] extends readonly (infer T)[] ? T[] : Mutable<OdsSheet[K]>;
};

/** Sheet after sheet; the rows of one are to be taken before the next. Throws ExtractionFailure EXTRACTION_LIMIT_EXCEEDED. */
export async function* scanOds(
  xml: string,
  styles: OdfStyles,
): AsyncGenerator<{ sheet: OdsSheet; rows: AsyncIterable<SheetRow> }> {
  const scan = createScan(styles);
  let at = 0;
  const readOn = (): boolean => {
    if (at >= xml.length) return false;
    scan.parser.write(xml.slice(at, at + PIECE_LENGTH));
    at += PIECE_LENGTH;
    if (at >= xml.length) scan.parser.end();
    return true;
  };
  async function* rowsOf(sheet: OdsSheet): AsyncGenerator<SheetRow> {
    for (;;) {
      const next = scan.events[0];
      if (next === undefined) {
        if (!readOn()) return;
      } else if (next === sheet) scan.events.shift();
      else if ("name" in next) return;
      else {
        scan.events.shift();
        for (let copy = 0; copy < next.repeated; copy += 1) yield { ...next.row, number: next.row.number + copy };
      }
    }
  }
  for (;;) {
    const sheet = scan.events[0];
    if (sheet === undefined) {
      if (!readOn()) return;
    } else if ("name" in sheet) yield { sheet, rows: rowsOf(sheet) };
    else scan.events.shift();
  }
}

/** Parses into `events`: a sheet where it begins, its rows, and the sheet again where it ends. */
function createScan(styles: OdfStyles) {
  const events: (MutableSheet | Taken)[] = [];
  const named = createOdfNames();
  const places: Place[] = [];
  let controls = createOdfControls();
  let forms = 0;
  let inSheets = 0;
  let dropped = 0;
  let sheet: MutableSheet | null = null;
  let columns: { readonly last: number; readonly gone: boolean; readonly style: string | undefined }[] = [];
  let tables = 0;
  let rowNumber = 0;
  let column = 0;
  let rowLength = 0;
  let row: { readonly repeated: number; readonly style: string | undefined; cells: CellText[]; at: number[] } | null =
    null;
  let cell: Cell | null = null;
  let shapes = 0;
  let hasObject = false;
  let box: TextPart[][] = [];
  let comment: { author: string; date: string; text: string; resolved: boolean; reply: boolean } | null = null;
  let within = "";

  const add = (text: string) => {
    if (text === "" || !sheet || dropped > 0) return;
    const part = { text, hidden: isHidden(places, styles.page), struck: isStruck(places) };
    if (shapes > 0) box.at(-1)?.push(part);
    else cell?.parts.push(part);
  };
  const held = (text: string, unshown: boolean): TextPart => ({
    text,
    hidden: unshown || isHidden(places, styles.page),
    struck: isStruck(places),
  });
  const columnAt = (index: number) => columns.find(({ last }) => index <= last);
  const openCell = (attributes: Record<string, string>) => {
    const of = (name: string) => attributes[name];
    const spans = {
      columns: countOf(of("table:number-columns-spanned")),
      rows: countOf(of("table:number-rows-spanned")),
    };
    const first = { firstRow: rowNumber, firstColumn: column };
    if ((spans.columns > 1 || spans.rows > 1) && sheet && sheet.merged.length < AREAS_MAX)
      sheet.merged.push({ ...first, lastRow: rowNumber + spans.rows - 1, lastColumn: column + spans.columns - 1 });
    cell = {
      column,
      repeated: Math.min(countOf(of("table:number-columns-repeated")), COLUMNS_MAX),
      value: heldValue(of),
      isComputed: of("table:formula") === undefined || of("office:value-type") !== undefined,
      parts: [],
      hasText: false,
    };
  };
  const closeCell = () => {
    if (!cell || !row || !sheet) return;
    const { repeated, value, parts } = cell;
    const shown = parts.some(({ text }) => text.trim() !== "");
    // A cell that shows nothing of its value hides it.
    const all = shown || value === "" ? parts : [...parts, held(value, cell.hasText)];
    if (!shown && value === "" && !cell.isComputed) {
      if (sheet.uncomputed.count === 0) sheet.uncomputed.first = `${columnName(column)}${rowNumber}`;
      sheet.uncomputed.count += 1;
    }
    const length = all.reduce((sum, { text }) => sum + text.length, 0);
    const isBlank = all.every(({ text }) => text.trim() === "");
    for (let copy = 0; !isBlank && copy < repeated; copy += 1) {
      rowLength += length;
      if (rowLength > ROW_LENGTH_MAX) throw rowTooLong(rowNumber);
      const gone = columnAt(column + copy)?.gone === true;
      const isPlain = !gone && all.every((part) => !part.hidden && part.struck !== true);
      row.cells.push(
        isPlain ? all.map(({ text }) => text).join("") : all.map((part) => ({ ...part, hidden: gone || part.hidden })),
      );
      row.at.push(column + copy);
    }
    column += repeated;
    cell = null;
  };
  const closeRow = () => {
    if (!row) return;
    const { repeated, cells, at } = row;
    if (cells.length > 0) events.push({ row: { number: rowNumber, cells, columns: at }, repeated });
    rowNumber += repeated - 1;
    row = null;
  };

  const parser = new Parser(
    {
      onopentag(name, given) {
        const tag = localName(name);
        const attributes = named(given);
        if (tag === "spreadsheet") inSheets += 1;
        if (inSheets === 0) return;
        if (tag === "forms") forms += 1;
        if (forms > 0) return controls.open(tag, attributes);
        const styled =
          tag === "table-cell" && attributes["table:style-name"] === undefined
            ? { ...attributes, ...styleName(row?.style ?? columnAt(column)?.style) }
            : attributes;
        places.push({ tag, look: readLook(tag, styled, styles) });
        if (tag === "tracked-changes" || tag === "content-validations") dropped += 1;
        if (dropped > 0) return;
        if (tag === "table") {
          tables += 1;
          if (tables > 1 || shapes > 0) return;
          const title = (attributes["table:name"] ?? "").trim() || `Sheet ${events.length + 1}`;
          sheet = {
            ...{ name: title, hidden: isHidden(places, styles.page), merged: [], boxes: [], comments: [] },
            ...{ objects: [], pictures: [], uncomputed: { count: 0, first: "" } },
          };
          [columns, rowNumber, controls] = [[], 0, createOdfControls()];
          events.push(sheet);
          return;
        }
        if (!sheet) return;
        if (tag === "annotation") comment = openComment(attributes);
        if (comment) {
          if (/^(?:creator|date|creator-initials|date-string)$/.test(tag)) within = tag;
          return;
        }
        if (SHAPE.test(tag)) {
          shapes += 1;
          if (shapes === 1) [box, hasObject] = [[], false];
        } else if (tag === "control") placeControl(attributes["draw:control"] ?? "");
        if (shapes > 0) return openInShape(tag, attributes);
        if (tables > 1) return openText(tag, attributes);
        if (tag === "table-column") {
          const last = (columns.at(-1)?.last ?? -1) + countOf(attributes["table:number-columns-repeated"]);
          const gone = places.some(({ look }) => look.gone);
          if (columns.length < COLUMNS_MAX)
            columns.push({ last, gone, style: attributes["table:default-cell-style-name"] });
        } else if (tag === "table-row") {
          rowNumber += 1;
          [column, rowLength] = [0, 0];
          row = {
            ...{ repeated: countOf(attributes["table:number-rows-repeated"]), cells: [], at: [] },
            style: attributes["table:default-cell-style-name"],
          };
        } else if (tag === "table-cell") openCell(attributes);
        else if (tag === "covered-table-cell") column += countOf(attributes["table:number-columns-repeated"]);
        else openText(tag, attributes);
      },
      ontext(text) {
        if (comment) {
          if (within === "creator") comment.author += text;
          else if (within === "date") comment.date += text;
          else if (within === "") comment.text += text;
        } else if (places.some(({ tag }) => tag === "p" || tag === "h")) add(text.replace(/[\r\n\t ]+/g, " "));
      },
      onclosetag(name) {
        const tag = localName(name);
        if (inSheets === 0) return;
        if (forms > 0) {
          if (tag === "forms") forms -= 1;
          return;
        }
        close(tag);
        places.pop();
        if (tag === "spreadsheet") inSheets -= 1;
      },
    },
    { xmlMode: true },
  );

  function close(tag: string): void {
    if (tag === "tracked-changes" || tag === "content-validations") dropped -= 1;
    else if (dropped > 0) return;
    else if (tag === "table") {
      tables -= 1;
      if (tables > 0 || !sheet) return;
      events.push(sheet);
      sheet = null;
    } else if (comment) {
      if (tag === "p") comment.text += " ";
      else if (tag === "annotation") closeComment();
      else if (tag === within) within = "";
    } else if (SHAPE.test(tag)) {
      shapes -= 1;
      const isBlank = box.every((line) => line.every(({ text }) => text.trim() === ""));
      if (shapes === 0 && sheet && !isBlank && sheet.boxes.length < DRAWN_MAX) sheet.boxes.push(box);
    } else if (shapes > 0 || tables > 1) return;
    else if (tag === "table-cell") closeCell();
    else if (tag === "table-row") closeRow();
  }

  function openText(tag: string, attributes: Record<string, string>): void {
    if (tag === "p" || tag === "h") {
      if (shapes > 0) box.push([]);
      else if (cell) {
        cell.hasText = true;
        if (cell.parts.length > 0) cell.parts.push({ text: " ", hidden: false });
      }
    } else if (tag === "s") add(" ".repeat(Math.min(SPACES_MAX, countOf(attributes["text:c"]))));
    else if (tag === "tab" || tag === "line-break") add(" ");
  }

  function openInShape(tag: string, attributes: Record<string, string>): void {
    const href = attributes["xlink:href"] ?? "";
    if (!sheet || sheet.objects.length + sheet.pictures.length > DRAWN_MAX) return;
    if (tag === "object") {
      hasObject = true;
      if (/^\.\/[^/]+$/.test(href)) sheet.objects.push(href);
    } else if (tag === "image" && !hasObject) sheet.pictures.push(href);
    else openText(tag, attributes);
  }

  function placeControl(id: string): void {
    const text = controls.show(id);
    if (text === "" || !sheet) return;
    if (cell)
      cell.parts.push({ text: cell.parts.length > 0 ? ` ${text}` : text, hidden: isHidden(places, styles.page) });
    else if (sheet.boxes.length < DRAWN_MAX) sheet.boxes.push([[{ text, hidden: isHidden(places, styles.page) }]]);
  }

  function closeComment(): void {
    if (!comment || !sheet) return;
    const { author, date, text, resolved, reply } = comment;
    const state = resolved ? "resolved" : undefined;
    const place = `${columnName(column)}${rowNumber}`;
    if (sheet.comments.length < COMMENTS_MAX)
      sheet.comments.push({ place, author, date, state, isReply: reply, text: text.replace(/\s+/g, " ").trim() });
    comment = null;
  }

  return { parser, events };
}

function openComment(attributes: Record<string, string>) {
  return {
    ...{ author: "", date: "", text: "" },
    resolved: attributes["loext:resolved"] === "true",
    reply: attributes["loext:parent-name"] !== undefined,
  };
}

function styleName(name: string | undefined): Record<string, string> {
  return name === undefined ? {} : { "table:style-name": name };
}

/** What a cell holds, for one whose file does not say what it shows. */
function heldValue(of: (name: string) => string | undefined): string {
  const value = of("office:value") ?? "";
  switch (of("office:value-type")) {
    case "percentage":
      return value === "" ? "" : `${Number((Number(value) * 100).toPrecision(12))}%`;
    case "currency":
      return [value, of("office:currency")].filter(Boolean).join(" ");
    case "boolean":
      return (of("office:boolean-value") ?? "").toUpperCase();
    case "date":
      return of("office:date-value") ?? "";
    case "time":
      return of("office:time-value") ?? "";
    case "string":
      return of("office:string-value") ?? "";
    default:
      return value;
  }
}

/** Rows of a sheet at most. */
const COUNT_MAX = 1_048_576;

function countOf(attribute: string | undefined): number {
  const count = Number(attribute ?? 1);
  return Number.isInteger(count) && count > 0 ? Math.min(count, COUNT_MAX) : 1;
}

function rowTooLong(number: number): ExtractionFailure {
  return new ExtractionFailure(
    "EXTRACTION_LIMIT_EXCEEDED",
    `Cannot read the file because row ${number} of a sheet has too much text: at most ${ROW_LENGTH_MAX} characters are allowed`,
  );
}
