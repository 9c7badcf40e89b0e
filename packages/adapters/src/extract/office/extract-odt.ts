import { Parser } from "htmlparser2";
import type { ExtractFormat } from "../child/extract-document.ts";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import { createSectionWriter, type SectionWriter, writeSections } from "../formats/section-writer.ts";
import { markText } from "../text/marked-text.ts";
import { openPackage } from "./open-package.ts";
import { localName } from "./read-paragraphs.ts";

const SPACES_MAX = 100;

export const extractOdt: ExtractFormat = async (bytes, sink) => {
  const parts = openPackage(bytes);
  if (parts.read("META-INF/manifest.xml")?.includes("encryption-data")) {
    throw new ExtractionFailure("ENCRYPTED_FILE", "Cannot read the file as it is protected by a password");
  }
  const content = parts.read("content.xml");
  if (content === null)
    throw new ExtractionFailure("UNREADABLE_FILE", "Cannot read the file as it has no content part");
  const writer = createSectionWriter();
  scan(content, writer, { within: "body" });
  await writeSections(writer.sections(), sink);
  for (const [location, element] of [
    ["Header", "header"],
    ["Footer", "footer"],
  ] as const) {
    const beside = createSectionWriter();
    scan(parts.read("styles.xml") ?? "", beside, { within: element });
    const lines = new Set(beside.sections().flatMap((section) => section.content.text.split("\n")));
    if (lines.size > 0) await sink.write({ location, content: markText([...lines].join("\n")) });
  }
  return { pages: 1, pagesWithText: sink.hasText ? 1 : 0 };
};

/** Paragraphs, headings, rows and notes inside elements called `within`; deleted text is left out. */
function scan(xml: string, writer: SectionWriter, { within }: { within: string }): void {
  const hiddenStyles = findHiddenStyles(xml);
  const cells: string[][] = [];
  const rows: string[][] = [];
  const hiddenSpans: boolean[] = [];
  let inside = 0;
  let dropped = 0;
  let heading: number | null = null;
  let line: { text: string; hidden: boolean }[] = [];
  const lines: (typeof line)[] = [];

  const put = (text: string) => {
    if (inside > 0 && dropped === 0) line.push({ text, hidden: hiddenSpans.includes(true) });
  };
  const endParagraph = () => {
    const text = line.map((part) => part.text).join("");
    const cell = cells.at(-1);
    if (cell) cell.push(text.trim());
    else if (heading !== null) writer.heading(heading, text);
    else if (text.trim() !== "") {
      for (const part of line) writer.add(part.text, part.hidden);
      writer.endLine();
    }
    heading = null;
    line = lines.pop() ?? [];
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const tag = localName(name);
        if (tag === within) inside += 1;
        if (tag === "tracked-changes" || tag === "note-citation") dropped += 1;
        else if (tag === "p" || tag === "h") {
          lines.push(line);
          line = [];
          if (tag === "h" && cells.length === 0) heading = Number(attributes["text:outline-level"] ?? 1);
        } else if (tag === "span") hiddenSpans.push(hiddenStyles.has(attributes["text:style-name"] ?? ""));
        else if (tag === "s") put(" ".repeat(Math.min(SPACES_MAX, Number(attributes["text:c"] ?? 1) || 1)));
        else if (tag === "tab") put("\t");
        else if (tag === "line-break") put(" ");
        else if (tag === "table-row") rows.push([]);
        else if (tag === "table-cell") cells.push([]);
        else if (tag === "list-item" && cells.length === 0 && inside > 0) writer.add("- ");
      },
      ontext: (text) => {
        if (lines.length > 0) put(text.replace(/[\r\n\t ]+/g, " "));
      },
      onclosetag(name) {
        const tag = localName(name);
        if (tag === within) inside -= 1;
        if (tag === "tracked-changes" || tag === "note-citation") dropped -= 1;
        else if (tag === "p" || tag === "h") endParagraph();
        else if (tag === "span") hiddenSpans.pop();
        else if (tag === "table-cell") rows.at(-1)?.push((cells.pop() ?? []).filter(Boolean).join(" "));
        else if (tag === "table-row") {
          const text = (rows.pop() ?? []).join(" | ").replace(/[ |]+$/, "");
          const outer = cells.at(-1);
          if (outer) outer.push(text);
          else if (text !== "") {
            writer.add(text);
            writer.endLine();
          }
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
}

function findHiddenStyles(xml: string): Set<string> {
  const styles = xml.matchAll(/<style:style\b[^>]*style:name="([^"]*)"[^>]*>([\s\S]{0,2000}?)<\/style:style>/g);
  return new Set(
    [...styles].filter(([, , body]) => /text:display="none"/.test(body ?? "")).map(([, name]) => name ?? ""),
  );
}
