import type { Piece, SegmentSink } from "../child/segment-sink.ts";
import { createTextBuilder, cutMarked } from "../text/marked-text.ts";
import { shorten } from "../text/shorten.ts";
import { cutTables, type TableRow } from "./cut-tables.ts";
import { joinSections, type Section } from "./join-sections.ts";

const PATH_PART_LENGTH_MAX = 120;

export interface TextPart {
  readonly text: string;
  readonly hidden: boolean;
  readonly struck?: boolean;
  readonly quoted?: boolean;
}

/** Collects lines under headings; each heading begins a section of its own. */
export interface SectionWriter {
  heading(level: number, parts: readonly TextPart[]): void;
  /** Begins a section outside the headings, such as notes. */
  part(name: string): void;
  add(text: string, hidden?: boolean, struck?: boolean, quoted?: boolean): void;
  /** Ends the line, unless it is empty. */
  endLine(): void;
  /** The line that ends next is a row of a table; `table` tells one table from another. */
  row(table: number, isHeading: boolean): void;
  sections(): Piece[];
}

export function createSectionWriter(): SectionWriter {
  const sections: Section[] = [];
  let path: { level: number; text: string }[] = [];
  let isPart = false;
  let builder = createTextBuilder();
  let rows: TableRow[] = [];
  let lineStart = 0;
  let bodyStart = 0;
  let row: Pick<TableRow, "table" | "isHeading"> | null = null;

  const finish = () => {
    markRow();
    const content = builder.build();
    const blank = builder.blankStart;
    const isBare = bodyStart > 0 && content.text.length + blank <= bodyStart;
    const moved = rows.map((each) => ({ ...each, start: Math.max(0, each.start - blank), end: each.end - blank }));
    if (content.text !== "")
      sections.push({ path: path.map(({ text }) => text), isPart, isBare, content, rows: moved });
    builder = createTextBuilder();
    [rows, lineStart, bodyStart] = [[], 0, 0];
  };
  const markRow = () => {
    if (row && builder.length > lineStart) rows.push({ ...row, start: lineStart, end: builder.length });
    row = null;
  };
  const endLine = () => {
    markRow();
    if (builder.length > 0 && !builder.endsWith("\n")) builder.add("\n");
    lineStart = builder.length;
  };
  return {
    heading(level, parts) {
      const seen = parts.filter((part) => !part.hidden && !part.struck);
      const name = tidy(seen.map((part) => part.text).join(""));
      if (name !== "") {
        finish();
        isPart = false;
        path = [...path.filter((above) => above.level < level), { level, text: shorten(name, PATH_PART_LENGTH_MAX) }];
      } else endLine();
      // Parts that are hidden or crossed out stay in the text, and out of the places that citations name.
      if (seen.length === parts.length && !parts.some(({ quoted }) => quoted)) builder.add(name);
      else
        for (const { text, hidden, struck, quoted } of parts)
          builder.add(text.replace(/\s+/g, " "), hidden, struck, quoted);
      endLine();
      if (name !== "") bodyStart = builder.length;
    },
    part(name) {
      finish();
      isPart = true;
      path = [{ level: 0, text: name }];
    },
    add: (text, hidden, struck, quoted) => builder.add(text, hidden, struck, quoted),
    endLine,
    row(table, isHeading) {
      row = { table, isHeading };
    },
    sections() {
      finish();
      return joinSections(sections).flatMap(({ path: headings, content, rows: ofTables }) =>
        cutTables(content, ofTables)
          .map(({ start, end, context }) => ({
            location: headings.join(" > ") || null,
            context,
            content: cutMarked(content, start, end),
          }))
          .filter((piece) => piece.content.text !== ""),
      );
    },
  };
}

export async function writeSections(sections: readonly Piece[], sink: SegmentSink): Promise<void> {
  for (const section of sections) await sink.write(section);
}

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
