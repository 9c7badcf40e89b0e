import type { HiddenRange, TextBuilder } from "../text/marked-text.ts";
import type { FindUnseen } from "./find-unseen.ts";

/** A run of glyphs as pdf.js reports it; an XFA form reports only `str`. */
export interface TextRun {
  readonly str: string;
  readonly dir?: string;
  readonly width?: number;
  readonly transform?: readonly number[];
  readonly hasEOL?: boolean;
}

interface Placed {
  str: string;
  rtl: boolean;
  vertical: boolean;
  /** Direction of the baseline, a unit vector. */
  ux: number;
  uy: number;
  size: number;
  /** Along the baseline. */
  start: number;
  end: number;
  width: number;
  /** Across it. */
  baseline: number;
  x: number;
  y: number;
}

const NEW_LINE = 0.6;
const NEW_PARAGRAPH = 1.8;
const SPACE = 0.12;
const BACKWARDS = -0.5;
const COLUMN = 1.5;
const READABLE_SIZE_MIN = 2;

/** Joins runs by where they stand on the page, since a PDF stores neither spaces nor line ends reliably. */
export function joinItems(runs: readonly TextRun[], into: TextBuilder, findUnseen: FindUnseen | null = null): void {
  let previous: Placed | null = null;
  for (const run of runs) {
    if (!run.transform) {
      into.add(`${run.str}\n`);
      continue;
    }
    if (run.str.trim() === "") continue;
    const current = place(run, run.transform);
    if (previous && isOverprint(previous, current)) continue;
    if (previous) into.add(separate(previous, current, into));
    addRun(current, findHidden(current, findUnseen), into);
    previous = current;
  }
}

/** pdf.js leaves out what lies off the page. */
function findHidden(run: Placed, findUnseen: FindUnseen | null): readonly HiddenRange[] {
  if (run.size < READABLE_SIZE_MIN) return [[0, run.str.length]];
  return findUnseen?.(run.str, run) ?? [];
}

function addRun({ str }: Placed, hidden: readonly HiddenRange[], into: TextBuilder): void {
  let at = 0;
  for (const [start, end] of hidden) {
    into.add(str.slice(at, start));
    into.add(str.slice(start, end), true);
    at = end;
  }
  into.add(str.slice(at));
}

function place(run: TextRun, transform: readonly number[]): Placed {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
  const along = Math.hypot(a, b) || 1;
  const [ux, uy] = [a / along, b / along];
  const start = x * ux + y * uy;
  return {
    str: run.str,
    rtl: run.dir === "rtl",
    vertical: run.dir === "ttb",
    ux,
    uy,
    size: Math.hypot(c, d) || along,
    start,
    end: start + (run.width ?? 0),
    width: run.width ?? 0,
    baseline: y * ux - x * uy,
    x,
    y,
  };
}

function separate(previous: Placed, current: Placed, into: TextBuilder): string {
  const size = Math.max(Math.min(previous.size, current.size), 0.01);
  if (previous.vertical && current.vertical) return Math.abs(previous.x - current.x) > size * NEW_LINE ? "\n" : "";
  const turned = previous.ux * current.ux + previous.uy * current.uy < 0.98;
  const moved = Math.abs(previous.baseline - current.baseline);
  if (turned || moved > size * NEW_PARAGRAPH) return "\n\n";
  if (moved > size * NEW_LINE) return "\n";
  const gap = current.rtl ? previous.start - current.end : current.start - previous.end;
  if (gap > size * COLUMN) return "\t";
  const spaced = into.endsWith(" ") || current.str.startsWith(" ");
  return !spaced && (gap > size * SPACE || gap < size * BACKWARDS) ? " " : "";
}

/** The same run again, a hair beside itself, is how some writers make bold. */
function isOverprint(previous: Placed, current: Placed): boolean {
  const near = previous.size * 0.15;
  return (
    previous.str === current.str && Math.abs(previous.x - current.x) < near && Math.abs(previous.y - current.y) < near
  );
}
