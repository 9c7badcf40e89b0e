import type { MeaningCheck } from "@assay/contract";
import type { AssessorCard, Models } from "../ports/models.ts";
import type { RetrievalVersion } from "./active-version.ts";
import { canCheck, isPinned } from "./find-models.ts";
import { usualMeaning } from "./meaning-of-version.ts";
import { RULES_OF_RELEASE } from "./pinned-rules.ts";
import { newestAssessor, newestKeys } from "./search-keys.ts";

type Pins = Pick<
  RetrievalVersion,
  | ("embedderModel" | "embedderDimensions" | "lexicalWeight" | "lexicon")
  | ("assessorModel" | "promptVersion" | "meaning" | "guardVersion" | "splitterVersion")
>;

/** What a version pins, with a successor for each part that this deployment does not run: one that replaces it, else the first. */
export function asRunnable(models: Models, pins: Pins): Pins {
  const embedder = successorOf(models.embedders, pins.embedderModel);
  const assessor =
    models.assessors.find((each) => isPinned(each, pins)) ?? successorOf(models.assessors, pins.assessorModel);
  return {
    ...(embedder.model === pins.embedderModel
      ? pins
      : { ...newestKeys(embedder), embedderDimensions: embedder.dimensions }),
    ...newestAssessor(assessor),
    meaning: canStay(models, assessor, pins.meaning) ? pins.meaning : usualMeaning(models, assessor),
    ...RULES_OF_RELEASE,
  };
}

function successorOf<T extends { readonly model: string; readonly replaces?: readonly string[] }>(
  all: readonly [T, ...T[]],
  name: string,
): T {
  return all.find(({ model }) => model === name) ?? all.find(({ replaces }) => replaces?.includes(name)) ?? all[0];
}

/** Next to a language model what is unchecked is noted, next to words alone it is capped. */
function canStay(models: Models, assessor: AssessorCard, meaning: MeaningCheck | null): boolean {
  if (meaning === null) return !assessor.readsMeaning;
  return canCheck(models, meaning) && (meaning.unchecked === "NOTE") === (assessor.provider !== undefined);
}
