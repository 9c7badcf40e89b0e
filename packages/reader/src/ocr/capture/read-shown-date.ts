const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH = `(?<name>${MONTHS.join("|")})[a-z]*\\.?`;

const FORMS = [
  /\b(?<y>\d{4})[-/](?<m>\d{1,2})[-/](?<d>\d{1,2})\b/,
  // Dots are written by those who put the day first.
  /\b(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})\b/,
  new RegExp(`\\b(?<d>\\d{1,2})(?:st|nd|rd|th)?\\s+${MONTH},?\\s+(?<y>\\d{4})\\b`, "i"),
  new RegExp(`\\b${MONTH}\\s+(?<d>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<y>\\d{4})\\b`, "i"),
  // As `date` prints it.
  new RegExp(`\\b${MONTH}\\s+(?<d>\\d{1,2})\\s+\\d{1,2}:\\d{2}\\S*(?:\\s+[A-Z]{2,5})*\\s+(?<y>\\d{4})\\b`, "i"),
];
const SLASHES = /\b(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})\b/;

/** Returns the date that a text shows as `2026-05-14`; null for none, and for one that may be read in two ways. */
export function readShownDate(text: string): string | null {
  for (const form of FORMS) {
    const { y, m, d, name } = form.exec(text)?.groups ?? {};
    if (y === undefined || d === undefined) continue;
    return toDate(Number(y), name ? MONTHS.indexOf(name.toLowerCase()) + 1 : Number(m), Number(d));
  }
  const [, first, second, year] = SLASHES.exec(text) ?? [];
  return year === undefined ? null : readSlashes(Number(first), Number(second), year);
}

/** Whether the day or the month comes first is told by a number above 12, or by both being the same. */
function readSlashes(first: number, second: number, year: string): string | null {
  const full = Number(year.length === 2 ? `20${year}` : year);
  if (second > 12) return toDate(full, first, second);
  // Of two figures, the first number may be the year.
  if (year.length === 2) return null;
  if (first > 12 || first === second) return toDate(full, second, first);
  return null;
}

function toDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1990 && year < 2100;
  return isReal ? date.toISOString().slice(0, 10) : null;
}
