import { memoizeTexts } from "@assay/language/text";
import { splitWords } from "@assay/language/words";
import { joinMeaning, termsOf } from "./equal-words.ts";

/** A word of a sentence with what it is read as; function words have no term. */
export interface Token {
  readonly word: string;
  readonly terms: readonly string[];
  /** Number of its clause: what is in two clauses is not said of each other. */
  readonly clause: number;
}

const CLAUSE_END =
  /[;:()|–—]|\s-\s|\b(?:which|who|whose|according\s+to|(?<=\b(?:approved|handled|managed|governed|controlled|covered)\s+)(?:under|per)|in\s+accordance\s+with|based\s+on|because|if|while|whereas|unless|until|so\s+that|in\s+order\s+to|including|such\s+as|regarding|related\s+to|outcomes?\s+of)\b/gi;

/** "To protect the data, backups are taken": what is aimed at is not what is done. */
const AIM_FIRST = /^[\s*\-•>]*(?:in\s+order\s+)?to\s[^.]*?,\s+(?=[^,.]*\b(?:is|are|shall|must|will|has|have)\b)/i;

/** "[Change_Policy](Change_Policy.md)" names a file and says nothing. */
const LINK_TO_FILE = /\[[^\]\n]*\]\([^)\s]+\.(?:md|docx?|pdf|html?)(?:#[^)]*)?\)/gi;

export const readTokens: (text: string) => readonly Token[] = memoizeTexts((text) =>
  joinMeaning(text.replace(LINK_TO_FILE, " "))
    .replace(AIM_FIRST, "")
    .split(CLAUSE_END)
    .flatMap((piece, clause) => splitWords(piece).map((word) => ({ word, terms: termsOf(word), clause }))),
);
