import type { Lexicon } from "../retrieval/lexical-terms.ts";
import type { RetrievalVersion } from "./active-version.ts";

/** How a version reads words; versions without a lexical weight as the first ones did. */
export function lexiconOf({ lexicalWeight, lexicon }: Pick<RetrievalVersion, "lexicalWeight" | "lexicon">): Lexicon {
  return lexicalWeight === null || lexicon === 1 ? 1 : 2;
}
