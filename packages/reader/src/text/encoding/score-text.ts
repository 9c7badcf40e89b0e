import type { LanguageLetters, WideLetters } from "./letter-frequencies.ts";

// Shares of characters beyond ASCII, roughly.
const CAPITAL = 0.12;
const CAPITAL_IN_WORD = 0.002;
const FOREIGN_LETTER = 0.0006;
const MARK = 0.004;
const MARK_IN_WORD = 0.00002;
const OTHER_SYMBOL = 0.0004;
const NO_CHARACTER = 1e-8;
const BESIDE_OTHER_SCRIPT = 0.02;
const TWO_MARKED_LETTERS = 0.3;
const TYPOGRAPHIC = "’‘“”„–—…«»§°€\u00a0•·№¿¡¡ºª";
const APOSTROPHES = "’'";

/** The logarithm of how likely the characters beyond ASCII are in a language; the more, the better. */
export function scoreText(text: string, { letters }: LanguageLetters): number {
  const weights = weigh(letters);
  const cased = letters[0]!.toUpperCase() !== letters[0];
  const latin = /\p{Script=Latin}/u.test(letters[0]!);
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (character < "\u0080") continue;
    const [before, after] = [text[at - 1] ?? " ", text[at + 1] ?? " "];
    let share = shareOf(character, before, after, weights, cased);
    if (isLetter(character) && !latin && (isAsciiLetter(before) || isAsciiLetter(after))) share *= BESIDE_OTHER_SCRIPT;
    if (latin && before > "\u00bf" && isLetter(before) && isLetter(character)) share *= TWO_MARKED_LETTERS;
    sum += Math.log(share);
  }
  return sum;
}

function shareOf(
  character: string,
  before: string,
  after: string,
  weights: ReadonlyMap<string, number>,
  cased: boolean,
): number {
  const known = weights.get(character);
  if (known !== undefined) return known;
  if (character === "\ufffd" || (character >= "\u0080" && character < "\u00a0")) return NO_CHARACTER;
  if (isLetter(character)) {
    const lower = cased ? weights.get(character.toLowerCase()) : undefined;
    if (lower === undefined) return inWord(before, character) ? FOREIGN_LETTER * 0.1 : FOREIGN_LETTER;
    return lower * (inWord(before, character) ? CAPITAL_IN_WORD : CAPITAL);
  }
  const within = isLetter(before) && isLetter(after);
  if (TYPOGRAPHIC.includes(character)) return within && !APOSTROPHES.includes(character) ? MARK_IN_WORD : MARK;
  return isLetter(before) || isLetter(after) ? MARK_IN_WORD : OTHER_SYMBOL;
}

/** A capital letter that follows a small one. */
function inWord(before: string, character: string): boolean {
  return isLetter(before) && before === before.toLowerCase() && character !== character.toLowerCase();
}

const knownWeights = new Map<string, ReadonlyMap<string, number>>();

/** Frequencies fall as with the rank in most languages. */
function weigh(letters: string): ReadonlyMap<string, number> {
  const known = knownWeights.get(letters);
  if (known) return known;
  const all = [...letters];
  const total = all.reduce((sum, _, rank) => sum + 1 / (rank + 2), 0);
  const weights = new Map(all.map((letter, rank) => [letter, 1 / (rank + 2) / total]));
  knownWeights.set(letters, weights);
  return weights;
}

const COMMON_WIDE = 1 / 400;
const ORDINARY_WIDE = 1 / 12_000;
const RARE_WIDE = 1 / 1_000_000;
const HALF_WIDTH_KANA = 1 / 2000;
const WIDE_BESIDE_ASCII = 0.2;

/** The same of an encoding with two bytes a character. */
export function scoreWideText(
  text: string,
  { common }: WideLetters,
  isOrdinary: (character: string) => boolean,
): number {
  const frequent = commonOf(common);
  let sum = 0;
  let before = " ";
  for (const character of text) {
    if (character >= "\u0080") sum += Math.log(shareOfWide(character, frequent, isOrdinary));
    // A boundary with ASCII letters is met in such texts, but not between most characters.
    if (character >= "\u0080" ? isAsciiLetter(before) : before >= "\u0080" && isAsciiLetter(character))
      sum += Math.log(WIDE_BESIDE_ASCII);
    before = character;
  }
  return frequent.has("の") && !/[\u3041-\u30fa]/.test(text) ? sum + lackOfKana(text) : sum;
}

function shareOfWide(
  character: string,
  frequent: ReadonlySet<string>,
  isOrdinary: (character: string) => boolean,
): number {
  if (frequent.has(character)) return COMMON_WIDE;
  if (character === "\ufffd" || /[\p{Co}\p{Cn}\p{Cc}]/u.test(character)) return NO_CHARACTER;
  if (character >= "\uff61" && character <= "\uff9f") return HALF_WIDTH_KANA;
  return isOrdinary(character) ? ORDINARY_WIDE : RARE_WIDE;
}

/** Names in Japanese may be of Chinese characters alone; longer texts are not. */
function lackOfKana(text: string): number {
  const characters = [...text].filter((character) => character >= "\u0080").length;
  return -Math.min(8, 0.35 * characters);
}

const knownCommon = new Map<string, ReadonlySet<string>>();

function commonOf(common: string): ReadonlySet<string> {
  const known = knownCommon.get(common) ?? new Set(common);
  knownCommon.set(common, known);
  return known;
}

function isAsciiLetter(character: string): boolean {
  return /^[A-Za-z]$/.test(character);
}

function isLetter(character: string): boolean {
  return /^[\p{L}\p{M}]$/u.test(character);
}
