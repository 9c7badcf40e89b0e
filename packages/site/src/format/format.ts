const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const WHOLE = new Intl.NumberFormat();
const PERCENT = new Intl.NumberFormat(undefined, { style: "percent" });
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const DAY_OF_YEAR = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

export function formatDateTime(timestamp: string): string {
  return DATE_TIME.format(new Date(timestamp));
}

/** With seconds: for what is accounted for, and for what may come several times a minute, such as runs. */
export function formatMoment(timestamp: string): string {
  return new Date(timestamp).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${WHOLE.format(count)} ${count === 1 ? one : many}`;
}

/** From 0 to 1, with two digits: thresholds have as many. */
export function formatConfidence(confidence: number): string {
  return confidence.toFixed(2);
}

/** A share in whole percent; all and nothing only where it is all and nothing. */
export function formatPercent(part: number, whole: number): string {
  if (whole === 0) return PERCENT.format(0);
  const share = Math.round((100 * part) / whole) / 100;
  if (part > 0 && part < whole) return PERCENT.format(Math.min(0.99, Math.max(0.01, share)));
  return PERCENT.format(share);
}

/** The day of a time, where the reader is. */
export function formatDayOf(timestamp: string): string {
  return DAY_OF_YEAR.format(new Date(timestamp));
}

/** For columns: the time of today, else the day, with the year where it is another one. */
export function formatWhen(timestamp: string, now = new Date()): string {
  const at = new Date(timestamp);
  if (at.toDateString() === now.toDateString()) return TIME.format(at);
  return at.getFullYear() === now.getFullYear() ? DAY.format(at) : DAY_OF_YEAR.format(at);
}
