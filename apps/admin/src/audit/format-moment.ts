const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

/** With seconds: what is accounted for is told exactly. */
export function formatMoment(timestamp: string): string {
  return MOMENT.format(new Date(timestamp));
}

export function formatTime(timestamp: string): string {
  return TIME.format(new Date(timestamp));
}
