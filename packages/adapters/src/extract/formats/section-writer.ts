import type { Piece, SegmentSink } from "../child/segment-sink.ts";
import { createTextBuilder } from "../text/marked-text.ts";

const PATH_PART_LENGTH_MAX = 120;

/** Collects lines under headings; each heading begins a section of its own. */
export interface SectionWriter {
  heading(level: number, text: string): void;
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
    heading(level, text) {
      const name = text.replace(/\s+/g, " ").trim();
      if (name === "") return;
      finish();
      path = [...path.filter((above) => above.level < level), { level, text: shorten(name) }];
      builder.add(`${name}\n`);
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

function shorten(text: string): string {
  return text.length <= PATH_PART_LENGTH_MAX ? text : `${text.slice(0, PATH_PART_LENGTH_MAX - 1).toWellFormed()}…`;
}
