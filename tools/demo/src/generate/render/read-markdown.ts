export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "table"; rows: string[][] }
  | { kind: "page" };

export type MarkdownDocument = { title: string; blocks: Block[]; footnotes: Map<string, string> };

const PAGE_BREAK = "<!-- page -->";
const TABLE_RULE = /^\|[\s|:-]+\|$/;
const FOOTNOTE = /^\[\^(\w+)\]: (.+)$/;

/** Reads the small part of Markdown that the demo's sources use: headings, paragraphs, lists, tables, footnotes, page breaks. */
export function readMarkdown(source: string): MarkdownDocument {
  const blocks: Block[] = [];
  const footnotes = new Map<string, string>();
  for (const part of source.trim().split(/\n{2,}/)) {
    const lines = part.split("\n");
    if (lines.every((line) => FOOTNOTE.test(line)))
      for (const line of lines) {
        const [, name, text] = FOOTNOTE.exec(line) ?? [];
        if (name && text) footnotes.set(name, text);
      }
    else blocks.push(toBlock(lines));
  }
  const title = blocks.find((block) => block.kind === "heading")?.text ?? "";
  return { title, blocks, footnotes };
}

function toBlock(lines: string[]): Block {
  const first = lines[0] ?? "";
  if (first === PAGE_BREAK) return { kind: "page" };
  const [, marks, heading] = /^(#+) (.+)$/.exec(first) ?? [];
  if (marks && heading) return { kind: "heading", level: marks.length, text: heading };
  if (first.startsWith("- ")) return { kind: "list", items: lines.map((line) => line.slice(2)) };
  if (first.startsWith("|"))
    return { kind: "table", rows: lines.filter((line) => !TABLE_RULE.test(line)).map(toCells) };
  return { kind: "paragraph", text: lines.join(" ") };
}

function toCells(line: string): string[] {
  return line
    .slice(1, line.lastIndexOf("|"))
    .split("|")
    .map((cell) => cell.trim());
}
