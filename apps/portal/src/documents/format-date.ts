const DAY: Intl.DateTimeFormatOptions = { dateStyle: "medium" };

/** A day such as 2026-01-31, which is the same everywhere. */
export function formatDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, { ...DAY, timeZone: "UTC" });
}

/** An instant, as the reader's clock has it. */
export function formatInstant(timestamp: string): string {
  return new Date(timestamp).toLocaleString(undefined, { ...DAY, timeStyle: "short" });
}

/** Whether a day lies before today. */
export function isPast(day: string): boolean {
  return day < new Date().toISOString().slice(0, 10);
}
