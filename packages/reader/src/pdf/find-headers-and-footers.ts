import type { Area } from "./geometry.ts";
import type { TextRun } from "./join-items.ts";

/** A line at the top or at the bottom of a page. */
interface EdgeLine {
  /** White space collapsed. */
  readonly text: string;
  readonly edge: "top" | "bottom";
  /** From its edge. */
  readonly distance: number;
  readonly x: number;
  readonly size: number;
  /** Places of its runs among those of the page. */
  readonly runs: readonly number[];
}

export interface PageEdges {
  readonly pageNumber: number;
  readonly lines: readonly EdgeLine[];
  /** The size of most of the page's letters. */
  readonly bodySize: number;
}

/** Of the page's height: where running headers and footers stand. */
const EDGE_SHARE = 0.1;
const SAME_PLACE = 3;
const SAME_LINE = 0.4;
/** Larger letters than these, times those of the body, are a title. */
const TITLE_SIZE = 1.3;
/** Baselines of the body are nearer to one another than this, times the size of its letters. */
const BODY_GAP = 1.7;
/** A longer block that repeats is more likely a table's. */
const LINES_MAX = 3;

/** The lines of a page near its edges. */
export function listEdgeLines(pageNumber: number, runs: readonly TextRun[], { y1, y2 }: Area): PageEdges {
  const depth = (y2 - y1) * EDGE_SHARE;
  const sizes = new Map<number, number>();
  const rows: { y: number; size: number; runs: { index: number; x: number }[] }[] = [];
  for (const [index, { str, transform }] of runs.entries()) {
    if (!transform || str.trim() === "") continue;
    const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
    const size = Math.hypot(c, d) || Math.hypot(a, b);
    const rounded = Math.round(size * 2) / 2;
    sizes.set(rounded, (sizes.get(rounded) ?? 0) + str.length);
    // Twice as deep: the gap to the body tells.
    if (Math.abs(b) > Math.abs(a) * 0.02 || (y < y2 - 2 * depth && y > y1 + 2 * depth)) continue;
    const row = rows.find((each) => Math.abs(each.y - y) < Math.min(each.size, size) * SAME_LINE);
    const run = { index, x };
    if (row) row.runs.push(run);
    else rows.push({ y, size, runs: [run] });
  }
  const lines = rows.map(({ y, size, runs: ofRow }): EdgeLine => {
    const inOrder = ofRow.toSorted((left, right) => left.x - right.x);
    const edge = y2 - y < y - y1 ? "top" : "bottom";
    return {
      text: inOrder
        .map(({ index }) => runs[index]!.str)
        .join(" ")
        .replace(/\s+/g, " ")
        .trim(),
      edge,
      distance: edge === "top" ? y2 - y : y - y1,
      x: inOrder[0]!.x,
      size,
      runs: ofRow.map(({ index }) => index),
    };
  });
  const bodySize = [...sizes].sort((left, right) => right[1] - left[1])[0]?.[0] ?? 0;
  return { pageNumber, lines, bodySize };
}

/**
 * Places of the runs that repeat a header or a footer of one of the pages before: the same words at the same place, with
 * no other numbers than those that count pages, apart from the body. Two pages before, as left and right pages may differ.
 */
export function findHeadersAndFooters(page: PageEdges, before: readonly PageEdges[], { y1, y2 }: Area): Set<number> {
  const depth = (y2 - y1) * EDGE_SHARE;
  const repeats = (line: EdgeLine) =>
    line.distance <= depth &&
    line.size <= page.bodySize * TITLE_SIZE &&
    before.some((earlier) =>
      earlier.lines.some((other) => isRepeated(line, other, page.pageNumber - earlier.pageNumber)),
    );
  const running = (["top", "bottom"] as const).flatMap((edge) => {
    const lines = page.lines.filter((line) => line.edge === edge).sort((left, right) => left.distance - right.distance);
    return takeApart(
      lines,
      lines.findIndex((line) => !repeats(line)),
    );
  });
  return new Set(running.flatMap(({ runs }) => runs));
}

/** Of lines from the edge inwards, the first `repeated` ones, as far as a gap parts them from what follows. */
function takeApart(lines: readonly EdgeLine[], repeated: number): readonly EdgeLine[] {
  if (repeated > LINES_MAX) return [];
  for (let count = repeated === -1 ? lines.length : repeated; count > 0; count -= 1) {
    const [last, next] = [lines[count - 1]!, lines[count]];
    if (!next || next.distance - last.distance >= Math.max(last.size, next.size) * BODY_GAP)
      return lines.slice(0, count);
  }
  return [];
}

function isRepeated(line: EdgeLine, other: EdgeLine, pagesApart: number): boolean {
  if (line.edge !== other.edge || Math.abs(line.distance - other.distance) > SAME_PLACE) return false;
  if (line.text === other.text) return Math.abs(line.x - other.x) <= SAME_PLACE;
  const [own, others] = [line.text.split(/(\d+)/), other.text.split(/(\d+)/)];
  return (
    own.length === others.length &&
    own.every((part, at) => part === others[at] || (at % 2 === 1 && Number(part) - Number(others[at]) === pagesApart))
  );
}
