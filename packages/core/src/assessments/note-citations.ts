import type { Citation, CitationNote, JudgedPart, WeakReason } from "@assay/contract";
import { noteWeakness } from "./guard/note-weakness.ts";
import type { JudgedEvidence } from "./judged-evidence.ts";

/** What a citation may lack because it is cited for another part. */
const OF_ANOTHER_PART: ReadonlySet<WeakReason> = new Set<WeakReason>(["FIGURE", "UNRELATED"]);

/**
 * What the support guard has to say of the citations; nothing of those that pass. Of a citation for a part of the
 * requirement, the figure and the words of another part are not asked for.
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
    const alongside = citations.filter((_, other) => other !== index).map((other) => other.text);
    const weaknessFor = (title: string) =>
      noteWeakness({ requirement: { ...requirement, title }, passage, range, on, alongside });
    const reason = weaknessFor(requirement.title);
    const ownParts =
      reason && OF_ANOTHER_PART.has(reason) ? parts.filter((part) => part.citations.includes(index)) : [];
    const weak = ownParts.some(({ part }) => weaknessFor(part) === undefined) ? undefined : reason;
    return weak ? [{ index, weak }] : [];
  });
}
