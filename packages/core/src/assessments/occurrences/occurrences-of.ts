import type { Occurrences } from "@assay/contract";
import type { JudgedEvidence } from "../judged-evidence.ts";
import { factsAbout } from "./about-requirement.ts";
import { type CountedFact, countOccurrences } from "./count-occurrences.ts";

/**
 * What records say of something that a requirement wants again and again, in the period of the run; null where the
 * requirement names no interval or the run no period. Facts of documents that are no records do not count.
 */
export function occurrencesOf(evidence: JudgedEvidence): Occurrences | null {
  const every = evidence.requirement.expectation?.every ?? null;
  if (every === null || evidence.period === null) return null;
  return countOccurrences(recordedFacts(evidence).filter(isRead), { every, period: evidence.period, on: evidence.on });
}

/** How many dates of records about the requirement could not be read. */
export function countUnclear(evidence: JudgedEvidence): number {
  return recordedFacts(evidence).filter((fact) => !isRead(fact)).length;
}

function recordedFacts(evidence: JudgedEvidence) {
  const records = new Set(
    evidence.passages.flatMap(({ documentId, evidenceKind }) => (evidenceKind === "RECORD" ? [documentId] : [])),
  );
  return factsAbout({ ...evidence, facts: evidence.facts.filter(({ documentId }) => records.has(documentId)) });
}

function isRead<T extends { readonly date: string | null }>(fact: T): fact is T & CountedFact {
  return fact.date !== null;
}
