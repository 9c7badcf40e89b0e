import type { Citation, CitationNote, JudgedPart, WeakReason } from "@assay/contract";
import { noteWeakness } from "./guard/note-weakness.ts";
import type { JudgedEvidence } from "./judged-evidence.ts";

/**
 * What the support guard has to say of the citations; nothing of those that pass. One that is cited for a part of the
 * requirement passes where it proves the part: the figure of another part is none of its own.
 */
export function noteCitations(
  citations: readonly Citation[],
  evidence: JudgedEvidence,
  parts: readonly JudgedPart[] = [],
): CitationNote[] {
  const { requirement, on } = evidence;
  const passages = new Map(evidence.passages.map((passage) => [passage.chunkId, passage]));
  return citations.flatMap(({ chunkId, text }, index) => {
    const passage = passages.get(chunkId);
    const start = passage?.text.indexOf(text) ?? -1;
    if (!passage || start < 0) return [];
    const range = { start, end: start + text.length };
    const cited = parts
      .filter((part) => part.citations.includes(index))
      .map(({ part }) => ({ ...requirement, title: part }));
    const reasons = [requirement, ...cited].map((each) => noteWeakness({ requirement: each, passage, range, on }));
    const weak = reasons.every((reason): reason is WeakReason => reason !== undefined) ? reasons[0] : undefined;
    return weak ? [{ index, weak }] : [];
  });
}
