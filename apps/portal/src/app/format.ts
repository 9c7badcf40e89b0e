const DATE_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const WHOLE = new Intl.NumberFormat();

export function formatDateTime(timestamp: string): string {
  return DATE_TIME.format(new Date(timestamp));
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${WHOLE.format(count)} ${count === 1 ? one : many}`;
}

/** From 0 to 1, with two digits: thresholds have as many. */
export function formatConfidence(confidence: number): string {
  return confidence.toFixed(2);
}
