export * from "./find-dates.ts";
export * from "./find-figures.ts";
export * from "./find-last-days.ts";
export * from "./meets-figure.ts";
export { MONTH_NAME, MONTHS, monthOf, SHORT_MONTH } from "./months.ts";
export * from "./number-words.ts";
export { isSum } from "./units.ts";
