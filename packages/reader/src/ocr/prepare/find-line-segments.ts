import type { Shape } from "./find-connected-components.ts";

/** A run of words in one line, set apart from others by wide gaps. */
export interface Strip {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Where its letters stand. */
  readonly foot: number;
  /** Middle height of its letters. */
  readonly letter: number;
  /** Height of its tall letters above their foot. */
  readonly rise: number;
}

/** Widest gap between two words of a run, in heights of their letters. */
const GAP_MAX = 1.7;
const OVERLAP_MIN = 0.4;

/** Joins the shapes of letters to runs of words; what is too large to be one is omitted. */
export function findLineSegments(shapes: readonly Shape[], letter: number): Strip[] {
  const all = shapes.filter((shape) => isLetter(shape, letter)).toSorted((a, b) => a.left - b.left);
  const letters = all.filter((shape) => !(isBullet(shape, letter) && isAlone(shape, all, letter)));
  const groups = mergeOverlapping(groupLetters(letters, letter));
  const strips = groups.map((group) => ({ group, core: boxOf(group), box: boxOf(group) }));
  const marks = shapes.filter((shape) => isMark(shape, letter));
  for (const mark of marks) attach(mark, strips);
  return strips.map(({ group, box }) => ({ ...box, ...measure(group) }));
}

function heightOf({ top, bottom }: Shape): number {
  return bottom - top + 1;
}

function widthOf({ left, right }: Shape): number {
  return right - left + 1;
}

/** Also one of a few letters that touch, or of a word that is underlined. */
function isLetter(shape: Shape, letter: number): boolean {
  const [w, h] = [widthOf(shape), heightOf(shape)];
  return h >= 0.55 * letter && h <= 8 * letter && w <= (h <= 2.4 * letter ? 60 * letter : 3 * h);
}

/** A dot before a list's item, a filled square. */
function isBullet(shape: Shape, letter: number): boolean {
  const [w, h] = [widthOf(shape), heightOf(shape)];
  return h >= 0.4 * letter && h <= 0.8 * letter && w <= 1.3 * h && h <= 1.3 * w && shape.ink >= 0.74 * w * h;
}

function isAlone(shape: Shape, all: readonly Shape[], letter: number): boolean {
  return !all.some(
    (other) =>
      other !== shape &&
      other.top <= shape.bottom &&
      other.bottom >= shape.top &&
      Math.max(other.left, shape.left) - Math.min(other.right, shape.right) <= 0.5 * letter,
  );
}

/** A letter of another size within a run belongs to it. */
function mergeOverlapping(groups: readonly Shape[][]): Shape[][] {
  const merged: { group: Shape[]; box: Box }[] = [];
  for (const group of groups.toSorted((a, b) => b.length - a.length)) {
    const box = boxOf(group);
    const within = merged.find((one) => overlaps(one.box, box));
    if (!within) merged.push({ group: [...group], box });
    else {
      within.group.push(...group);
      within.box = boxOf(within.group);
    }
  }
  return merged.map(({ group }) => group);
}

function overlaps(a: Box, b: Box): boolean {
  const w = Math.min(a.right, b.right) - Math.max(a.left, b.left) + 1;
  const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) + 1;
  return w > 0 && h >= 0.5 * Math.min(a.bottom - a.top + 1, b.bottom - b.top + 1);
}

/** Dots, commas, dashes. */
function isMark(shape: Shape, letter: number): boolean {
  return heightOf(shape) < 0.55 * letter && widthOf(shape) <= 4 * letter;
}

function groupLetters(letters: readonly Shape[], letter: number): Shape[][] {
  const parents = letters.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root]!;
    parents[at] = root;
    return root;
  };
  const rowHeight = Math.max(1, 2 * letter);
  const rows = new Map<number, number[]>();
  for (const [at, shape] of letters.entries()) {
    const first = Math.floor(shape.top / rowHeight);
    const last = Math.floor(shape.bottom / rowHeight);
    for (let row = first; row <= last; row += 1) {
      const before = rows.get(row) ?? [];
      for (let index = before.length - 1; index >= 0; index -= 1) {
        const other = letters[before[index]!]!;
        // Sorted by their left edges: those further back are further away, but for wide ones.
        if (shape.left - other.left > 62 * letter) break;
        if (stand(other, shape)) parents[rootOf(at)] = rootOf(before[index]!);
      }
      before.push(at);
      rows.set(row, before);
    }
  }
  return [...Map.groupBy(letters.keys(), rootOf).values()].map((group) => group.map((at) => letters[at]!));
}

/** Whether two letters stand side by side in one line, near enough for one run, and are of one size. */
function stand(a: Shape, b: Shape): boolean {
  const [ha, hb] = [heightOf(a), heightOf(b)];
  const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) + 1;
  if (overlap < OVERLAP_MIN * Math.min(ha, hb)) return false;
  if (Math.max(ha, hb) > 3.2 * Math.min(ha, hb)) return false;
  const gap = Math.max(a.left, b.left) - Math.min(a.right, b.right) - 1;
  return gap <= GAP_MAX * Math.max(Math.min(ha, hb), 0.75 * Math.max(ha, hb));
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function boxOf(group: readonly Shape[]): Box {
  return {
    left: Math.min(...group.map(({ left }) => left)),
    top: Math.min(...group.map(({ top }) => top)),
    right: Math.max(...group.map(({ right }) => right)),
    bottom: Math.max(...group.map(({ bottom }) => bottom)),
  };
}

function measure(group: readonly Shape[]): Pick<Strip, "foot" | "letter" | "rise"> {
  const foot = median(group.map(({ bottom }) => bottom));
  const rise = foot - Math.min(...group.map(({ top }) => top)) + 1;
  return { foot, letter: median(group.map(heightOf)), rise };
}

interface Group {
  readonly group: readonly Shape[];
  /** Of its letters. */
  readonly core: Box;
  /** With its marks. */
  readonly box: Box;
}

/** Gives a mark to the run that it is in, or directly before or after. */
function attach(mark: Shape, groups: readonly Group[]): void {
  const middle = (mark.top + mark.bottom) / 2;
  let best: { box: Box; away: number } | undefined;
  for (const { core, box } of groups) {
    const height = core.bottom - core.top + 1;
    if (mark.right < core.left - 0.6 * height || mark.left > core.right + 0.6 * height) continue;
    const away = Math.max(0, core.top - middle, middle - core.bottom);
    if (away > 0.3 * height || (best && best.away <= away)) continue;
    best = { box, away };
  }
  if (!best) return;
  const { box } = best;
  box.left = Math.min(box.left, mark.left);
  box.right = Math.max(box.right, mark.right);
  box.top = Math.min(box.top, mark.top);
  box.bottom = Math.max(box.bottom, mark.bottom);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
