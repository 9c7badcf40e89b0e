import type { LocatedCitation } from "./located-citation.ts";
import { splitRows } from "./split-rows.ts";

/** The place of a citation in the words of its file: `Restore tests, row 5`, `Slide 3`, `2 Access › 2.1 Passwords`. */
export function describePlace({ location, range, segmentText }: LocatedCitation): string | null {
  if (location === null) return null;
  const grid = splitRows(segmentText, location, null);
  if (!grid) return location.replaceAll(" > ", " › ");
  const cited = grid.rows.filter(
    ({ cells }) => range && cells.some(({ text, start }) => start < range.end && start + text.length > range.start),
  );
  const numbers = cited.flatMap(({ number }) => number ?? []);
  const rows = numbers.length === 0 ? grid.range : rowsInWords(numbers[0]!, numbers.at(-1)!);
  return grid.sheet === null ? upperFirst(rows) : `${grid.sheet}, ${rows}`;
}

function rowsInWords(first: number, last: number): string {
  return first === last ? `row ${first}` : `rows ${first}–${last}`;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
