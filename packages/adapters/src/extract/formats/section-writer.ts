import type { Piece, SegmentSink } from "../child/segment-sink.ts";
import { createTextBuilder } from "../text/marked-text.ts";

const PATH_PART_LENGTH_MAX = 120;

export interface TextPart {
  readonly text: string;
  readonly hidden: boolean;
}

/** Collects lines under headings; each heading begins a section of its own. */
export interface SectionWriter {
  heading(level: number, parts: readonly TextPart[]): void;
  /** Begins a section outside the headings, such as notes. */
  part(name: string): void;
  add(text: string, hidden?: boolean): void;
  /** Ends the line, unless it is empty. */
  endLine(): void;
  sections(): Piece[];
}

export function createSectionWriter(): SectionWriter {
  const sections: Piece[] = [];
  let path: { level: number; text: string }[] = [];
  let builder = createTextBuilder();

  const finish = () => {
    const content = builder.build();
    const location = path.map(({ text }) => text).join(" > ") || null;
    if (content.text !== "") sections.push({ location, content });
    builder = createTextBuilder();
  };
  const endLine = () => {
    if (builder.length > 0 && !builder.endsWith("\n")) builder.add("\n");
  };
  return {
    heading(level, parts) {
      const seen = parts.filter((part) => !part.hidden);
      const name = tidy(seen.map((part) => part.text).join(""));
      if (name !== "") {
        finish();
        path = [...path.filter((above) => above.level < level), { level, text: shorten(name) }];
      } else endLine();
      // Parts that are hidden stay in the text, and out of the places that citations name.
      if (seen.length === parts.length) builder.add(name);
      else for (const { text, hidden } of parts) builder.add(text.replace(/\s+/g, " "), hidden);
      endLine();
    },
    part(name) {
      finish();
      path = [{ level: 0, text: name }];
    },
    add: (text, hidden) => builder.add(text, hidden),
    endLine,
    sections() {
      finish();
      return sections;
    },
  };
}

export async function writeSections(sections: readonly Piece[], sink: SegmentSink): Promise<void> {
  for (const section of sections) await sink.write(section);
}

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function shorten(text: string): string {
  return text.length <= PATH_PART_LENGTH_MAX ? text : `${text.slice(0, PATH_PART_LENGTH_MAX - 1).toWellFormed()}…`;
}
