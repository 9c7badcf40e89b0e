import type { Period } from "@assay/contract";
import type { EvidenceRule, Support } from "./evidence-rule.ts";
import { supportingPassages } from "./supporting-passages.ts";

/**
 * What is cited lies outside the period of the run: the records date from before or after it, or a rule was not active
 * on any day of it.
 */
export const outOfPeriod: EvidenceRule = {
  name: "outOfPeriod",
  find(support) {
    const { period } = support.evidence;
    // Counted days are citations, and lie in the period.
    if (period === null || (support.occurrences?.found ?? 0) > 0) return undefined;
    const outside = [...datedOutside(support, period), ...notActive(support, period)];
    if (outside.length === 0) return undefined;
    const named = [...new Set(outside)].slice(0, 5).join(", ");
    return {
      flag: "OUT_OF_PERIOD",
      note: `The evidence cited lies outside the period from ${period.from} to ${period.to}: ${named}.`,
    };
  },
};

/** The records that are cited, where they have dates and none of these is in the period. */
function datedOutside(support: Support, period: Period): string[] {
  const cited = new Map(
    supportingPassages(support)
      .filter(({ evidenceKind }) => evidenceKind !== "DESIGN")
      .map((passage) => [passage.chunkId, passage]),
  );
  const facts = support.evidence.facts.flatMap(({ chunkId, date, text }) => {
    const passage = cited.get(chunkId);
    return passage && date !== null ? [{ date, text, chunkId, title: passage.documentTitle }] : [];
  });
  const quoted = facts.filter(({ chunkId, text }) =>
    support.citations.some((citation) => citation.chunkId === chunkId && overlaps(citation.text, text)),
  );
  const counted = quoted.length > 0 ? quoted : facts;
  if (counted.some(({ date }) => date >= period.from && date <= period.to)) return [];
  return counted.map(({ title, date }) => `${title} is dated ${date}`);
}

function overlaps(quote: string, fact: string): boolean {
  return quote.includes(fact) || fact.includes(quote);
}

/** The documents that are cited, where each came into force after the period or had expired before it. */
function notActive(support: Support, { from, to }: Period): string[] {
  const passages = supportingPassages(support);
  const notes = passages.flatMap(({ documentTitle, effectiveDate, expiresAt }) => {
    if (effectiveDate !== null && effectiveDate > to) return [`${documentTitle} is in force from ${effectiveDate}`];
    if (expiresAt !== null && expiresAt < from) return [`${documentTitle} expired on ${expiresAt}`];
    return [];
  });
  return notes.length > 0 && notes.length === passages.length ? notes : [];
}
