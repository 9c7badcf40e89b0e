import { memoizeTexts } from "@assay/language/text";
import { findTerm, splitWords, stemWord } from "@assay/language/words";
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
  ["receive", "obtain", "get", "got", "gotten"],
  ["repair", "fix", "mend", "rectify", "remediate", "remediation"],
  ["wear", "worn"],
  ["pay", "paid", "payment"],
  ["send", "sent"],
  ["sell", "sold"],
  ["teach", "taught"],
  ["choose", "chosen"],
  ["build", "built"],
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
  [/\b(?:stays?|remains?|(?:is|are)(?:\s+held)?)\s+in\s+(?:the\s+|an?\s+|our\s+)?archives?\b/gi, "are retained"],
  [/\bgo(?:es)?\s+(?:live|(?:in)?to\s+production)\b/gi, "is released to production"],
  [/\bwhat\s+(?:has\s+|had\s+)?(?:taken\s+place|took\s+place|happened|occurred)\b/gi, "occurrence"],
  [/\bat\s+once\b|\bwithout\s+(?:undue\s+)?delay\b/gi, "immediately"],
  [/\bservice\s+providers?\b/gi, "supplier"],
  [/(?<=\b(?:is|are|be|been)\s+(?:\w+ly\s+)?)authori[sz]ed(?!\s+to\b)/gi, "approved"],
  [/\bauthori[sz](?=e[sd]?\s+(?:the|an?|all|any|each|every|its|their|our)\b)/gi, "approv"],
  [/\btold\b/gi, "informed"],
  [/\btell(?=s?\b)/gi, "inform"],
  [
    /\b(?:is|are|be|been)\s+(?:given|issued\s+with)\s+(?=(?!(?:to|by|in|on|at|for|with|from|before|after|when|within|until|unless|only|if|once|and|or|as)\b)\w)/gi,
    "receive ",
  ],
  [
    /(?<=\b(?:meeting|interview|drill|exercise|session|workshop|briefing|course|audit)s?\s+(?:is|are)\s+)held\b/gi,
    "conducted",
  ],
  [/\b(?:a\s+(?:second|different|further)|one\s+other)\b(?!\s+(?:factor|time))/gi, "another"],
  [/\b(?:puts?|go(?:es)?|gone|taken|brought|placed)\s+into\s+(?:service|use|operation)\b/gi, "commissioning"],
  [
    /(?<=\b(?:two|three|four|2|3|4)\s+(?:[\w-]+\s+)?)(?:employees|colleagues|individuals|people|persons|staff\s+members|members\s+of\s+staff)\b/gi,
    "people",
  ],
  [/(?<=\b(?:two|three|four|2|3|4)\s+(?:[\w-]+\s+)?)signatories\b/gi, "signatory people"],
];
/** What evidence says in addition, in its own words: who signs off, signs; where only some have access, it is limited. */
const SAYS_BESIDES: readonly (readonly [RegExp, string])[] = [
  [/\bsign(s|ed)?[\s-]+off\b/gi, "sign$1 and sign$1-off"],
  [/^\W*only\s+([\w -]{3,60}?)\s+(?:have|has|gets?)\s+access\s+to\s+([^.;:,]{3,80})/i, "Access to $2 is limited to $1"],
];

/** A sentence of evidence with what it says in addition to its own words. */
export function sayBesides(text: string): string {
  return SAYS_BESIDES.reduce((whole, [phrase, words]) => whole.replace(phrase, words), text);
}

/** Writes phrases that mean one thing as one word. */
export function joinMeaning(text: string): string {
  return joinPhrases(PHRASES.reduce((whole, [phrase, word]) => whole.replace(phrase, word), text));
}

/** The terms of a text in order, with words of one meaning as one. */
export const listTerms: (text: string) => readonly string[] = memoizeTexts((text) =>
  splitWords(joinMeaning(text)).flatMap(termsOf),
);

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
