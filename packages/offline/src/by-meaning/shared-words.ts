import { isGeneric } from "../generic-words.ts";
import { readTerms } from "../read-terms.ts";
import type { Candidate } from "./list-candidates.ts";

/** How much of what a part is about is named by a candidate itself, 0 to 1. */
export function shareOfWords(part: string, { terms }: Candidate): number {
  return shareOf(part, terms);
}

/** The same of a candidate with its surroundings and the title of its document. */
export function shareAround(part: string, { termsAround }: Candidate): number {
  return shareOf(part, termsAround);
}

/** Whether the first thing that a part names, mostly its subject, is named by a candidate or around it. */
export function namesSubject(part: string, { termsAround }: Candidate): boolean {
  const [first] = wantedOf(part);
  return first === undefined || termsAround.has(first);
}

function shareOf(part: string, said: ReadonlySet<string>): number {
  const wanted = wantedOf(part);
  return wanted.filter((term) => said.has(term)).length / Math.max(1, wanted.length);
}

function wantedOf(part: string): string[] {
  const terms = [...new Set(readTerms(part))];
  const distinctive = terms.filter((term) => !isGeneric(term));
  return distinctive.length > 0 ? distinctive : terms;
}
