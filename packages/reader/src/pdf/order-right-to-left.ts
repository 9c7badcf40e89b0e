interface PlacedRun {
  readonly str: string;
  readonly dir?: string;
  readonly width?: number;
  readonly transform?: readonly number[];
}

const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;
const LTR = /[\p{L}\p{N}]/gu;
/** What ends a sentence is left of the last word of its line, whatever that word's direction. */
const END_AT_LEFT = /^\s*[.,;:!?]+(?=[\p{L}\p{N}])/u;
const SAME_LINE = 0.3;

/**
 * The runs of a page with the lines of Hebrew and Arabic in the order in which they are read: many writers store them as
 * they stand, from the left. Within a run pdf.js has put the letters in order already; numbers and Latin words stay from left to right.
 */
export function orderRightToLeft(runs: readonly PlacedRun[]): readonly PlacedRun[] {
  if (!runs.some(({ str }) => countOf(RTL, str) > 0)) return runs;
  const lines: PlacedRun[][] = [];
  for (const run of runs) {
    const line = lines.at(-1);
    if (line && isSameLine(line[0]!, run)) line.push(run);
    else lines.push([run]);
  }
  return lines.flatMap((line) => (isRightToLeft(line) ? readOrder(line) : line));
}

/** Arabic and Hebrew in letters, where a PDF has the forms that letters take within a word. */
export function plainLetters(text: string): string {
  return text.replace(/[\ufb1d-\ufdff\ufe70-\ufefc]+/g, (forms) => forms.normalize("NFKC"));
}

function isSameLine({ transform: first }: PlacedRun, { transform }: PlacedRun): boolean {
  if (!first || !transform) return false;
  const isUpright = [first, transform].every(([a = 1, b = 0]) => a > 0 && b === 0);
  const size = Math.abs(first[3] ?? 1);
  return isUpright && Math.abs((first[5] ?? 0) - (transform[5] ?? 0)) < size * SAME_LINE;
}

function isRightToLeft(line: readonly PlacedRun[]): boolean {
  if (line.length < 2 && !END_AT_LEFT.test(line[0]!.str)) return false;
  const text = line.map(({ str }) => str).join("");
  const rtl = countOf(RTL, text);
  return rtl > countOf(LTR, text) - rtl;
}

function readOrder(line: readonly PlacedRun[]): PlacedRun[] {
  const fromRight = line.toSorted((a, b) => endOf(b) - endOf(a));
  const ordered: PlacedRun[] = [];
  let latin: PlacedRun[] = [];
  for (const run of fromRight) {
    // Blank runs belong to what they stand in.
    if (countOf(RTL, run.str) === 0 && (countOf(LTR, run.str) > 0 || latin.length > 0)) latin = [run, ...latin];
    else {
      ordered.push(...latin.flatMap(endApart), run);
      latin = [];
    }
  }
  return [...ordered, ...latin.flatMap(endApart)];
}

/** ".ISO 27001" in a line from the right is "ISO 27001" and then the stop. */
function endApart(run: PlacedRun): PlacedRun[] {
  const [end] = END_AT_LEFT.exec(run.str) ?? [];
  if (end === undefined || !run.transform) return [run];
  const width = ((run.width ?? 0) * end.length) / run.str.length;
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = run.transform;
  const word = { ...run, str: run.str.slice(end.length), transform: [a, b, c, d, x + width, y] };
  return [
    { ...word, width: (run.width ?? 0) - width },
    { ...run, str: end.trim(), dir: "rtl", width },
  ];
}

const endOf = ({ transform, width }: PlacedRun) => (transform?.[4] ?? 0) + (width ?? 0);

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}
