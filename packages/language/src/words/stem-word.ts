const CONSONANT = "[^aeiouy]|(?<=[aeiou])y|^y";
const VOWEL = "[aeiou]|(?<=[^aeiou])y";
const SEQUENCE = `(?:${VOWEL})+(?:${CONSONANT})+`;
const HAS_VOWEL = new RegExp(VOWEL);
const MEASURE_1 = new RegExp(`^(?:${CONSONANT})*${SEQUENCE}`);
const MEASURE_2 = new RegExp(`^(?:${CONSONANT})*(?:${SEQUENCE}){2}`);
const EXACTLY_1 = new RegExp(`^(?:${CONSONANT})*${SEQUENCE}(?:${VOWEL})*$`);
const SHORT_END = /[^aeiou][aeiouy][^aeiouwxy]$/;
const DOUBLE_END = /([^aeioulsz])\1$/;

const STEP_2: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["entli", "ent"],
  ["ousli", "ous"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["abli", "able"],
  ["alli", "al"],
  ["ator", "ate"],
  ["eli", "e"],
];
const STEP_3: readonly (readonly [string, string])[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];
const STEP_4 = /(?:ement|ance|ence|able|ible|ment|(?<=[st])ion|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic|ou)$/;

/**
 * The stem of a lower-case English word, by Porter's algorithm (1980), with British `-ise` read as `-ize` first. A word
 * with anything but the letters a to z, or of under three letters, comes back unchanged.
 */
export function stemWord(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const american = word.replace(/is(e[drs]?|ing|ations?)$/, "iz$1");
  return tidyEnd(dropSuffix(swapSuffix(swapSuffix(dropInflection(dropPlural(american)), STEP_2), STEP_3)));
}

function dropPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function dropInflection(word: string): string {
  if (word.endsWith("eed")) return finalY(MEASURE_1.test(word.slice(0, -3)) ? word.slice(0, -1) : word);
  const stem = word.replace(/(?:ed|ing)$/, "");
  if (stem === word || !HAS_VOWEL.test(stem)) return finalY(word);
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (DOUBLE_END.test(stem)) return stem.slice(0, -1);
  return finalY(EXACTLY_1.test(stem) && SHORT_END.test(stem) ? `${stem}e` : stem);
}

function finalY(word: string): string {
  return word.endsWith("y") && HAS_VOWEL.test(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

function swapSuffix(word: string, suffixes: readonly (readonly [string, string])[]): string {
  const found = suffixes.find(([suffix]) => word.endsWith(suffix));
  if (found === undefined) return word;
  const stem = word.slice(0, -found[0].length);
  return MEASURE_1.test(stem) ? stem + found[1] : word;
}

function dropSuffix(word: string): string {
  const stem = word.replace(STEP_4, "");
  return stem !== word && MEASURE_2.test(stem) ? stem : word;
}

function tidyEnd(word: string): string {
  const stem = word.slice(0, -1);
  if (word.endsWith("e")) {
    return MEASURE_2.test(stem) || (MEASURE_1.test(stem) && !SHORT_END.test(stem)) ? stem : word;
  }
  return word.endsWith("ll") && MEASURE_2.test(stem) ? stem : word;
}
