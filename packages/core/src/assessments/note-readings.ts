import type { Citation, CitationNote } from "@assay/contract";
import type { JudgedEvidence, JudgedPassage } from "./judged-evidence.ts";

type Read = Pick<JudgedEvidence, "passages" | "certaintyMin">;

/** Weak for the support guard: what was read from an image with less certainty than the run asks for. */
export function noteUncertain(
  notes: readonly CitationNote[],
  citations: readonly Citation[],
  evidence: Read,
): CitationNote[] {
  const { certaintyMin } = evidence;
  if (certaintyMin == null) return [...notes];
  return noteEach(notes, citations, evidence, (note, certainty) =>
    note.weak === undefined && certainty < certaintyMin ? { ...note, weak: "UNCERTAIN_READING" } : note,
  );
}

/** Says of each citation that was read from an image that it was, and how surely; nothing of the others. */
export function noteSources(
  notes: readonly CitationNote[],
  citations: readonly Citation[],
  evidence: Read,
): CitationNote[] {
  return noteEach(notes, citations, evidence, (note, certainty) => ({ ...note, textSource: "OCR", certainty }));
}

function noteEach(
  notes: readonly CitationNote[],
  citations: readonly Citation[],
  { passages }: Read,
  say: (note: CitationNote, certainty: number) => CitationNote,
): CitationNote[] {
  const certainties = new Map(passages.map((passage) => [passage.chunkId, certaintyOf(passage)]));
  if ([...certainties.values()].every((certainty) => certainty === undefined)) return [...notes];
  const byIndex = new Map(notes.map((note) => [note.index, note]));
  return citations.flatMap(({ chunkId }, index) => {
    const certainty = certainties.get(chunkId);
    const note = byIndex.get(index);
    if (certainty === undefined) return note ? [note] : [];
    const said = say(note ?? { index }, certainty);
    return Object.keys(said).length > 1 ? [said] : [];
  });
}

function certaintyOf({ certainty }: JudgedPassage): number | undefined {
  return certainty == null ? undefined : Math.round(certainty * 1000) / 1000;
}
