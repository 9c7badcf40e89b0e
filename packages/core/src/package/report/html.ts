/** Markup that was made here: what it holds of others is escaped. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}
type Value = string | number | Html | readonly Html[];

/** Writes markup; each value that is no `Html` is escaped, for text and for quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((written, part, at) => `${written}${write(values[at - 1]!)}${part}`));
}

function write(value: Value): string {
  if (value instanceof Html) return value.markup;
  if (typeof value === "object") return value.map(({ markup }) => markup).join("");
  return escapeHtml(`${value}`);
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: HTML does not allow them, and evidence has them.
const NOT_IN_HTML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g;

export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_HTML, "\ufffd")
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
