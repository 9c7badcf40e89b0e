import { OVERVIEW_DAYS } from "@assay/contract";

const DAY_MS = 86_400_000;

/** The UTC days up to that of `now`, the earliest first. */
export function lastDays(now: Date, count = OVERVIEW_DAYS): string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(now.getTime() - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
}

export function startOf(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}
