import type { AssessmentAnswer, AssessmentRequest } from "@assay/core/ports";
import { type Coverage, coverClause } from "./cover-clause.ts";
import { estimateUsage } from "./estimate-usage.ts";
import { explainCoverage } from "./explain-coverage.ts";
import { type ReadSentence, readSentences, weighTerms } from "./read-sentences.ts";
import { splitClauses } from "./split-clauses.ts";
import { suggestRemediation } from "./suggest-remediation.ts";

/** One constant per outcome: words alone give no finer measure of certainty. */
const CONFIDENCE = { all: 0.8, some: 0.55, none: 0.15 } as const;

const QUOTES_MAX = 4;

export function assessByWords(request: AssessmentRequest): AssessmentAnswer {
  const sentences = readSentences(request.passages);
  const weigh = weighTerms(sentences);
  const { title, criterionTitle } = request.requirement;
  const coverages = splitClauses(title, criterionTitle).map((clause) => coverClause(clause, sentences, weigh));
  const reasoning = explainCoverage(coverages);
  const remediation = suggestRemediation(coverages);
  return {
    confidence: CONFIDENCE[outcomeOf(coverages)],
    quotes: pickQuotes(coverages),
    reasoning,
    remediation,
    usage: estimateUsage(request, reasoning + (remediation ?? "")),
  };
}

function outcomeOf(coverages: readonly Coverage[]): keyof typeof CONFIDENCE {
  if (coverages.every(({ level }) => level === "found")) return "all";
  return coverages.some(({ level }) => level !== "absent") ? "some" : "none";
}

/** The best sentence of each part first; of a part that was not found, only a sentence that denies it. */
function pickQuotes(coverages: readonly Coverage[]): { chunkId: string; text: string }[] {
  const shown = coverages.filter(({ level, caveats }) => level !== "absent" || caveats.has("denied"));
  const ranked = shown.toSorted((left, right) => right.share - left.share);
  const depth = Math.max(0, ...ranked.map(({ sentences }) => sentences.length));
  const sentences = Array.from({ length: depth }, (_, index) =>
    ranked.flatMap((one) => one.sentences[index] ?? []),
  ).flat();
  const distinct = new Map<string, ReadSentence>();
  for (const sentence of sentences) {
    const key = sentence.text.replace(/\s+/g, " ").toLowerCase();
    if (!distinct.has(key)) distinct.set(key, sentence);
  }
  return [...distinct.values()].slice(0, QUOTES_MAX).map(({ passage, text }) => ({ chunkId: passage.chunkId, text }));
}
