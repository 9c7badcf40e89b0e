/** Writes a value as a format code shows it; throws for a code that it does not know. */
export type WriteFormatted = (code: string, value: number | string, options: { date1904: boolean }) => string;

/** How a stored value is to be shown. */
export type NumberFormat =
  | { readonly kind: "general" }
  | { readonly kind: "date"; readonly date: boolean; readonly time: boolean }
  | { readonly kind: "code"; readonly code: string; readonly sections: readonly Section[] };

interface Section {
  readonly code: string;
  readonly condition: ((value: number) => boolean) | null;
  readonly colour: string | null;
  /** Nothing is shown. */
  readonly blank: boolean;
  readonly shows: Shown;
}

/** By the code, or a number as it is between words, or a date. */
type Shown =
  | "code"
  | { readonly before: string; readonly after: string }
  | { readonly date: boolean; readonly time: boolean };

const GENERAL: NumberFormat = { kind: "general" };
/** Excel takes no longer one. */
const CODE_LENGTH_MAX = 255;

/** Codes by the ids that every workbook knows without declaring them, where they are no dates. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  5: "$#,##0;($#,##0)",
  6: "$#,##0;[Red]($#,##0)",
  7: "$#,##0.00;($#,##0.00)",
  8: "$#,##0.00;[Red]($#,##0.00)",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  37: "#,##0;(#,##0)",
  38: "#,##0;[Red](#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;[Red](#,##0.00)",
  41: "#,##0;(#,##0);-;@",
  42: "$#,##0;$(#,##0);$-;@",
  43: "#,##0.00;(#,##0.00);-;@",
  44: "$#,##0.00;$(#,##0.00);$-;@",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
};

export function builtInFormat(id: number): NumberFormat {
  const code = BUILT_IN[id];
  if (code !== undefined) return parseFormatCode(code);
  // Of a month and a year alone.
  if (id === 17) return parseFormatCode("mmm-yy");
  const isDate = id === 22 || (id >= 14 && id <= 16) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  return isDate ? { kind: "date", date: true, time: id === 22 } : GENERAL;
}

export function parseFormatCode(code: string): NumberFormat {
  if (code.length > CODE_LENGTH_MAX || /^\s*(?:general)?\s*$/i.test(code)) return GENERAL;
  const split = splitSections(code);
  const sections = split.map((section) => readSection(section, split.length));
  return { kind: "code", code: sections.map((section) => section.code).join(";"), sections };
}

const CONDITIONS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
  "=": (value, limit) => value === limit,
  "<>": (value, limit) => value !== limit,
};
const ENGLISH = /^(?:0{0,4}[048c]09|en-[a-z]{2})?$/i;

function readSection(code: string, count: number): Section {
  const [, sign = "", limit = ""] = /\[(<=|>=|<>|<|>|=)\s*(-?[\d.]+)\]/.exec(code) ?? [];
  const compare = CONDITIONS[sign];
  const colour = /\[(black|blue|cyan|green|magenta|red|white|yellow)\]/i.exec(code)?.[1] ?? null;
  const shown = code.replace(/\[[^\]]*\]|"\s*"|_.|\s/g, "");
  return {
    code: prepare(code),
    condition: compare ? (value) => compare(value, Number(limit)) : null,
    colour: /\[color\s*2\]/i.test(code) ? "white" : colour,
    blank: count > 1 && shown === "" && !/\[[hms]+\]/i.test(code),
    shows: howShown(code),
  };
}

/** Signs that repeat to fill a cell are no text; a dot of a date has to be said to be one. */
function prepare(code: string): string {
  const filled = code.replace(/("[^"]*"|\\.|_.)|\*./g, (_, literal: string | undefined) => literal ?? "");
  if (!isDate(filled)) return filled;
  return filled.replace(/("[^"]*"|\\.)|y+|\.(?!0)/gi, (found, literal: string | undefined) =>
    literal !== undefined ? literal : found === "." ? '"."' : "yyyy",
  );
}

/** Without colours, conditions and what only fills a cell. */
const kept = (code: string) => code.replace(/\[[^\]]*\]|[_*]./g, "");
const unquote = (code: string) => code.replace(/"([^"]*)"|\\(.)/g, "$1$2");
const bare = (code: string) => code.replace(/"[^"]*"|\\.|[_*]./g, "").replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "");

function isDate(code: string): boolean {
  const shown = bare(code);
  return !/general|[#?%]/i.test(shown) && /[ymdhs]/i.test(shown);
}

/**
 * A day of a year is written so that nobody takes its day for its month: as it is shown where the month is a word, else
 * as `2026-03-01`.
 */
function howShown(code: string): Shown {
  const shown = bare(code).toLowerCase();
  const [before, after] = kept(code).split(/general/i);
  if (after !== undefined && /general/i.test(shown)) return { before: unquote(before ?? ""), after: unquote(after) };
  if (!isDate(code) || /\[/.test(shown)) return "code";
  const time = /[hs]/.test(shown);
  const isWord = /mmm/.test(shown) && !/mmmmm/.test(shown) && ENGLISH.test(/\[\$-([^\]]*)\]/.exec(code)?.[1] ?? "");
  const [day, month, year] = [/d/.test(shown), /m/.test(shown.replace(/h+:m+|m+:s+/g, "")), /y/.test(shown)];
  if (month && day) return isWord && year ? "code" : { date: true, time };
  return day && year && !month ? { date: true, time } : "code";
}

const DAY_MS = 86_400_000;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** 9999-12-31 */
const SERIAL_MAX = 2_958_466;

/** A number of at most 15 digits is written just so by JavaScript. */
const WRITTEN_ALIKE = /^(?:0|-?[1-9]\d{0,8}|-?(?:0|[1-9]\d{0,8})\.\d{0,5}[1-9])$/;
/** More digits than a workbook computes with. */
const DIGITS_MAX = 15;

/** A stored number as it is where no format says more: without the digits that are only an error of computing. */
export function writeNumber(stored: string): string {
  if (WRITTEN_ALIKE.test(stored)) return stored;
  const value = Number(stored);
  return stored.trim() === "" || !Number.isFinite(value) ? stored : String(Number(value.toPrecision(DIGITS_MAX)));
}

export interface NumberContext {
  readonly date1904: boolean;
  readonly write: WriteFormatted | null;
}

/** A stored number as people read it: `2026-03-01`, `12.50%`, `6 months`; empty where its format shows nothing. */
export function formatNumber(stored: string, format: NumberFormat, { date1904, write }: NumberContext): string {
  const value = Number(stored);
  if (format.kind === "general" || stored.trim() === "" || !Number.isFinite(value)) return writeNumber(stored);
  if (format.kind === "date") return formatDate(value, format, date1904) ?? writeNumber(stored);
  const section = sectionFor(format, "n", stored);
  if (!section) return writeNumber(stored);
  const { shows } = section;
  if (shows !== "code") {
    if ("before" in shows) return shows.before + writeNumber(stored) + shows.after;
    return formatDate(value, shows, date1904) ?? writeNumber(stored);
  }
  try {
    const written = write?.(format.code, value, { date1904 });
    return written === undefined || (written === "" && !section.blank) ? writeNumber(stored) : written;
  } catch {
    return writeNumber(stored);
  }
}

/** A text with what its format puts around it. */
export function formatText(text: string, format: NumberFormat, write: WriteFormatted | null): string {
  if (format.kind !== "code" || !write || !/@/.test(format.code) || format.code === "@" || text === "") return text;
  const section = format.sections.findLast(({ code }) => code.includes("@"));
  if (!section || section.code.trim() === "@") return text;
  try {
    return write(section.code, text, { date1904: false }) || text;
  } catch {
    return text;
  }
}

function formatDate(
  serial: number,
  { date, time }: { date: boolean; time: boolean },
  date1904: boolean,
): string | null {
  if (serial < 0 || serial >= SERIAL_MAX) return null;
  // In the 1900 system the 29th of February 1900 exists, so that earlier days count one less.
  const shift = !date1904 && serial < 60 ? 1 : 0;
  const at = new Date((date1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(((serial + shift) * DAY_MS) / 1000) * 1000);
  const iso = at.toISOString();
  const clock = iso.slice(11, iso.endsWith(":00.000Z") ? 16 : 19);
  return !date ? clock : time ? `${iso.slice(0, 10)} ${clock}` : iso.slice(0, 10);
}

const TEXT_SECTION = 3;

/** The section of a format that a value is shown by; undefined for a text that is shown as it is. */
export function sectionFor(format: NumberFormat, type: string, value: string): Section | undefined {
  if (format.kind !== "code") return undefined;
  const { sections } = format;
  if (type !== "n") return sections[TEXT_SECTION];
  const number = Number(value);
  const [first, second, third] = sections;
  if (first?.condition || second?.condition) {
    if (first?.condition ? first.condition(number) : number > 0) return first;
    if (second?.condition ? second.condition(number) : number < 0 && second) return second;
    return third ?? second ?? first;
  }
  if (number < 0 && sections.length > 1) return second;
  return number === 0 && sections.length > 2 ? third : first;
}

/** One that is empty counts, also after the last `;`: `"Yes";;` shows nothing of 0, and `;;;` nothing at all. */
function splitSections(code: string): string[] {
  const sections: string[] = [];
  for (const [, section = "", end] of code.matchAll(/((?:"[^"]*"|\\.|[^;"\\])*)(;|$)/g)) {
    sections.push(section);
    if (end === "") break;
  }
  return sections.length === 0 ? [code] : sections;
}
