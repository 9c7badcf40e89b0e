import { NUMBER_FORMATS, type NumberFormat, writeListNumber } from "../text/list-number.ts";

interface Attributes {
  readonly [name: string]: string | undefined;
}

/** Counts the items of an HTML page's lists as a browser does. */
export interface ItemNumbers {
  open(tag: string, attributes: Attributes): void;
  close(tag: string): void;
  /** The mark of an item that begins: "3." of a numbered list, else "-". */
  markOf(attributes: Attributes): string;
}

const FORMATS: Readonly<Record<string, NumberFormat>> = {
  ...NUMBER_FORMATS,
  decimal: "decimal",
  "lower-alpha": "lowerLetter",
  "lower-latin": "lowerLetter",
  "upper-alpha": "upperLetter",
  "upper-latin": "upperLetter",
  "lower-roman": "lowerRoman",
  "upper-roman": "upperRoman",
};
const STYLE_TYPE = /(?:^|;)\s*list-style(?:-type)?\s*:[^;]*?\b(none|decimal|(?:lower|upper)-(?:alpha|latin|roman))\b/i;
const BULLET = "-";

interface OpenList {
  /** Undefined for a list with bullets, or without marks. */
  readonly format: NumberFormat | undefined;
  readonly step: 1 | -1;
  next: number;
}

export function createItemNumbers(): ItemNumbers {
  const lists: OpenList[] = [];
  return {
    open(tag, attributes) {
      if (tag === "ol") lists.push(openList(attributes));
      else if (tag === "ul" || tag === "menu") lists.push({ format: undefined, step: 1, next: 1 });
    },
    close(tag) {
      if (tag === "ol" || tag === "ul" || tag === "menu") lists.pop();
    },
    markOf({ value, style, type }) {
      const list = lists.at(-1);
      if (!list || list.format === undefined) return BULLET;
      const number = wholeOf(value) ?? list.next;
      list.next = number + list.step;
      const format = formatOf(style, type, list.format);
      return format ? `${writeListNumber(number, format, { repeats: false })}.` : BULLET;
    },
  };
}

function openList({ start, reversed, style, type }: Attributes): OpenList {
  return {
    format: formatOf(style, type, "decimal"),
    // How many items a reversed list has is not known before its end: only one that says so is counted back.
    step: reversed === undefined || wholeOf(start) === undefined ? 1 : -1,
    next: wholeOf(start) ?? 1,
  };
}

function formatOf(style = "", type = "", otherwise: NumberFormat): NumberFormat | undefined {
  const styled = STYLE_TYPE.exec(style)?.[1]?.toLowerCase();
  if (styled === "none") return undefined;
  return FORMATS[styled ?? type] ?? otherwise;
}

function wholeOf(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*-?\d{1,7}\s*$/.test(value) ? Number(value) : undefined;
}
