import type { MeaningCover } from "@assay/contract";
import type { MeaningPair } from "./make-pairs.ts";
import { tellLanguages } from "./tell-languages.ts";

/** Whether the model was measured on such a pair; one whose language nothing tells is taken for one. */
export function isCovered({ requirement, evidence, kind, around }: MeaningPair, covers: MeaningCover): boolean {
  return (
    covers.kinds.includes(kind) &&
    mayBeIn(covers.languages, requirement, around.requirement) &&
    mayBeIn(covers.languages, evidence, around.evidence)
  );
}

/** By its own words, else by those that it is among; true where nothing tells. */
export function mayBeIn(languages: readonly string[], text: string, around: string): boolean {
  const own = tellLanguages(text);
  const told = own.length > 0 ? own : tellLanguages(around);
  return told.length === 0 || told.some((language) => languages.includes(language));
}
