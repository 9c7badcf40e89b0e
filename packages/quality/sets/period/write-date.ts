/** How records write their dates. Only in the last two does the order of day and month need another date. */
export const DATE_STYLES = ["ISO", "DAY_NAME", "NAME_DAY", "SHORT_NAME", "DOTS", "DAY_FIRST", "MONTH_FIRST"] as const;
export type DateStyle = (typeof DATE_STYLES)[number];

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

export function writeDate(date: string, style: DateStyle): string {
  const [year, month, day] = date.split("-") as [string, string, string];
  const name = MONTHS[Number(month) - 1]!;
  switch (style) {
    case "ISO":
      return date;
    case "DAY_NAME":
      return `${Number(day)} ${name} ${year}`;
    case "NAME_DAY":
      return `${name} ${Number(day)}, ${year}`;
    case "SHORT_NAME":
      return `${day}-${name.slice(0, 3)}-${year}`;
    case "DOTS":
      return `${day}.${month}.${year}`;
    case "DAY_FIRST":
      return `${day}/${month}/${year}`;
    case "MONTH_FIRST":
      return `${month}/${day}/${year}`;
    default:
      return style satisfies never;
  }
}

/** Whether a date in this style can be read by itself. */
export function isClear(date: string, style: DateStyle): boolean {
  if (style !== "DAY_FIRST" && style !== "MONTH_FIRST") return true;
  const [, month, day] = date.split("-").map(Number) as [number, number, number];
  return day > 12 || day === month;
}

/** Whether dates of one document settle its order of day and month. */
export function areSettled(dates: readonly string[], style: DateStyle): boolean {
  return (style !== "DAY_FIRST" && style !== "MONTH_FIRST") || dates.some((date) => Number(date.slice(8)) > 12);
}
