import type { Measure } from "./figure.ts";
import { measureAnswers } from "./measure-answers.ts";
import { guardMeasure } from "./measure-guard.ts";
import { measureLanguages } from "./measure-languages.ts";
import { measureOffline } from "./measure-offline.ts";
import { periodMeasure } from "./measure-period.ts";
import { measureRetrieval } from "./measure-retrieval.ts";

/** What `npm run quality` measures, in the order in which it is printed. */
export const MEASURES: readonly Measure[] = [
  guardMeasure,
  periodMeasure,
  measureAnswers,
  measureOffline,
  measureRetrieval,
  measureLanguages,
];
