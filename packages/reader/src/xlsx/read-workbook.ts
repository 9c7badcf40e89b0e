import { Parser } from "htmlparser2";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { Package } from "../office/open-package.ts";
import { localName } from "../office/read-paragraphs.ts";
import { readRelationships } from "../office/relationships.ts";
import { readThemeColours, type ThemeColours } from "../office/theme-colours.ts";
import { type CellLook, LETTER_PROPERTIES, type Letters, readCellLooks, readLetters } from "./cell-looks.ts";
import { builtInFormat, type NumberFormat, parseFormatCode, type WriteFormatted } from "./number-formats.ts";

interface Sheet {
  readonly name: string;
  readonly hidden: boolean;
  /** Name of the part; `null` for a sheet without cells, such as a chart. */
  readonly part: string | null;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly date1904: boolean;
  readonly strings: readonly SharedString[];
  /** By a cell's style number. */
  readonly formats: readonly NumberFormat[];
  /** Writes by a format code; `null` where no format needs it. */
  readonly write: WriteFormatted | null;
  readonly looks: readonly CellLook[];
  readonly theme: ThemeColours;
}

/** A string with letters of its own in parts of it; most have none. */
type SharedString = string | readonly LetteredText[];

interface LetteredText extends Letters {
  readonly text: string;
}

/** Everything but the cells. Throws ExtractionFailure UNREADABLE_FILE. */
export async function readWorkbook(parts: Package): Promise<Workbook> {
  const root = [...readRelationships(parts, "").values()].find(({ type }) => type === "officeDocument");
  const name = parts.find(root?.target ?? "xl/workbook.xml") ?? parts.find("xl/workbook.xml");
  const xml = name === undefined ? null : parts.read(name);
  if (name === undefined || xml === null) {
    throw new ExtractionFailure("UNREADABLE_FILE", "Cannot read the file because it has no workbook part");
  }
  const targets = readRelationships(parts, name);
  const partOfType = (type: string) => [...targets.values()].find((target) => target.type === type)?.target;
  const sheets: Sheet[] = [];
  let date1904 = false;
  parseXml(xml, (tag, attributes) => {
    if (tag === "workbookPr") date1904 = /^(?:1|true)$/.test(attributes.date1904 ?? "");
    if (tag !== "sheet") return;
    const id = Object.entries(attributes).find(([key]) => key.includes(":") && localName(key) === "id")?.[1];
    const target = targets.get(id ?? "");
    sheets.push({
      name: attributes.name ?? `Sheet${sheets.length + 1}`,
      hidden: attributes.state === "hidden" || attributes.state === "veryHidden",
      part: target?.type === "worksheet" ? (parts.find(target.target) ?? null) : null,
    });
  });
  const theme = readThemeColours(parts, partOfType("theme"));
  const styles = parts.read(partOfType("styles") ?? "xl/styles.xml") ?? "";
  const formats = readFormats(styles);
  return {
    sheets,
    date1904,
    strings: await readSharedStrings(parts, partOfType("sharedStrings") ?? "xl/sharedStrings.xml", theme),
    formats,
    write: formats.some(({ kind }) => kind === "code") ? await loadWriter() : null,
    looks: readCellLooks(styles, theme),
    theme,
  };
}

function parseXml(xml: string, onOpen: (tag: string, attributes: Record<string, string>) => void): void {
  const parser = new Parser(
    { onopentag: (name, attributes) => onOpen(localName(name), attributes) },
    { xmlMode: true },
  );
  parser.end(xml);
}

async function readSharedStrings(parts: Package, name: string, theme: ThemeColours): Promise<SharedString[]> {
  const strings: SharedString[] = [];
  let current = "";
  let runs: LetteredText[] = [];
  let letters: Letters = {};
  let inText = false;
  let phonetic = 0;
  const parser = new Parser(
    {
      onopentag(tagName, attributes) {
        const tag = localName(tagName);
        if (tag === "si") [current, runs] = ["", []];
        else if (tag === "r") letters = {};
        else if (LETTER_PROPERTIES.has(tag)) letters = { ...letters, ...readLetters(tag, attributes, theme) };
        else if (tag === "rPh") phonetic += 1;
        else if (tag === "t") inText = phonetic === 0;
      },
      ontext(text) {
        if (inText) current += text;
      },
      onclosetag(tagName) {
        const tag = localName(tagName);
        if (tag === "si") {
          if (current !== "") runs.push({ text: unescapeControl(current) });
          const plain = runs.every(
            (run) => run.colour === undefined && run.points === undefined && run.struck === undefined && !run.font,
          );
          strings.push(plain ? runs.map(({ text }) => text).join("") : runs);
        } else if (tag === "r") {
          runs.push({ ...letters, text: unescapeControl(current) });
          current = "";
        }
        if (tag === "rPh") phonetic -= 1;
        else if (tag === "t") inText = false;
      },
    },
    { xmlMode: true },
  );
  for await (const text of parts.stream(name)) parser.write(text);
  parser.end();
  return strings;
}

/** Its parser takes a while to load, and many workbooks need none of it. */
async function loadWriter(): Promise<WriteFormatted> {
  const { SSF } = await import("@e965/xlsx");
  return (code, value, options) => SSF.format(code, value, options);
}

function readFormats(xml: string): NumberFormat[] {
  const custom = new Map<string, string>();
  const formats: NumberFormat[] = [];
  let inCellFormats = false;
  parseXml(xml, (tag, attributes) => {
    if (tag === "numFmt") custom.set(attributes.numFmtId ?? "", attributes.formatCode ?? "");
    else if (tag === "cellXfs" || tag === "cellStyles" || tag === "dxfs") inCellFormats = tag === "cellXfs";
    else if (tag === "xf" && inCellFormats) {
      const id = attributes.numFmtId ?? "0";
      const code = custom.get(id);
      formats.push(code === undefined ? builtInFormat(Number(id)) : parseFormatCode(code));
    }
  });
  return formats;
}

/** `_x000D_` is how a workbook writes a control character. */
export function unescapeControl(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
