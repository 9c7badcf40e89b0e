import type { Citation, CitationNote } from "@assay/contract";
import { noteWeakness } from "./guard/note-weakness.ts";
import type { JudgedEvidence } from "./judged-evidence.ts";

/** What the support guard has to say of the citations; nothing of those that pass. */
export function noteCitations(citations: readonly Citation[], evidence: JudgedEvidence): CitationNote[] {
  const passages = new Map(evidence.passages.map((passage) => [passage.chunkId, passage]));
  return citations.flatMap(({ chunkId, text }, index) => {
    const passage = passages.get(chunkId);
    const start = passage?.text.indexOf(text) ?? -1;
    if (!passage || start < 0) return [];
    const range = { start, end: start + text.length };
    const weak = noteWeakness({ requirement: evidence.requirement, passage, range, on: evidence.on });
    return weak ? [{ index, weak }] : [];
  });
}
