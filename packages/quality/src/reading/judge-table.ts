import { cellsOf } from "./judge-choice.ts";
import type { Value } from "./reading-labels.ts";

/** `misplaced`: the value stands under another heading, or under one of its headings alone; `lost`: its row lacks it. */
export type Placing = "right" | "misplaced" | "lost";

const DASH = / [–—/>|-] | /;

/**
 * Whether each value is read under its headings: written next to it (`heading: value`), or in the same column as the
 * nearest line of headings above its row.
 */
export function judgeValues(text: string, headings: readonly string[], values: readonly Value[]): Placing[] {
  const lines = text.split("\n").map((line) => cellsOf(line).map(squeeze));
  return values.map((value) => {
    const found = lines.flatMap((cells, at) =>
      hasCell(cells, value.row) ? [judgeRow(lines, at, headings, value)] : [],
    );
    return found.find((each) => each === "right") ?? found.find((each) => each === "misplaced") ?? "lost";
  });
}

function judgeRow(lines: readonly string[][], at: number, headings: readonly string[], wanted: Value): Placing {
  const cells = lines[at]!;
  const value = squeeze(wanted.value);
  const places = [...cells.keys()].filter((column) => isCell(cells[column]!, value));
  if (places.length === 0) return "lost";
  const isRight = places.some((column) => {
    const cell = cells[column]!;
    if (cell !== value) return isUnder(cell.slice(0, -value.length), wanted.heading);
    const head = headLine(lines, at, headings);
    return (
      head >= 0 &&
      isUnder(`${lines[head - 1]?.[column] ?? ""} ${lines[head]![column] ?? ""}`, wanted.heading, lines[head]![column])
    );
  });
  return isRight ? "right" : "misplaced";
}

/** The nearest line above that has most of the headings. */
function headLine(lines: readonly string[][], at: number, headings: readonly string[]): number {
  for (let line = at - 1; line >= 0; line -= 1) {
    const those = headings.filter((heading) =>
      lines[line]!.some((cell) => cell === squeeze(heading) || cell.endsWith(` ${squeeze(heading)}`)),
    );
    if (those.length > 0 && those.length * 2 >= headings.filter((heading) => heading !== "").length) return line;
  }
  return -1;
}

/** Whether a text has all headings; `last`, where given, must be or end with the last one. */
function isUnder(text: string, headings: readonly string[], last?: string): boolean {
  const end = squeeze(headings.at(-1)!);
  if (last !== undefined && last !== end && !last.endsWith(` ${end}`) && headings.length < 2) return false;
  const words = ` ${squeeze(text).split(DASH).join(" ")} `;
  return headings.every((heading) => words.includes(` ${squeeze(heading).split(DASH).join(" ")}`));
}

function hasCell(cells: readonly string[], words: string): boolean {
  return cells.some((cell) => isCell(cell, squeeze(words)));
}

/** A cell of these words alone, or with its heading before them. */
function isCell(cell: string, words: string): boolean {
  return cell === words || cell.endsWith(`: ${words}`);
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
