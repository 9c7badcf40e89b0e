const DAY_MS = 86_400_000;
/** The service's clock may be ahead of this one. */
const SLACK_MS = 300_000;

export const EXPIRY_CHOICES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "180", label: "180 days" },
  { value: "365", label: "A year" },
  { value: "day", label: "On a day …" },
] as const;

export type ExpiryChoice = (typeof EXPIRY_CHOICES)[number]["value"];

/** When a key ends: after so many days, or with the end of a day such as 2027-01-31; never more than a year away. */
export function expiryOf(choice: ExpiryChoice, day: string, now: Date): string {
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + 1);
  const wanted = choice === "day" ? new Date(`${day}T23:59:59.999`) : new Date(now.getTime() + Number(choice) * DAY_MS);
  return new Date(Math.min(wanted.getTime(), latest.getTime() - SLACK_MS)).toISOString();
}

/** The days that may be chosen, as a date field has them. */
export function expiryDays(now: Date): { min: string; max: string } {
  const latest = new Date(now);
  latest.setFullYear(latest.getFullYear() + 1);
  return { min: toDay(now), max: toDay(latest) };
}

function toDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
