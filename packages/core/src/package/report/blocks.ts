import type { ShownVerdict } from "../../reports/report.ts";

/** A piece of a line: ours, words of others (of any language and direction), or something to compare letter by letter. */
export type Piece =
  | string
  | { readonly said: string }
  | { readonly code: string }
  | { readonly link: string; readonly text: string }
  | { readonly verdict: ShownVerdict };
export type Inline = Piece | readonly Piece[];

export type VerdictCounts = Readonly<Partial<Record<ShownVerdict, number>>>;
interface Bar {
  readonly label: Inline;
  readonly counts: VerdictCounts;
}

/** What a report is made of, one after another, whatever it is written as. */
export type Block =
  | { readonly kind: "heading"; readonly level: 2 | 3 | 4; readonly id: string; readonly text: Inline }
  | { readonly kind: "paragraph"; readonly text: Inline }
  | { readonly kind: "facts"; readonly rows: readonly (readonly [label: string, value: Inline])[] }
  | { readonly kind: "list"; readonly items: readonly Inline[] }
  | { readonly kind: "table"; readonly headings: readonly string[]; readonly rows: readonly (readonly Inline[])[] }
  | { readonly kind: "bars"; readonly bars: readonly Bar[] }
  | { readonly kind: "quote"; readonly text: string; readonly source: Inline; readonly notes: readonly string[] }
  | { readonly kind: "requirement"; readonly blocks: readonly Block[] };

export const said = (text: string): Piece => ({ said: text });
export const code = (text: string): Piece => ({ code: text });

/** ISO 8601 UTC as people read it, to the minute. */
export function moment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
