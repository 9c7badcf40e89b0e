/** Where a piece of text begins on a page, and the size of its letters. */
interface LinePlace {
  readonly baseline: number;
  readonly size: number;
  readonly x: number;
}

/** The pieces of a page in lines, from the top, each from the left; `near` is how far one may be off its line, in sizes. */
export function groupLines<T>(pieces: readonly T[], near: number, placeOf: (piece: T) => LinePlace): T[][] {
  const lines: T[][] = [];
  for (const piece of pieces.toSorted((a, b) => placeOf(b).baseline - placeOf(a).baseline)) {
    const line = lines.at(-1);
    const [first, place] = [line && placeOf(line[0]!), placeOf(piece)];
    if (line && first && first.baseline - place.baseline <= near * Math.min(first.size, place.size)) line.push(piece);
    else lines.push([piece]);
  }
  for (const line of lines) line.sort((a, b) => placeOf(a).x - placeOf(b).x);
  return lines;
}
