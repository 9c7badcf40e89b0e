/** A numbered item with what it says before its own items; the root of a text has no mark. */
export interface Item {
  /** As it counts, without dots and brackets: `a`, `1`, `iv`. */
  readonly mark: string;
  readonly text: string;
  readonly items: readonly Item[];
}

interface Mark {
  readonly mark: string;
  readonly style: string;
  readonly start: number;
  readonly end: number;
}

interface OpenItem {
  readonly mark: string;
  readonly style: string;
  readonly from: number;
  text: string;
  readonly items: OpenItem[];
}

const MARK = /(?<=^|[\s:;,])(\(?)(\d{1,2}|[a-z]|[ivx]{2,5}|[A-Z])([.)])(?:\s+|(?=\())/g;
const BULLET = /(?<=^|\n)[^\S\n]*[-*•–▪◦]\s+/g;
/** A count may begin here: at the start of a text, a line or an item, or after what leads in or ends. */
const MAY_BEGIN = /(?:^|[:;.\n]|[.)]\s|—|–)\s*$/;
const NUMERALS = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv"];

/** The items of a text by their marks; a mark counts only in a series of at least two. */
export function readItems(text: string): Item {
  const marks = listMarks(text);
  const root: OpenItem = { mark: "", style: "", from: 0, text: "", items: [] };
  const open: OpenItem[] = [root];
  let last = root;
  for (const mark of marks) {
    last.text = text.slice(last.from, mark.start).trim();
    const level = open.findIndex(({ items }) => items.at(-1) !== undefined && follows(items.at(-1)!, mark));
    if (level >= 0) open.length = level + 1;
    const item: OpenItem = { mark: mark.mark, style: mark.style, from: mark.end, text: "", items: [] };
    open.at(-1)!.items.push(item);
    open.push(item);
    last = item;
  }
  last.text = text.slice(last.from).trim();
  return root;
}

/** The marks that belong to a series, in order. */
function listMarks(text: string): Mark[] {
  const found = [...text.matchAll(BULLET)].map(({ index, 0: match }) => ({
    mark: "",
    style: "bullet",
    start: index,
    end: index + match.length,
  }));
  for (const { index, 0: match, 1: bracket, 2: mark = "", 3: close } of text.matchAll(MARK))
    found.push({ mark, style: `${bracket}${close}`, start: index, end: index + match.length });
  found.sort((left, right) => left.start - right.start);
  const kept = keepSeries(text, found);
  return kept;
}

function keepSeries(text: string, marks: readonly Mark[]): Mark[] {
  const stack: Mark[][] = [];
  const series: Mark[][] = [];
  for (const mark of marks) {
    const level = stack.findLastIndex((each) => follows(each.at(-1)!, mark));
    if (level >= 0) {
      stack.length = level + 1;
      stack[level]!.push(mark);
    } else if (isFirst(mark) && mayBegin(text, mark)) {
      const begun = [mark];
      stack.push(begun);
      series.push(begun);
    }
  }
  return series
    .filter(({ length }) => length > 1)
    .flat()
    .sort((left, right) => left.start - right.start);
}

function isFirst({ mark, style }: Mark): boolean {
  return style === "bullet" || /^(?:1|01|a|A|i)$/.test(mark);
}

function mayBegin(text: string, { start, style }: Mark): boolean {
  return style === "()" || MAY_BEGIN.test(text.slice(Math.max(0, start - 4), start));
}

function follows(before: { mark: string; style: string }, { mark, style }: Mark): boolean {
  if (before.style !== style) return false;
  if (style === "bullet") return true;
  if (/^\d/.test(mark)) return Number(mark) === Number(before.mark) + 1;
  if (NUMERALS.indexOf(mark) === NUMERALS.indexOf(before.mark) + 1 && NUMERALS.includes(before.mark)) return true;
  const isLetter = mark.length === 1 && before.mark.length === 1;
  return isLetter && mark.charCodeAt(0) === before.mark.charCodeAt(0) + 1;
}
