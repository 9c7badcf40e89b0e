interface NamedCell {
  /** `null` of a cell without one among others that have it. */
  readonly column: string | null;
  readonly text: string;
}

const NAMED = /^([^\s:|][^:|]{0,80}): (\S.*)$/su;
const CELLS_MIN = 2;

/**
 * The cells of a row in which each, or most of them, have their column's name before their value; `null` for any other row.
 * Under `headings` a row of which only some have it is one where they name a heading.
 */
export function readNamedCells(cells: readonly string[], headings?: readonly string[] | null): NamedCell[] | null {
  if (cells.length < CELLS_MIN) return null;
  const named = cells.map((cell): NamedCell => {
    const [, column = null, text = cell] = NAMED.exec(cell) ?? [];
    return { column, text };
  });
  const names = named.flatMap(({ column }) => column ?? []);
  if (names.length === cells.length) return named;
  if (names.length < CELLS_MIN || names.length * 2 <= cells.length) return null;
  return headings && !names.some((name) => headings.includes(name)) ? null : named;
}
