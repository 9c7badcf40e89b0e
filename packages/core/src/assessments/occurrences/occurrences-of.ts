import type { Occurrences } from "@assay/contract";
import type { DatedFact, EvaluatedEvidence } from "../evaluated-evidence.ts";
import { factsAbout } from "./about-requirement.ts";
import { type CountedFact, countOccurrences } from "./count-occurrences.ts";
import { hasFailed } from "./has-failed.ts";

/**
 * What records say of something that a requirement wants again and again, in the period of the run; null where the
 * requirement names no interval or the run no period. Facts of documents that are no records do not count.
 */
export function occurrencesOf(evidence: EvaluatedEvidence): Occurrences | null {
  const every = evidence.requirement.expectation?.every ?? null;
  if (every === null || evidence.period === null) return null;
  return countOccurrences(succeededFacts(evidence).filter(isRead), { every, period: evidence.period, on: evidence.on });
}

/** How many dates of records about the requirement could not be read. */
export function countUnclear(evidence: EvaluatedEvidence): number {
  return succeededFacts(evidence).filter((fact) => !isRead(fact)).length;
}

/** The days of the period on which it was tried and did not succeed. */
export function listFailed(evidence: EvaluatedEvidence): string[] {
  const { period } = evidence;
  const days = recordedFacts(evidence).flatMap((fact) =>
    period && isRead(fact) && fact.date >= period.from && fact.date <= period.to && isFailed(fact, evidence)
      ? [fact.date]
      : [],
  );
  return [...new Set(days)].sort();
}

function succeededFacts(evidence: EvaluatedEvidence) {
  return recordedFacts(evidence).filter((fact) => !isFailed(fact, evidence));
}

function isFailed(fact: DatedFact, { passages, requirement }: EvaluatedEvidence): boolean {
  const passage = passages.find(({ chunkId }) => chunkId === fact.chunkId);
  return hasFailed(fact, passage?.text ?? fact.text, requirement.title);
}

function recordedFacts(evidence: EvaluatedEvidence) {
  const records = new Set(
    evidence.passages.flatMap(({ documentId, evidenceKind }) => (evidenceKind === "RECORD" ? [documentId] : [])),
  );
  return factsAbout({ ...evidence, facts: evidence.facts.filter(({ documentId }) => records.has(documentId)) });
}

function isRead<T extends { readonly date: string | null }>(fact: T): fact is T & CountedFact {
  return fact.date !== null;
}
