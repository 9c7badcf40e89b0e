import { type CitationNote, type MeaningThresholds, WEAK_REASON_TEXTS } from "@assay/contract";
import type { JudgedPassage } from "../evaluated-evidence.ts";
import { type CheckedCitations, isClose } from "./evaluate-meaning.ts";

const NAMED_MAX = 3;
const QUOTED_MAX = 120;

interface Grounds {
  readonly thresholds: MeaningThresholds;
  readonly passages: readonly JudgedPassage[];
  /** What the rules of wording see in the quotes that are set aside, by their index: it tells a plan from another subject. */
  readonly setAsideNotes: readonly CitationNote[];
}

/** What the check says in a reasoning: which quotes do not count, and which scores are near to their threshold. */
export function describeChecks(
  { setAside, meaning }: CheckedCitations,
  { thresholds, passages, setAsideNotes }: Grounds,
): string[] {
  const titles = new Map(passages.map(({ chunkId, documentTitle }) => [chunkId, documentTitle]));
  const seen = new Map(setAsideNotes.flatMap(({ index, weak }) => (weak ? [[index, weak]] : [])));
  const named = setAside.slice(0, NAMED_MAX).map(({ text, chunkId }, index) => {
    const reason = seen.get(index);
    // That it is about something else is said already.
    const why = reason === undefined || reason === "UNRELATED" ? "" : `; ${WEAK_REASON_TEXTS[reason]}`;
    return `${quoted(text)} (${titles.get(chunkId)}${why})`;
  });
  const more = setAside.length > named.length ? ` and ${setAside.length - named.length} more` : "";
  const close = [...meaning].flatMap(([index, pairs]) =>
    pairs.some((pair) => isClose(pair, thresholds)) ? [index + 1] : [],
  );
  return [
    ...(named.length > 0 ? [`Not counted, showing nothing of what is required: ${named.join(", ")}${more}.`] : []),
    ...(close.length > 0
      ? [`Close to a threshold of the check for meaning: ${close.length > 1 ? "quotes" : "quote"} ${close.join(", ")}.`]
      : []),
  ];
}

/** The beginning of its words, as the document has them. */
function quoted(text: string): string {
  if (text.length <= QUOTED_MAX) return `"${text}"`;
  const beginning = text.slice(0, QUOTED_MAX).toWellFormed();
  return `"${beginning.slice(0, Math.max(beginning.lastIndexOf(" "), 1))}" …`;
}
