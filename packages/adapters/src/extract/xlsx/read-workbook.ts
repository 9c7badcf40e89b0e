import { Parser } from "htmlparser2";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import type { Package } from "../office/open-package.ts";
import { localName } from "../office/read-paragraphs.ts";
import { readRelationships } from "../office/relationships.ts";
import { builtInFormat, type NumberFormat, parseFormatCode } from "./number-formats.ts";

export interface Sheet {
  readonly name: string;
  readonly hidden: boolean;
  /** Name of the part; `null` for a sheet without cells, such as a chart. */
  readonly part: string | null;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly date1904: boolean;
  readonly strings: readonly string[];
  /** By a cell's style number. */
  readonly formats: readonly NumberFormat[];
}

/** Everything but the cells. Throws ExtractionFailure UNREADABLE_FILE. */
export async function readWorkbook(parts: Package): Promise<Workbook> {
  const root = [...readRelationships(parts, "").values()].find(({ type }) => type === "officeDocument");
  const name = parts.find(root?.target ?? "xl/workbook.xml") ?? parts.find("xl/workbook.xml");
  const xml = name === undefined ? null : parts.read(name);
  if (name === undefined || xml === null) {
    throw new ExtractionFailure("UNREADABLE_FILE", "Cannot read the file as it has no workbook part");
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
  return {
    sheets,
    date1904,
    strings: await readSharedStrings(parts, partOfType("sharedStrings") ?? "xl/sharedStrings.xml"),
    formats: readFormats(parts.read(partOfType("styles") ?? "xl/styles.xml") ?? ""),
  };
}

function parseXml(xml: string, onOpen: (tag: string, attributes: Record<string, string>) => void): void {
  const parser = new Parser(
    { onopentag: (name, attributes) => onOpen(localName(name), attributes) },
    { xmlMode: true },
  );
  parser.end(xml);
}

async function readSharedStrings(parts: Package, name: string): Promise<string[]> {
  const strings: string[] = [];
  let current = "";
  let inText = false;
  let phonetic = 0;
  const parser = new Parser(
    {
      onopentagname(tagName) {
        const tag = localName(tagName);
        if (tag === "si") current = "";
        else if (tag === "rPh") phonetic += 1;
        else if (tag === "t") inText = phonetic === 0;
      },
      ontext(text) {
        if (inText) current += text;
      },
      onclosetag(tagName) {
        const tag = localName(tagName);
        if (tag === "si") strings.push(unescapeControl(current));
        else if (tag === "rPh") phonetic -= 1;
        else if (tag === "t") inText = false;
      },
    },
    { xmlMode: true },
  );
  for await (const text of parts.stream(name)) parser.write(text);
  parser.end();
  return strings;
}

function readFormats(xml: string): NumberFormat[] {
  const custom = new Map<string, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCellFormats = false;
  parseXml(xml, (tag, attributes) => {
    if (tag === "numFmt") custom.set(attributes.numFmtId ?? "", parseFormatCode(attributes.formatCode ?? ""));
    else if (tag === "cellXfs" || tag === "cellStyles" || tag === "dxfs") inCellFormats = tag === "cellXfs";
    else if (tag === "xf" && inCellFormats) {
      const id = attributes.numFmtId ?? "0";
      formats.push(custom.get(id) ?? builtInFormat(Number(id)));
    }
  });
  return formats;
}

/** `_x000D_` is how a workbook writes a control character. */
export function unescapeControl(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
