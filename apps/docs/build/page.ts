export interface Page {
  /** Its address below `/docs`, without a slash at either end. */
  readonly name: string;
  readonly title: string;
  /** One sentence for search engines and models. */
  readonly description: string;
  /** Markdown without the title. */
  readonly text: string;
  /** Its name in the navigation; the title where it is omitted. */
  readonly label?: string;
}

/** A cell of a table: on one line, without a bar. */
function toCell(text: string): string {
  return text.replaceAll("|", "\\|").replace(/\s*\n\s*/g, " ");
}

export function toTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(toCell).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Markdown blocks with a blank line between them; empty ones are omitted. */
export function toBlocks(...blocks: readonly (string | undefined | false)[]): string {
  return blocks.filter(Boolean).join("\n\n");
}
