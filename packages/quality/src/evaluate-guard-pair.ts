import { describeDocument, findContradictions, noteWeakness, shinglesOfAll } from "@assay/core/assessments";
import { readRequirement } from "@assay/language/requirement";
import { listStatements } from "@assay/language/text";
import { type GuardPair, JUDGED_ON } from "./sets/guard-set.ts";

const TITLE = "Handbook";

/** Why a COMPLETE on this pair would not stand, as a run finds out; undefined where it is. */
export function evaluateGuardPair({ requirement: title, text, quote, beside, known, title: name }: GuardPair) {
  const requirement = readRequirement({ title, criterionTitle: "" });
  const documentTitle = name ?? TITLE;
  const documentState = describeDocument({
    title: documentTitle,
    openingText: text,
    passages: [],
    knownTexts: known ? shinglesOfAll(known) : new Set(),
  });
  const start = quote === undefined ? 0 : text.indexOf(quote);
  if (start < 0) throw new Error(`Cannot judge the pair because its quote must be in its text: it is '${quote}'`);
  const weak = noteWeakness({
    requirement,
    passage: { text, statements: listStatements(text), documentTitle, documentState },
    range: { start, end: start + (quote ?? text).length },
    on: JUDGED_ON,
  });
  if (weak) return weak;
  const passages = [text, ...(beside ?? [])].map((each, index) => ({
    chunkId: `${index}`,
    documentId: `${index}`,
    documentTitle: `${documentTitle} ${index}`,
    text: each,
  }));
  return findContradictions(requirement, passages).length > 0 ? ("CONTRADICTED" as const) : undefined;
}
