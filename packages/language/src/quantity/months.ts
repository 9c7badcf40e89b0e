/** In order, lower case. */
export const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);

/** Source of a pattern for a whole name, without a group. */
export const MONTH_NAME = `(?:${MONTHS.join("|")})`;
/** For the first three letters of a name. */
export const SHORT_MONTH = `(?:${MONTHS.map((month) => month.slice(0, 3)).join("|")})`;

/** 1 to 12 by the first three letters; 0 for no month. */
export function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase())) + 1;
}
