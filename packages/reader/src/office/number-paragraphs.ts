import { Parser } from "htmlparser2";
import { type NumberFormat, writeListNumber } from "../text/list-number.ts";
import type { Package } from "./open-package.ts";
import { localName } from "./read-paragraphs.ts";

interface Level {
  readonly start: number;
  readonly format: string;
  /** With `%1` to `%9` in place of the numbers. */
  readonly text: string;
  /** All its numbers are written as decimals. */
  readonly isLegal: boolean;
  /** The style whose paragraphs are of this level. */
  readonly style: string | undefined;
}

interface List {
  /** Lists with one pattern count on from each other. */
  readonly pattern: string;
  readonly levels: ReadonlyMap<number, Level>;
  readonly startsAnew: ReadonlyMap<number, number>;
}

interface StyleNumber {
  readonly list: string | undefined;
  readonly level: number | undefined;
  readonly basedOn: string | undefined;
}

export interface Numbering {
  readonly lists: ReadonlyMap<string, List>;
  readonly styles: ReadonlyMap<string, StyleNumber>;
}

const LEVELS = 9;
const BASED_ON_MAX = 20;

/** The lists of a WordprocessingML package, and the styles whose paragraphs belong to one. */
export function readNumbering(parts: Package): Numbering {
  if (!parts.find("word/numbering.xml")) return { lists: new Map(), styles: new Map() };
  return {
    lists: readLists(parts.read("word/numbering.xml") ?? ""),
    styles: readStyles(parts.read("word/styles.xml") ?? ""),
  };
}

function readLists(xml: string): Map<string, List> {
  const patterns = new Map<string, Map<number, Level>>();
  const lists = new Map<string, List>();
  let levels = new Map<number, Level>();
  let [pattern, list, at] = ["", "", 0];
  let [levelOf, startOf] = [new Map<number, Level>(), new Map<number, number>()];
  let level: Level | undefined;
  const change = (values: Partial<Level>) => {
    if (level) level = { ...level, ...values };
  };
  parse(xml, {
    open(tag, { val = "", ...attributes }) {
      if (tag === "abstractNum") {
        levels = new Map();
        patterns.set(attributes.abstractNumId ?? "", levels);
      } else if (tag === "num") {
        [list, pattern, levelOf, startOf] = [attributes.numId ?? "", "", new Map(), new Map()];
        levels = levelOf;
      } else if (tag === "abstractNumId") pattern = val;
      else if (tag === "lvlOverride") at = Number(attributes.ilvl);
      else if (tag === "startOverride") startOf.set(at, Number(val));
      else if (tag === "lvl") {
        at = Number(attributes.ilvl);
        level = { start: 1, format: "decimal", text: "", isLegal: false, style: undefined };
      } else if (tag === "start") change({ start: Number(val) });
      else if (tag === "numFmt") change({ format: val });
      else if (tag === "lvlText") change({ text: val });
      else if (tag === "isLgl") change({ isLegal: !/^(?:0|false|off)$/.test(val) });
      else if (tag === "pStyle") change({ style: val });
    },
    close(tag) {
      if (tag === "lvl" && level) {
        levels.set(at, level);
        level = undefined;
      } else if (tag === "num")
        lists.set(list, {
          pattern,
          levels: new Map([...(patterns.get(pattern) ?? []), ...levelOf]),
          startsAnew: startOf,
        });
    },
  });
  return lists;
}

function readStyles(xml: string): Map<string, StyleNumber> {
  const styles = new Map<string, StyleNumber>();
  let [id, style]: [string | undefined, StyleNumber] = [
    undefined,
    { list: undefined, level: undefined, basedOn: undefined },
  ];
  parse(xml, {
    open(tag, { val, styleId }) {
      if (tag === "style") [id, style] = [styleId, { list: undefined, level: undefined, basedOn: undefined }];
      else if (tag === "basedOn") style = { ...style, basedOn: val };
      else if (tag === "numId") style = { ...style, list: val };
      else if (tag === "ilvl") style = { ...style, level: Number(val) };
    },
    close(tag) {
      if (tag === "style" && id !== undefined) styles.set(id, style);
    },
  });
  return styles;
}

function parse(
  xml: string,
  on: { open(tag: string, attributes: Record<string, string | undefined>): void; close(tag: string): void },
): void {
  const parser = new Parser(
    {
      onopentag(name, raw) {
        on.open(
          localName(name),
          Object.fromEntries(Object.entries(raw).map(([key, value]) => [localName(key), value])),
        );
      },
      onclosetag: (name) => on.close(localName(name)),
    },
    { xmlMode: true },
  );
  parser.end(xml);
}

// Bounded, so that properties which never end do not cost the square of the file.
const PARAGRAPH_START =
  /(<w:p(?:\s[^>]*)?>\s*<w:pPr(?:\s[^>]*)?>)(.{0,20000}?)((?:<w:pPrChange\b(?:(?!<\/w:pPrChange>).){0,20000}<\/w:pPrChange>\s*)?<\/w:pPr>)/gs;

/** Writes the numbers of lists and headings, which Word counts while it shows them, into the text of their paragraphs. */
export function numberParagraphs(xml: string, { lists, styles }: Numbering): string {
  if (lists.size === 0) return xml;
  const counters = new Map<string, number[]>();
  const begun = new Set<string>();

  function countOn(listId: string, { pattern, levels, startsAnew }: List, at: number): readonly number[] {
    const counter = counters.get(pattern) ?? [];
    counters.set(pattern, counter);
    const startOf = (level: number) => startsAnew.get(level) ?? levels.get(level)?.start ?? 1;
    for (let level = 0; level < at; level++) counter[level] ??= startOf(level);
    const beginsAnew = startsAnew.has(at) && !begun.has(`${listId} ${at}`);
    begun.add(`${listId} ${at}`);
    const before = counter[at];
    counter.length = at;
    counter[at] = before === undefined || beginsAnew ? startOf(at) : before + 1;
    return counter;
  }

  return xml.replace(PARAGRAPH_START, (whole, start: string, properties: string, end: string) => {
    const place = findPlace(properties, { lists, styles });
    const list = place && lists.get(place.list);
    const level = list?.levels.get(place!.level);
    if (!place || !list || !level || place.level >= LEVELS) return whole;
    const counter = countOn(place.list, list, place.level);
    const label = writeLabel(level, list.levels, counter);
    if (label === "" || /<w:vanish(?:\s*\/>|>)/.test(properties)) return whole;
    return `${start}${properties}${end}<w:r><w:t xml:space="preserve">${escapeXml(label)} </w:t></w:r>`;
  });
}

/** Of which list a paragraph is, and on which level: as it says itself, or as its style does. */
function findPlace(properties: string, { lists, styles }: Numbering): { list: string; level: number } | undefined {
  const own = /<w:numPr>(.*?)<\/w:numPr>/s.exec(properties)?.[1] ?? "";
  const ownList = /<w:numId\s+w:val="(\d+)"/.exec(own)?.[1];
  const ownLevel = /<w:ilvl\s+w:val="(\d+)"/.exec(own)?.[1];
  if (ownList !== undefined) return { list: ownList, level: Number(ownLevel ?? 0) };
  const styleId = /<w:pStyle\s+w:val="([^"]*)"/.exec(properties)?.[1];
  let style = styles.get(styleId ?? "");
  for (let depth = 0; style && style.list === undefined && depth < BASED_ON_MAX; depth++)
    style = styles.get(style.basedOn ?? "");
  if (!style || style.list === undefined) return undefined;
  const linked = [...(lists.get(style.list)?.levels ?? [])].find(([, level]) => level.style === styleId)?.[0];
  return { list: style.list, level: ownLevel === undefined ? (linked ?? style.level ?? 0) : Number(ownLevel) };
}

function writeLabel(level: Level, levels: ReadonlyMap<number, Level>, counter: readonly number[]): string {
  if (level.format === "bullet" || level.format === "none") return "";
  return level.text
    .replace(/%(\d)/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const format = level.isLegal ? "decimal" : (levels.get(at)?.format ?? "decimal");
      return writeNumber(counter[at] ?? levels.get(at)?.start ?? 1, format);
    })
    .trim();
}

function writeNumber(number: number, format: string): string {
  if (format === "bullet" || format === "none") return "";
  if (format === "decimalZero" && number > 0) return String(number).padStart(2, "0");
  return writeListNumber(number, isNumberFormat(format) ? format : "decimal", { repeats: true });
}

const isNumberFormat = (format: string): format is NumberFormat => /^(?:lower|upper)(?:Letter|Roman)$/.test(format);

const escapeXml = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
