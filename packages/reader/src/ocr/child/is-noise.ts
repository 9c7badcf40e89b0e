import type { RecognisedWord } from "@assay/contract";
import { isGibberish } from "../../text/is-gibberish.ts";

/** Above this a reading is taken as it is. */
const CERTAINTY_MIN = 0.7;
const WORDS_MIN = 20;
const [SURE_CERTAINTY, SURE_LENGTH] = [0.8, 3];
/** Of the words. */
const SURE_SHARE_MIN = 0.05;

interface Reading {
  readonly text: string;
  readonly words: readonly RecognisedWord[];
  /** Mean of the words' certainty. */
  readonly certainty: number | null;
}

/** Whether the letters that were found are specks and strokes: hardly a word is sure, or they are in no language. */
export async function isNoise({ text, words, certainty }: Reading): Promise<boolean> {
  if (certainty === null || certainty >= CERTAINTY_MIN || words.length < WORDS_MIN) return false;
  const sure = words.filter(
    (word) => word.certainty >= SURE_CERTAINTY && countLetters(text.slice(word.start, word.end)) >= SURE_LENGTH,
  );
  return sure.length / words.length < SURE_SHARE_MIN || isGibberish(text);
}

function countLetters(word: string): number {
  return word.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
