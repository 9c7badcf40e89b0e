import type { Measure } from "./figure.ts";

/** What `npm run quality` measures, in the order in which it is printed. */
export const MEASURES: readonly Measure[] = [];
