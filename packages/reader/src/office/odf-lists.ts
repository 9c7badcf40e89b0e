import { Parser } from "htmlparser2";
import { NUMBER_FORMATS, type NumberFormat, writeListNumber } from "../text/list-number.ts";
import { createOdfNames } from "./odf-names.ts";
import { localName } from "./read-paragraphs.ts";

interface Level {
  /** Undefined for bullets, and where no number is shown. */
  readonly format: NumberFormat | undefined;
  readonly prefix: string;
  readonly suffix: string;
  /** How many levels the number names, its own included. */
  readonly shown: number;
  readonly start: number;
}

type Levels = ReadonlyMap<number, Level>;

/** The list styles of an OpenDocument text by name; that of its headings has the name `OUTLINE`. */
export type OdfLists = ReadonlyMap<string, Levels>;

interface Attributes {
  readonly [name: string]: string | undefined;
}

const OUTLINE = "";
const LEVELS_MAX = 10;

export function readOdfLists(...parts: readonly string[]): OdfLists {
  const lists = new Map<string, Map<number, Level>>();
  for (const xml of parts) {
    let levels: Map<number, Level> | undefined;
    const named = createOdfNames();
    const parser = new Parser(
      {
        onopentag(name, given) {
          const tag = localName(name);
          const attributes = named(given);
          if (tag === "list-style" || tag === "outline-style") {
            levels = new Map();
            lists.set(tag === "outline-style" ? OUTLINE : (attributes["style:name"] ?? ""), levels);
          } else if (levels && /^(?:list-level-style-number|outline-level-style)$/.test(tag)) {
            const level = Number(attributes["text:level"]);
            if (level >= 1 && level <= LEVELS_MAX) levels.set(level, readLevel(attributes));
          }
        },
        onclosetag(name) {
          if (/^(?:list-style|outline-style)$/.test(localName(name))) levels = undefined;
        },
      },
      { xmlMode: true },
    );
    parser.end(xml);
  }
  return lists;
}

function readLevel(attributes: Attributes): Level {
  const start = Number(attributes["text:start-value"] ?? 1);
  return {
    format: NUMBER_FORMATS[attributes["style:num-format"] ?? ""],
    prefix: attributes["style:num-prefix"] ?? "",
    suffix: attributes["style:num-suffix"] ?? "",
    shown: Number(attributes["text:display-levels"] ?? 1) || 1,
    start: Number.isInteger(start) ? start : 1,
  };
}

/** Counts the items of lists and the headings of a text in its order. */
export interface OdfCounter {
  openList(attributes: Attributes): void;
  closeList(): void;
  /** Returns the number of an item as it is shown; empty where it has none. */
  item(attributes: Attributes): string;
  heading(level: number, attributes: Attributes): string;
}

export function createOdfCounter(lists: OdfLists): OdfCounter {
  const open: { readonly style: string }[] = [];
  const countersOf = new Map<string, number[]>();
  const ofHeadings: number[] = [];
  let counters: number[] = [];
  return {
    openList(attributes) {
      const style = attributes["text:style-name"] ?? open.at(-1)?.style ?? "";
      if (open.length === 0) {
        const before = countersOf.get(attributes["text:continue-list"] ?? style);
        const goesOn =
          attributes["text:continue-numbering"] === "true" || attributes["text:continue-list"] !== undefined;
        counters = goesOn && before ? before : [];
        countersOf.set(style, counters);
        const id = attributes["xml:id"];
        if (id !== undefined) countersOf.set(id, counters);
      }
      open.push({ style });
    },
    closeList() {
      open.pop();
    },
    item(attributes) {
      const levels = lists.get(open.at(-1)?.style ?? "");
      return countOn(counters, open.length, levels ?? new Map(), attributes["text:start-value"]);
    },
    heading(level, attributes) {
      if (attributes["text:is-list-header"] === "true") return "";
      return countOn(ofHeadings, level, lists.get(OUTLINE) ?? new Map(), attributes["text:start-value"]);
    },
  };
}

function countOn(counters: number[], at: number, levels: Levels, given: string | undefined): string {
  if (at < 1 || at > LEVELS_MAX) return "";
  const startOf = (level: number) => levels.get(level)?.start ?? 1;
  for (let above = 1; above < at; above++) counters[above - 1] ??= startOf(above);
  const before = counters[at - 1];
  counters.length = at;
  counters[at - 1] = given === undefined ? (before === undefined ? startOf(at) : before + 1) : Number(given) || 0;
  const level = levels.get(at);
  if (!level?.format) return "";
  const from = Math.max(1, at - level.shown + 1);
  const numbers = counters.slice(from - 1, at).map((number, index) => {
    const format = levels.get(from + index)?.format;
    return format === undefined ? "" : writeListNumber(number, format, { repeats: true });
  });
  return `${level.prefix}${numbers.filter(Boolean).join(".")}${level.suffix}`.trim();
}
