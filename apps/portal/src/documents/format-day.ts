const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** A day such as 2026-01-31, which is the same everywhere. */
export function formatDay(day: string): string {
  return DAY.format(new Date(day));
}

/** Whether a day lies before today. */
export function isPast(day: string): boolean {
  return day < new Date().toISOString().slice(0, 10);
}
