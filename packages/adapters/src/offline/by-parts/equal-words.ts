import { findTerm, splitWords, stemWord } from "@assay/core/retrieval/lexical";
import { joinPhrases, sameMeaning, spellOut } from "../equivalent-words.ts";

/** Each line is read as its first word, in any inflection; acts and things that an auditor takes for the same. */
const SAME = [
  ["communicate", "disseminate", "distribute", "publish", "circulate", "announce", "convey"],
  ["document", "record", "written", "write", "documentation"],
  ["update", "revise", "revision", "amend"],
  ["length", "long"],
  ["encrypt", "encryption", "cryptographic", "cryptography"],
  ["limit", "restrict", "restriction"],
  ["prohibit", "forbid", "forbidden", "disallow", "ban"],
  ["install", "deploy"],
  ["verify", "check", "confirm", "validate", "verification", "validation"],
  ["examine", "inspect", "inspection"],
  ["inventory", "register"],
  ["vulnerability", "weakness"],
  ["sanction", "disciplinary", "discipline"],
  ["erase", "erasure", "sanitize", "sanitization", "destroy"],
  ["character", "characters"],
  ["begin", "start", "commence"],
  ["inactivity", "idle", "inactive"],
  ["session", "sessions"],
  ["lock", "locked", "lockout"],
  ["unique", "uniquely"],
  ["malware", "malicious"],
  ["employment", "employ"],
  ["loss", "lost"],
  ["thesis", "theses"],
  ["analysis", "analyses"],
  ["buy", "bought", "purchase", "procure"],
  ["cool", "chill", "chilled"],
  ["retain", "store", "stored"],
] as const;
const FIRST = new Map(
  SAME.flatMap(([first, ...others]) => others.map((other) => [stemWord(other), stemWord(first)] as const)),
);
/** Read apart from the line that the first engine has them in. */
const APART = new Map([
  ["terminated", "terminate"],
  ["terminates", "terminate"],
  ["terminating", "terminate"],
]);
const SPELLED = new Map([
  ["ephi", ["electronic", "protected", "health", "information"]],
  ["phi", ["protected", "health", "information"]],
  ["irp", ["incident", "response", "plan"]],
]);
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\blog(?:ging|ged)?[\s-]+(?:on|in|into)(?:s)?\b/gi, "login"],
  [/\blogons?\b/gi, "login"],
  [/\bsign(?:ing)?[\s-]+(?:on|in)(?:s)?\b/gi, "login"],
  [/\blog(?:ging|ged)?[\s-]+(?:off|out)\b|\blog(?:offs?|outs?)\b/gi, "logoff"],
  [/\bmade\s+(?:available|known)\s+to\b|\bmakes?\s+(?:available|known)\b/gi, "communicated"],
  [/\bmalicious\s+(?:software|code)\b/gi, "malware"],
  [
    /\b(?:entered|noted|logged|kept)\s+in(?:to)?(?=\s+(?:the|an?|our|its)\s+(?:[\w-]+\s+){0,2}(?:register|log|list|record|file|book|inventory)\b)/gi,
    "recorded in",
  ],
  [/\b(?:is|are)\s+(?:possible|allowed|permitted|granted)\s+only\s+(?:with|after|through|via)\b/gi, "requires"],
  [/\broll(?:ed|ing|s)?[\s-]+back\b/gi, "rollback"],
  [/\bwhat\s+(?:has\s+|had\s+)?(?:taken\s+place|took\s+place|happened|occurred)\b/gi, "occurrence"],
  [/\bat\s+once\b|\bwithout\s+(?:undue\s+)?delay\b/gi, "immediately"],
  [/\bservice\s+providers?\b/gi, "supplier"],
];

/** Writes phrases that mean one thing as one word. */
export function joinMeaning(text: string): string {
  return joinPhrases(PHRASES.reduce((whole, [phrase, word]) => whole.replace(phrase, word), text));
}

/** The terms of a text in order, with words of one meaning as one. */
export function listTerms(text: string): string[] {
  return splitWords(joinMeaning(text)).flatMap(termsOf);
}

/** The terms of one word of `splitWords`. */
export function termsOf(word: string): string[] {
  return (SPELLED.get(word) ?? spellOut(word)).flatMap((spelled) => {
    const term = findTerm(spelled);
    if (term === null) return [];
    const apart = APART.get(spelled);
    const same = apart === undefined ? sameMeaning(term) : stemWord(apart);
    return [FIRST.get(same) ?? same];
  });
}
