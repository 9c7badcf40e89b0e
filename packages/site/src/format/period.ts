import type { Period } from "@assay/client";

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** A calendar date as people write it, whatever the time zone is. */
export function formatDate(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`));
}

export function formatPeriod({ from, to }: Period): string {
  return from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;
}
