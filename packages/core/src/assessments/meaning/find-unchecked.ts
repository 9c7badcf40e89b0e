import type { CitationNote, JudgedPart, MeaningThresholds } from "@assay/contract";
import { type CheckedCitations, weaknessOfPair } from "./evaluate-meaning.ts";

/** The citations that were not checked for all that they are cited for, by their index. */
export function findUnchecked({ citations, meaning }: Pick<CheckedCitations, "citations" | "meaning">): number[] {
  return [...citations.keys()].filter((index) => {
    const pairs = meaning.get(index) ?? [];
    return pairs.length === 0 || pairs.some(({ scores }) => scores === null);
  });
}

export function describeUnchecked(unchecked: readonly number[]): string {
  const quotes = unchecked.map((index) => index + 1).join(", ");
  return `Not checked for meaning, because the model does not cover the language or kind of text: ${unchecked.length > 1 ? "quotes" : "quote"} ${quotes}.`;
}

interface Grounds extends Pick<CheckedCitations, "citations" | "meaning"> {
  readonly unchecked: readonly number[];
  readonly parts: readonly JudgedPart[];
  readonly citationNotes: readonly CitationNote[];
}

/** Whether a verdict, or a part that is said to be met, has no citation that the model takes for proof and some that it does not cover. */
export function restsOnUnchecked(
  { citations, meaning, unchecked, parts, citationNotes }: Grounds,
  thresholds: MeaningThresholds,
): boolean {
  const weak = new Set(citationNotes.flatMap((note) => (note.weak ? [note.index] : [])));
  const proves = (index: number, part: number | null) =>
    !weak.has(index) &&
    (meaning.get(index) ?? []).some(
      (pair) =>
        pair.scores !== null && (part === null || pair.part === part) && weaknessOfPair(pair, thresholds) === undefined,
    );
  const rests = (cited: readonly number[], part: number | null) =>
    cited.some((index) => unchecked.includes(index)) && !cited.some((index) => proves(index, part));
  return (
    rests([...citations.keys()], null) || parts.some((part, at) => part.verdict === "MET" && rests(part.citations, at))
  );
}
