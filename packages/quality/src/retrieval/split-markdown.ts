export interface MarkdownSection {
  /** Its headings from the outermost, joined by `>`; null before the first. */
  readonly path: string | null;
  readonly text: string;
}

/** The sections of a Markdown text with their path of headings; `numberedBold` takes a bold line with a number for a heading. */
export function splitMarkdown(text: string, { numberedBold = false } = {}): MarkdownSection[] {
  const sections: MarkdownSection[] = [];
  const path: { level: number; title: string }[] = [];
  let lines: string[] = [];
  let isCode = false;
  const end = () => {
    const content = lines.join("\n").trim();
    if (content.split(/\s+/).length >= 5)
      sections.push({ path: path.map(({ title }) => title).join(" > ") || null, text: content });
    lines = [];
  };
  for (const line of text.replace(/^---\n[\s\S]*?\n---\n/, "").split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const heading = isCode
      ? null
      : (/^(#{1,6})\s+(.+)$/.exec(line) ?? (numberedBold ? /^()\*\*(\d+\.\d+.*?)\*\*\s*$/.exec(line) : null));
    if (!heading) {
      lines.push(line);
      continue;
    }
    end();
    const level = heading[1]!.length || 7;
    while (path.length > 0 && path.at(-1)!.level >= level) path.pop();
    path.push({ level, title: heading[2]!.trim() });
  }
  end();
  return sections;
}
