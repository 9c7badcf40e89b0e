const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const DAY_MS = 86_400_000;

/** A day such as 2026-01-31, which is the same everywhere. */
export function formatDay(day: string): string {
  return DAY.format(new Date(day));
}

/** By the clock that days of documents go by, as 2026-01-31. */
export function today(now = Date.now()): string {
  return new Date(now).toISOString().slice(0, 10);
}

export function dayIn(days: number): string {
  return today(Date.now() + days * DAY_MS);
}

/** Whether a day lies before today. */
export function isPast(day: string): boolean {
  return day < today();
}

/** Whether the day by which a document is reviewed has come. */
export function isReviewDue(day: string | null): day is string {
  return day !== null && day <= today();
}
