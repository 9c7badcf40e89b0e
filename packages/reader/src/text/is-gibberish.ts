/** Letters and signs on a page before anything is said of it. */
const SIGNS_MIN = 20;
/** Of what is no space: signs that no font but the file's own knows. */
const UNKNOWN_SHARE_MIN = 0.4;
const WORDS_MIN = 40;
/** Of what is no space: words of letters alone. A table of names and numbers has fewer. */
const PLAIN_SHARE_MIN = 0.6;
const MIXED_SHARE_MIN = 0.4;
/** Of the words, those of at most three letters: sentences have many, lists of codes nothing else. */
const SHORT_SHARE = [0.12, 0.7] as const;
const FREQUENT_SHARE_MIN = 0.03;
/**
 * Sentences in a language that is known have 0.6 to 0.8, in one that is not 0.25 to 0.5, letters that were exchanged 0
 * to 0.2, seldom more. Only where words lack vowels, the greater likeness is asked for.
 */
const LIKENESS_MIN = { spoken: 0.15, unspoken: 0.3 } as const;
/** Of words of at least three letters; a language has hardly any without, but Welsh a few. */
const WITHOUT_VOWEL_SHARE = 0.08;
const VOWEL = /[aeiouyæøœəıɛɔ]/u;
const JUDGED_LENGTH_MAX = 4000;

/** Private use, not assigned, a replaced byte, or a control character. */
const UNKNOWN = /(?!\s)[\p{Cc}\p{Co}\p{Cn}\ufffd]/gu;
const FREQUENT: ReadonlySet<string> = new Set(
  (
    "the of and to in is for on with as by be at or this that are from not an it der die das und ist von mit zu den für im auf ein eine " +
    "nicht le la les des du et est une un dans pour que qui par sur au el los las del una con por se para en no il lo gli che di non per " +
    "della è o os do da em um uma não het een van de dat niet op te voor i na z się jest w do nie att och som en är det til av på og ja on " +
    "ei se oli a az és egy hogy nem je v s že si u da su za ve bir bu ile için și la cu în dan yang untuk và của là có"
  )
    .split(" ")
    .filter((word) => word.length > 1),
);

/** Scripts whose letters no word mixes. Han, Kana, Thai and others have no spaces: terms in Latin letters stand among them. */
const SCRIPTS = [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u, /\p{sc=Arabic}/u, /\p{sc=Hebrew}/u];

/**
 * Whether a text cannot be what its page shows: most of its signs are of no alphabet, its words mix alphabets, or its
 * sentences are in no language, as where a font names the wrong letters. Lists, tables, code and identifiers are no
 * sentences, and never called so.
 */
export async function isGibberish(text: string): Promise<boolean> {
  const signs = text.replace(/\s+/gu, "").length;
  if (signs < SIGNS_MIN) return false;
  const unknown = text.match(UNKNOWN)?.join("").length ?? 0;
  if (unknown >= SIGNS_MIN && unknown / signs >= UNKNOWN_SHARE_MIN) return true;
  const words = text.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  if (words.length < WORDS_MIN) return false;
  return mixScripts(words) || (areSentences(text, signs) && (await areInNoLanguage(text)));
}

function mixScripts(words: readonly string[]): boolean {
  const long = words.filter((word) => word.length > 2);
  const mixed = long.filter((word) => SCRIPTS.filter((script) => script.test(word)).length > 1);
  return long.length >= WORDS_MIN && mixed.length / long.length >= MIXED_SHARE_MIN;
}

/** Whether it has the form of sentences in Latin letters, without the words that are in most of them. */
function areSentences(text: string, signs: number): boolean {
  const plain = text
    .split(/[\s.,;:!?()"“”„]+/u)
    .filter((word) => /^\p{sc=Latin}[\p{sc=Latin}\p{M}'’]*$/u.test(word))
    .map((word) => word.toLowerCase());
  const letters = plain.reduce((sum, { length }) => sum + length, 0);
  if (plain.length < WORDS_MIN || letters / signs < PLAIN_SHARE_MIN) return false;
  const short = plain.filter(({ length }) => length <= 3).length / plain.length;
  if (short < SHORT_SHARE[0] || short > SHORT_SHARE[1]) return false;
  return plain.filter((word) => FREQUENT.has(word)).length / plain.length < FREQUENT_SHARE_MIN;
}

// Loaded only where it is needed, so that a process is ready at once.
async function areInNoLanguage(text: string): Promise<boolean> {
  const { eld } = await import("eld/small");
  const found = eld.detect(text.slice(0, JUDGED_LENGTH_MAX));
  if (found.isReliable()) return false;
  const likeness = LIKENESS_MIN[lacksVowels(text) ? "unspoken" : "spoken"];
  return Math.max(0, ...Object.values(found.getScores())) < likeness;
}

function lacksVowels(text: string): boolean {
  const letters = text.normalize("NFD").replace(/\p{M}/gu, "");
  // Of capitals alone are abbreviations.
  const words = (letters.match(/\p{sc=Latin}{3,}/gu) ?? []).filter((word) => /\p{Ll}/u.test(word));
  const without = words.filter((word) => !VOWEL.test(word.toLowerCase())).length;
  return without / Math.max(1, words.length) >= WITHOUT_VOWEL_SHARE;
}
