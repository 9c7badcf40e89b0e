import type { ExtractFormat } from "../child/extract-document.ts";
import { decodeText } from "../text/decode-text.ts";
import { createSectionWriter, type SectionWriter, writeSections } from "./section-writer.ts";

/** The text as written, cut at headings; comments, which no rendering shows, are marked hidden. */
export const extractMarkdown: ExtractFormat = async (bytes, sink) => {
  const writer = createSectionWriter();
  const lines = decodeText(bytes).split(/\r\n?|\n/);
  let fence: string | null = null;
  let inComment = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const marker = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (!inComment && marker && (fence === null || marker.startsWith(fence))) {
      fence = fence === null ? marker : null;
    }
    const title = fence === null && !inComment ? readHeading(line, lines[at + 1]) : null;
    if (title) {
      writer.heading(title.level, [{ text: title.text, hidden: false }]);
      at += title.lines - 1;
    } else inComment = addLine(writer, line, inComment && fence === null, fence !== null);
  }
  await writeSections(writer.sections(), sink);
  return { pages: 1, pagesWithText: sink.hasText ? 1 : 0 };
};

function readHeading(line: string, next: string | undefined): { level: number; text: string; lines: number } | null {
  const marked = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line);
  if (marked) return { level: marked[1]?.length ?? 1, text: marked[2] ?? "", lines: 1 };
  const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(next ?? "")?.[1];
  // Paragraphs only: a rule below a table, a list or a quotation is no underline.
  if (!underline || underline.length < 3 || !/^ {0,3}[^\s>|#*+\-\d]/.test(line)) return null;
  return { level: underline.startsWith("=") ? 1 : 2, text: line, lines: 2 };
}

function addLine(writer: SectionWriter, line: string, inComment: boolean, inCode: boolean): boolean {
  let hidden = inComment;
  for (const part of inCode ? [line] : line.split(/(<!--|-->)/)) {
    if (part === "<!--") hidden = true;
    writer.add(part, hidden);
    if (part === "-->") hidden = false;
  }
  writer.add("\n");
  return hidden;
}
