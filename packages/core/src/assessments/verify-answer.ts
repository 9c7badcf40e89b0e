import type { Answer } from "../ports/assessor.ts";
import { quotesOf } from "./quotes-of.ts";
import { type VerifiablePassage, type VerifiedQuotes, verifyQuotes } from "./verify-quotes.ts";

/** Parts with their quotes are more than the few quotes of an answer as a whole. */
const PART_CITATIONS_MAX = 30;

/** All quotes of an answer, looked up: those of its parts first. */
export function verifyAnswer(answer: Answer, passages: readonly VerifiablePassage[]): VerifiedQuotes {
  const hasParts = (answer.parts ?? []).length > 0;
  return verifyQuotes(quotesOf(answer), passages, hasParts ? PART_CITATIONS_MAX : undefined);
}
