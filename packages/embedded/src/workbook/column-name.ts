/** `A` for 1, `AA` for 27. */
export function columnName(column: number): string {
  const [rest, last] = [Math.floor((column - 1) / 26), (column - 1) % 26];
  return (rest > 0 ? columnName(rest) : "") + String.fromCharCode(65 + last);
}
