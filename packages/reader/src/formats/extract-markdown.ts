import type { ExtractFormat } from "../child/extract-format.ts";
import { noteDocument } from "../child/note-document.ts";
import { readText } from "../text/decode-text.ts";
import type { HiddenRange } from "../text/marked-text.ts";
import { findMarkdownRanges } from "./find-markdown-ranges.ts";
import { createSectionWriter, type TextPart, writeSections } from "./section-writer.ts";

/** The text as written, cut at headings; what no rendering shows is marked hidden, what it crosses out struck. */
export const extractMarkdown: ExtractFormat = async (bytes, sink, options) => {
  const writer = createSectionWriter();
  const decoded = readText(bytes, sink, options);
  const text = decoded.text.replace(/\r\n?/g, "\n");
  const { hidden, struck } = findMarkdownRanges(text);
  const cut = createCutter(text, hidden, struck);
  const lines = text.split("\n");
  const frontEnd = findFrontEnd(lines);
  let fence: string | null = null;
  let tables = 0;
  let tableRow = 0;
  let offset = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const inComment = cut(offset, offset + 1)[0]?.hidden === true;
    const marker = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (!inComment && marker && (fence === null || marker.startsWith(fence))) {
      fence = fence === null ? marker : null;
    }
    const title = fence === null && !inComment && at > frontEnd ? readHeading(line, lines[at + 1]) : null;
    if (title) {
      const start = offset + line.indexOf(title.text);
      writer.heading(title.level, cut(start, start + title.text.length));
      if (title.lines === 2) offset += line.length + 1;
      at += title.lines - 1;
    } else {
      const isRow = fence === null && !inComment && line.includes("|");
      if (!isRow) tableRow = 0;
      else if (tableRow > 0) tableRow += 1;
      else if (RULE_ROW.test(lines[at + 1] ?? "")) [tableRow, tables] = [1, tables + 1];
      if (tableRow > 0) writer.endLine();
      for (const part of cut(offset, offset + line.length)) writer.add(part.text, part.hidden, part.struck);
      if (tableRow > 0) {
        writer.row(tables, tableRow <= 2);
        writer.endLine();
      } else writer.add("\n");
    }
    offset += (lines[at] ?? "").length + 1;
  }
  await writeSections(writer.sections(), sink);
  return { ...noteDocument(sink), encoding: decoded.encoding };
};

/** Cuts out a range of a text as parts, each hidden or struck as a whole; ranges must be asked for from the front. */
function createCutter(text: string, hidden: readonly HiddenRange[], struck: readonly HiddenRange[]) {
  const isHidden = createLookup(hidden);
  const isStruck = createLookup(struck);
  return (start: number, end: number): TextPart[] => {
    const parts: TextPart[] = [];
    for (let at = start; at < end; ) {
      const [hides, strikes] = [isHidden(at), isStruck(at)];
      const to = Math.min(end, hides.until, strikes.until);
      parts.push({ text: text.slice(at, to), hidden: hides.inside, struck: strikes.inside });
      at = to;
    }
    return parts;
  };
}

/** Whether a place is in one of the ranges, and up to where that holds; places must be asked for from the front. */
function createLookup(ranges: readonly HiddenRange[]) {
  let first = 0;
  return (at: number): { inside: boolean; until: number } => {
    while (first < ranges.length && ranges[first]![1] <= at) first += 1;
    const [start, end] = ranges[first] ?? [Infinity, Infinity];
    return start <= at ? { inside: true, until: end } : { inside: false, until: start };
  };
}

/** Is below the column headings of a table. */
const RULE_ROW = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)+$/;

const FRONT_LINES_MAX = 200;

/** The place of the line that ends the front matter, whose last line is no heading above a rule; -1 without any. */
function findFrontEnd(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---") return -1;
  const end = lines.slice(1, FRONT_LINES_MAX).findIndex((line) => /^(?:---|\.\.\.)[ \t]*$/.test(line));
  return end + (end < 0 ? 0 : 1);
}

function readHeading(line: string, next: string | undefined): { level: number; text: string; lines: number } | null {
  const marked = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line);
  if (marked) return { level: marked[1]?.length ?? 1, text: marked[2] ?? "", lines: 1 };
  const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(next ?? "")?.[1];
  // Paragraphs only: a rule below a table, a list or a quotation is no underline.
  if (!underline || underline.length < 3 || !/^ {0,3}[^\s>|#*+\-\d]/.test(line)) return null;
  return { level: underline.startsWith("=") ? 1 : 2, text: line, lines: 2 };
}
