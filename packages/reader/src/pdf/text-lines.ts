import type { PlacedField, Stretch, TextLine, Word } from "./form-parts.ts";
import type { TextRun } from "./join-items.ts";
import { splitAtFields } from "./split-at-fields.ts";

const SAME_LINE = 0.3;
const TOGETHER = 0.8;
const DRAWN_BOX = /^[\s☐□◻▢❏❐❑❒○◯⬜]+$/u;

/** The runs of one direction, from the top of the page; those that fields lie in are parted. */
export function listLines(
  runs: readonly TextRun[],
  [ux, uy]: readonly [number, number],
  fields: readonly PlacedField[],
): TextLine[] {
  const words = runs.flatMap((run, order) => placeRun(run, order, ux, uy)).sort((a, b) => b.y - a.y);
  const groups: Word[][] = [];
  for (const word of words) {
    const last = groups.at(-1);
    if (last && last[0]!.y - word.y <= SAME_LINE * last[0]!.size) last.push(word);
    else groups.push([word]);
  }
  const lines = groups.map((group, at) => {
    const size = Math.max(...group.slice(0, 100).map((word) => word.size));
    return { at, y: group[0]!.y, size, words: group, stretches: [], dropped: [] as number[] };
  });
  const byLine = Map.groupBy(fields, (field) => findLine(lines, field));
  return lines.map((line) => {
    const own = byLine.get(line)?.sort((a, b) => a.x1 - b.x1) ?? [];
    const sorted = line.words.sort((a, b) => a.x - b.x);
    const isUnder = (word: Word) => DRAWN_BOX.test(word.str) && own.some((field) => isOver(field, word));
    const dropped = own.length === 0 ? [] : sorted.filter(isUnder);
    const kept = splitAtFields(
      sorted.filter((word) => !dropped.includes(word)),
      own,
    );
    return { ...line, words: kept, stretches: listStretches(kept), dropped: dropped.map(({ order }) => order) };
  });
}

function isOver({ x1, x2 }: PlacedField, { x, right, size }: Word): boolean {
  const middle = (x + right) / 2;
  return middle > x1 - size * 0.5 && middle < x2 + size * 0.5;
}

function placeRun({ str, transform, width = 0 }: TextRun, order: number, ux: number, uy: number): Word[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform ?? [];
  const along = Math.hypot(a, b) || 1;
  if (str.trim() === "" || (a * ux + b * uy) / along < 0.98) return [];
  const size = Math.hypot(c, d) || along;
  const x = e * ux + f * uy;
  const place = { order, ux, uy, x, right: x + width, y: f * ux - e * uy, size };
  return [{ ...place, str, question: "", before: "", after: "", below: [] }];
}

function listStretches(words: readonly Word[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { x, right, str, size } of words) {
    const last = stretches.at(-1);
    if (last && x - last.right < TOGETHER * size) {
      last.text += x - last.right > size * 0.12 ? ` ${str.trim()}` : str.trim();
      last.right = Math.max(last.right, right);
    } else stretches.push({ x, right, text: str.trim() });
  }
  return stretches;
}

/** Of the nearest line, if the field is level with it. */
export function findLine<L extends Pick<TextLine, "y" | "size">>(lines: readonly L[], field: PlacedField): L | null {
  const first = firstBelow(lines, field.y2);
  let best: { line: L; off: number } | null = null;
  for (let at = Math.max(0, first - 2); at < Math.min(lines.length, first + 6); at += 1) {
    const line = lines[at]!;
    const middle = line.y + line.size * 0.3;
    // The label of a tall field is level with its first line.
    const level = field.y2 - field.y1 > 2 * line.size ? field.y2 - line.size * 0.7 : (field.y1 + field.y2) / 2;
    const off = Math.abs(middle - level);
    if (off <= line.size * 0.8 && (best === null || off < best.off)) best = { line, off };
  }
  return best?.line ?? null;
}

function firstBelow(lines: readonly Pick<TextLine, "y">[], y: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const half = (low + high) >> 1;
    if (lines[half]!.y > y) low = half + 1;
    else high = half;
  }
  return low;
}

/** The last word of the line over a field, where it is as near as a label. */
export function findAbove(lines: readonly TextLine[], { x1, x2, y2 }: PlacedField): Word | null {
  const first = firstBelow(lines, y2 - 1);
  for (let at = first - 1; at >= Math.max(0, first - 3); at -= 1) {
    const line = lines[at]!;
    if (line.y - y2 > 1.5 * line.size) return null;
    const over = line.words.findLast((word) => word.x < x2 && word.right > x1 - line.size);
    if (over) return over;
  }
  return null;
}
