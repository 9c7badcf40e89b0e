const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

export function formatTime(timestamp: string): string {
  return TIME.format(new Date(timestamp));
}
