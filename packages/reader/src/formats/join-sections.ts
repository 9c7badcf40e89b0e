import { joinMarked, type MarkedText } from "../text/marked-text.ts";
import type { TableRow } from "./cut-tables.ts";

/** What is under one heading, the heading included. */
export interface Section {
  /** The headings above it and its own, outermost first. */
  readonly path: readonly string[];
  /** Is outside the headings, such as notes. */
  readonly isPart: boolean;
  /** Nothing is under its heading. */
  readonly isBare: boolean;
  readonly content: MarkedText;
  readonly rows: readonly TableRow[];
}

/** Shorter than this, text under a heading is no passage of its own. */
const SHORT_LENGTH = 40;
/** Sections that are joined because one of them is short lose their own heading as their place: only small ones may. */
const JOINED_LENGTH_MAX = 500;
const BARE_LENGTH_MAX = 1000;

/**
 * A heading with nothing under it goes with the section that follows, and a section of a few words with its neighbour
 * under the same heading; that heading is then the place of both.
 */
export function joinSections(sections: readonly Section[]): Section[] {
  return joinShort(joinBare(sections));
}

function joinBare(sections: readonly Section[]): Section[] {
  const joined: Section[] = [];
  let bare: Section[] = [];
  const flush = () => {
    const last = joined.pop();
    if (bare.length === 0 || last?.isPart) {
      if (last) joined.push(last);
      if (bare.length > 0) joined.push(join(bare, bare[0]!));
    } else joined.push(last ? join([last, ...bare], last) : join(bare, bare[0]!));
    bare = [];
  };
  for (const section of sections) {
    if (section.isPart || lengthOf(bare) > BARE_LENGTH_MAX) flush();
    if (section.isBare) bare.push(section);
    else {
      joined.push(bare.length > 0 ? join([...bare, section], section) : section);
      bare = [];
    }
  }
  flush();
  return joined;
}

function joinShort(sections: readonly Section[]): Section[] {
  const joined: Section[] = [];
  /** The last one holds several sections that stand side by side. */
  let isMixed = false;
  for (const section of sections) {
    const before = joined.at(-1);
    const path: readonly string[] | undefined = before && pathOfBoth(before, section, isMixed);
    if (before && path) {
      isMixed = path !== section.path && (isMixed || path.length < before.path.length);
      joined[joined.length - 1] = { ...join([before, section], before), path };
    } else {
      joined.push(section);
      isMixed = false;
    }
  }
  return joined;
}

/** Where both stand, if one of them is too short to stand alone; undefined if they stay apart. */
function pathOfBoth(before: Section, section: Section, isMixed: boolean): readonly string[] | undefined {
  if (before.isPart || section.isPart) return undefined;
  if (isShort(before) && before.path.length === 0) return section.path;
  const path: readonly string[] = commonPath(before, section);
  if (path.length === 0) return undefined;
  const isAbove = path.length === before.path.length;
  // A few words above the first part of a section are in the place of both.
  if (isShort(before) && isAbove && !isMixed) return section.path;
  if (!isShort(before) && !isShort(section)) return undefined;
  const length = before.content.text.length + section.content.text.length;
  return length <= JOINED_LENGTH_MAX || (isAbove && isShort(section)) ? path : undefined;
}

function isShort({ content }: Section): boolean {
  return content.text.length < SHORT_LENGTH;
}

function commonPath(before: Section, section: Section): readonly string[] {
  const differs = before.path.findIndex((part, at) => part !== section.path[at]);
  return before.path.slice(0, differs === -1 ? before.path.length : differs);
}

function join(sections: readonly Section[], like: Section): Section {
  const rows: TableRow[] = [];
  let at = 0;
  for (const [index, section] of sections.entries()) {
    for (const row of section.rows)
      rows.push({ ...row, start: row.start + at, end: row.end + at, table: row.table + index * 100_000 });
    at += section.content.text.length + 1;
  }
  const content = joinMarked(
    sections.map((section) => section.content),
    "\n",
  );
  return { ...like, isBare: sections.every(({ isBare }) => isBare), content, rows };
}

function lengthOf(sections: readonly Section[]): number {
  return sections.reduce((length, { content }) => length + content.text.length, 0);
}
