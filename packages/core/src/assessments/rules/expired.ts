import type { EvidenceRule } from "./evidence-rule.ts";

/** A cited document had expired on the run's date. */
export const expired: EvidenceRule = {
  name: "expired",
  find({ citations, occurrences, evidence: { passages, on } }) {
    const cited = new Set([...citations, ...(occurrences?.facts ?? [])].map(({ documentId }) => documentId));
    const byDocument = new Map(passages.map((passage) => [passage.documentId, passage]));
    const notes = [...byDocument.values()].flatMap(({ documentId, documentTitle, expiresAt }) =>
      cited.has(documentId) && expiresAt !== null && expiresAt < on
        ? [`Note: ${documentTitle} expired on ${expiresAt}.`]
        : [],
    );
    return notes.length === 0 ? undefined : { flag: "EXPIRED_EVIDENCE", note: notes.join(" ") };
  },
};
