import type { CaptureFact } from "@assay/contract";
import type { StoredWord } from "@assay/db";
import type { DatedFact } from "./find-dated-facts.ts";

/** An image whose words were read, with what it shows of itself. */
export interface CapturedPicture {
  readonly captureFacts: readonly CaptureFact[];
  readonly words: readonly StoredWord[];
}

/**
 * The day that a screenshot's clock shows, where its words stand in the picture's text; undefined without a clock, and
 * for a clock that shows no date or one that can be read in two ways.
 */
export function findCaptureDate({ captureFacts, words }: CapturedPicture): DatedFact | undefined {
  const clock = captureFacts.find(({ kind }) => kind === "CLOCK");
  if (!clock?.date) return undefined;
  const { box } = clock;
  const inside = words.flatMap((word, at) => {
    const [, , x0, y0, x1, y1] = word;
    const isInside = x0 >= box.x0 && y0 >= box.y0 && x1 <= box.x1 && y1 <= box.y1;
    return isInside ? [{ word, at }] : [];
  });
  // A tray has the date under the time, and other words may stand between them in the text.
  const from = inside.findLastIndex(({ at }, index) => at !== (inside[index - 1]?.at ?? Number.NaN) + 1);
  const run = inside.slice(from);
  if (run.length === 0) return undefined;
  return { date: clock.date, start: run[0]!.word[0], end: run.at(-1)!.word[1], scope: "PIECE" };
}
