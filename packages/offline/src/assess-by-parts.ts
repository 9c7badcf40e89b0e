import type { AnsweredPart, AssessmentAnswer, AssessmentRequest } from "@assay/core/ports";
import { adviseOnParts } from "./by-parts/advise-on-parts.ts";
import { type Coverage, coverPart } from "./by-parts/cover-part.ts";
import { explainPart, explainParts } from "./by-parts/explain-parts.ts";
import { readPart } from "./by-parts/read-part.ts";
import { readPassages } from "./by-parts/read-passages.ts";
import { estimateUsage } from "./estimate-usage.ts";

/** One constant per outcome: words alone give no finer measure of certainty. */
const CONFIDENCE = { all: 0.8, some: 0.55, none: 0.15 } as const;
const VERDICT = { stated: "MET", worded: "PARTLY", absent: "NOT_MET", denied: "CONTRADICTED" } as const;
const QUOTES_MAX = 10;

export function assessByParts(request: AssessmentRequest): AssessmentAnswer {
  const sentences = readPassages(request.passages);
  const coverages = request.parts.map((part) => coverPart(readPart(part), sentences));
  const parts = coverages.flatMap(answerPart);
  const reasoning = explainParts(coverages);
  const remediation = adviseOnParts(coverages);
  return {
    confidence: CONFIDENCE[outcomeOf(coverages)],
    quotes: distinctQuotes(parts),
    reasoning,
    remediation,
    parts,
    usage: estimateUsage(request, reasoning + (remediation ?? "")),
  };
}

function outcomeOf(coverages: readonly Coverage[]): keyof typeof CONFIDENCE {
  if (coverages.every(({ level }) => level === "stated")) return "all";
  return coverages.some(({ level }) => level === "stated" || level === "worded") ? "some" : "none";
}

/** One entry for each sentence that the part rests on; what is not found rests on none. */
function answerPart(coverage: Coverage): AnsweredPart[] {
  const answer = { part: coverage.part.text, verdict: VERDICT[coverage.level], why: explainPart(coverage) };
  if (coverage.level === "absent" || coverage.sentences.length === 0) return [{ ...answer, chunkId: "", quote: "" }];
  return coverage.sentences.map(({ passage, text }) => ({ ...answer, chunkId: passage.chunkId, quote: text }));
}

function distinctQuotes(parts: readonly AnsweredPart[]): { chunkId: string; text: string }[] {
  const quoted = parts.filter(({ quote }) => quote !== "");
  const distinct = new Map(quoted.map(({ chunkId, quote }) => [`${chunkId}\n${quote}`, { chunkId, text: quote }]));
  return [...distinct.values()].slice(0, QUOTES_MAX);
}
