import type { Citation, CitationNote } from "@assay/contract";
import type { EvaluatedEvidence, JudgedPassage } from "./evaluated-evidence.ts";

type Read = Pick<EvaluatedEvidence, "passages" | "certaintyMin">;

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
  const fromImages = new Map(
    passages.filter(({ certainty }) => certainty != null).map((passage) => [passage.chunkId, passage]),
  );
  if (fromImages.size === 0) return [...notes];
  const byIndex = new Map(notes.map((note) => [note.index, note]));
  return citations.flatMap(({ chunkId, text }, index) => {
    const passage = fromImages.get(chunkId);
    const certainty = passage && certaintyOf(passage, text);
    const note = byIndex.get(index);
    if (certainty === undefined) return note ? [note] : [];
    const said = say(note ?? { index }, certainty);
    return Object.keys(said).length > 1 ? [said] : [];
  });
}

/** Of the words that the quote covers, by their length; of the whole image where their places are not known. */
function certaintyOf({ text, words = [], certainty }: JudgedPassage, quote: string): number {
  const start = text.indexOf(quote);
  const covered = start < 0 ? [] : words.filter((word) => word.end > start && word.start < start + quote.length);
  const length = covered.reduce((sum, word) => sum + word.end - word.start, 0);
  const sum = covered.reduce((total, word) => total + (word.end - word.start) * word.certainty, 0);
  return Math.round((length > 0 ? sum / length : certainty!) * 1000) / 1000;
}
