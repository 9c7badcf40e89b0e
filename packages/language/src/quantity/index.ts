export * from "./find-dates.ts";
export * from "./find-figures.ts";
export * from "./find-last-days.ts";
export * from "./meets-figure.ts";
export * from "./number-words.ts";
export { isSum } from "./units.ts";
