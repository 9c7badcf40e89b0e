import { foldWording } from "@assay/language/text";
import { splitWords, stemWord } from "@assay/language/words";

/** A shorter requirement may be stated in its own words by who meets it. */
const WORDS_MIN = 9;
const COPIED = 0.85;
const LABELLED =
  /^\W*(?:requirement|control(?: objective| statement| text)?|criterion|criteria|clause|objective|standard text|reference|the (?:standard|requirement|control) (?:reads|says|states)|(?:nist|iso|pci|soc|hipaa|csf|cis)\b[\w ./-]{0,30}|[a-z]{1,3}[.-]\d+(?:[.-]\d+)*(?:\(\d+\))?|[a-z]{2}\.[a-z]{2}-\d+|\d+(?:\.\d+){1,4})\s*[:|–—.-]?\s+/;

/** Whether a text is the requirement itself, handed in as evidence for it. */
export function isRequirementText(text: string, title: string): boolean {
  const folded = foldWording(text);
  const bare = folded.replace(LABELLED, "");
  const isLabelled = bare !== folded;
  const [asked, said] = [plainWords(title), plainWords(bare)];
  if (asked.length < (isLabelled ? 4 : WORDS_MIN)) return false;
  return share(asked, said) >= COPIED && share(said, asked) >= COPIED;
}

/** Modals, articles and actors aside: "The organization shall review" is "reviews". */
function plainWords(text: string): string[] {
  return splitWords(text)
    .filter(
      (word) => !/^(?:the|an?|shall|must|should|will|organi[sz]ation|entity|company|and|or|is|are|be)$/.test(word),
    )
    .map(stemWord);
}

function share(of: readonly string[], within: readonly string[]): number {
  const pairs = pairsOf(of);
  const known = new Set(pairsOf(within));
  return pairs.length === 0 ? 0 : pairs.filter((pair) => known.has(pair)).length / pairs.length;
}

function pairsOf(words: readonly string[]): string[] {
  return words.slice(1).map((word, index) => `${words[index]} ${word}`);
}
