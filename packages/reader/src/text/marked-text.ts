export type HiddenRange = readonly [start: number, end: number];

/** Text with the ranges that a reader of the original would not see, or sees crossed out; each sorted and apart. */
export interface MarkedText {
  readonly text: string;
  readonly hidden: readonly HiddenRange[];
  readonly struck: readonly HiddenRange[];
  /** Those that a mail quotes from an earlier one; absent where there are none. */
  readonly quoted?: readonly HiddenRange[];
}

/** Collects text piece by piece, cleaned: line ends are LF, NUL is dropped, lone surrogates are replaced. */
export interface TextBuilder {
  readonly length: number;
  /** Whether what was written so far ends in `text`. */
  endsWith(text: string): boolean;
  add(text: string, hidden?: boolean, struck?: boolean, quoted?: boolean): void;
  /** How much blank text is before the first word: `build` leaves it out. */
  readonly blankStart: number;
  /** The text without blank ends. */
  build(): MarkedText;
}

export function createTextBuilder(): TextBuilder {
  const parts: string[] = [];
  const hiddenRanges: [number, number][] = [];
  const struckRanges: [number, number][] = [];
  const quotedRanges: [number, number][] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    endsWith: (text) => (parts.at(-1) ?? "").endsWith(text),
    add(text, hidden = false, struck = false, quoted = false) {
      const clean = cleanText(text);
      if (clean === "") return;
      if (hidden) extend(hiddenRanges, length, clean.length);
      if (struck) extend(struckRanges, length, clean.length);
      if (quoted) extend(quotedRanges, length, clean.length);
      parts.push(clean);
      length += clean.length;
    },
    get blankStart() {
      const whole = parts.join("");
      return whole.length - whole.trimStart().length;
    },
    build() {
      const whole = parts.join("").toWellFormed();
      const start = whole.length - whole.trimStart().length;
      const text = whole.trim();
      const ranges = [...hiddenRanges, ...findInvisibleRuns(whole)];
      const end = start + text.length;
      return {
        text,
        hidden: clipRanges(mergeRanges(ranges), start, end),
        struck: clipRanges(struckRanges, start, end),
        ...(quotedRanges.length > 0 && { quoted: clipRanges(quotedRanges, start, end) }),
      };
    },
  };
}

function extend(ranges: [number, number][], at: number, by: number): void {
  const last = ranges.at(-1);
  if (last?.[1] === at) last[1] += by;
  else ranges.push([at, at + by]);
}

/** A whole text at once, hidden or not. */
export function markText(text: string, hidden = false): MarkedText {
  const builder = createTextBuilder();
  builder.add(text, hidden);
  return builder.build();
}

/** Ranges within [start, end), counted from `start`. */
function clipRanges(ranges: readonly HiddenRange[], start: number, end: number): HiddenRange[] {
  return ranges
    .filter(([from, to]) => to > start && from < end)
    .map(([from, to]) => [Math.max(from, start) - start, Math.min(to, end) - start] as const);
}

/** Of a marked text: [start, end). */
export function takeMarked({ text, hidden, struck, quoted }: MarkedText, start: number, end: number): MarkedText {
  return {
    text: text.slice(start, end),
    hidden: clipRanges(hidden, start, end),
    struck: clipRanges(struck, start, end),
    ...(quoted && { quoted: clipRanges(quoted, start, end) }),
  };
}

/** Of a marked text: [start, end), without blank ends. */
export function cutMarked(marked: MarkedText, start: number, end: number): MarkedText {
  const cut = marked.text.slice(start, end);
  const from = start + cut.length - cut.trimStart().length;
  return takeMarked(marked, from, Math.max(from, start + cut.trimEnd().length));
}

/** One after the other, with `separator` between them. */
export function joinMarked(texts: readonly MarkedText[], separator: string): MarkedText {
  const hidden: HiddenRange[] = [];
  const struck: HiddenRange[] = [];
  const quoted: HiddenRange[] = [];
  let at = 0;
  for (const each of texts) {
    hidden.push(...moveRanges(each.hidden, at));
    struck.push(...moveRanges(each.struck, at));
    quoted.push(...moveRanges(each.quoted ?? [], at));
    at += each.text.length + separator.length;
  }
  return { text: texts.map(({ text }) => text).join(separator), hidden, struck, ...(quoted.length > 0 && { quoted }) };
}

function moveRanges(ranges: readonly HiddenRange[], by: number): HiddenRange[] {
  return ranges.map(([start, end]) => [start + by, end + by] as const);
}

function cleanText(text: string): string {
  return /[\r\0]/.test(text) ? text.replaceAll("\0", "").replace(/\r\n?/g, "\n") : text;
}

// Tag characters spell whole instructions that nobody sees (flags of regions, U+1F3F4 first, are their one good use).
// A lone joiner or direction mark belongs to ordinary Persian, Hindi or Hebrew; a run of them does not.
const INVISIBLE =
  /(\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F})|[\u{E0000}-\u{E007F}]+|(?:[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u180e]){2,}|[\u200b\u2060-\u2064\ufeff\u180e]/gu;

function findInvisibleRuns(text: string): HiddenRange[] {
  const ranges: HiddenRange[] = [];
  for (const match of text.matchAll(INVISIBLE)) {
    if (match[1] === undefined) ranges.push([match.index, match.index + match[0].length]);
  }
  return ranges;
}

/** Sorted, and apart. */
export function mergeRanges(ranges: readonly HiddenRange[]): HiddenRange[] {
  const merged: [number, number][] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}
