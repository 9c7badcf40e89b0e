interface NamedCell {
  readonly column: string;
  readonly text: string;
}

const NAMED = /^(\p{L}[^:|]{0,80}): (\S.*)$/su;
const CELLS_MIN = 2;

/** The cells of a row in which each has its column's name before its value; `null` for any other row. */
export function readNamedCells(cells: readonly string[]): NamedCell[] | null {
  if (cells.length < CELLS_MIN) return null;
  const named: NamedCell[] = [];
  for (const cell of cells) {
    const [, column, text] = NAMED.exec(cell) ?? [];
    if (column === undefined || text === undefined) return null;
    named.push({ column, text });
  }
  return named;
}
