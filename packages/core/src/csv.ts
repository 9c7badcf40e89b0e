type CsvRow = readonly (string | number | null)[];

/** RFC 4180, with a byte-order mark for spreadsheets. Cells that one would take for a formula get a leading quote. */
export function toCsv(rows: readonly CsvRow[]): string {
  return `\ufeff${toCsvRows(rows)}`;
}

/** Further rows of a file that `toCsv` began. */
export function toCsvRows(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}

function toCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r\n\0|;]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
