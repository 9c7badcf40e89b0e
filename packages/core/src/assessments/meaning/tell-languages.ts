import { LATIN_WORDS, PARTICLES } from "./language-words.ts";

/** Letters of scripts other than Latin, with the languages that are written in them. */
const SCRIPTS: readonly (readonly [letter: RegExp, languages: readonly string[]])[] = [
  // Kana are Japanese; Han alone may be Japanese as well.
  [/[\u3040-\u30ff]/g, ["ja"]],
  [/[\uac00-\ud7af]/g, ["ko"]],
  [/\p{Script=Han}/gu, ["zh", "ja"]],
  [/\p{Script=Cyrillic}/gu, ["ru", "uk", "bg", "sr", "mk", "be"]],
  [/\p{Script=Greek}/gu, ["el"]],
  [/\p{Script=Arabic}/gu, ["ar", "fa", "ur"]],
  [/\p{Script=Hebrew}/gu, ["he"]],
  [/\p{Script=Thai}/gu, ["th"]],
  [/\p{Script=Devanagari}/gu, ["hi", "mr", "ne"]],
];
const OTHER_LETTER = /[^\P{L}\p{Script=Latin}\p{Script=Common}]/gu;
const LATIN_LETTER = /\p{Script=Latin}/gu;
/** Latin letters for each other one, at most: a foreign name or symbol does not make an English text foreign. */
const LATIN_SHARE_MAX = 3;
/** A letter of a script without vowels or spaces says as much as so many Latin ones. */
const DENSE_SCRIPT = /[\p{Script=Han}\u3040-\u30ff\uac00-\ud7af]/gu;
const DENSE_WEIGHT = 2;
const READ_LENGTH_MAX = 4000;

/** Words that begin with a small letter: names are the same in all languages. */
const SMALL_WORD = /(?<![\p{L}\p{N}.@/\\_-])\p{Ll}[\p{Ll}\p{M}]*(?![\p{L}\p{M}\p{N}@/\\_=]|[.-]\p{L})/gu;
const OPENING_WORD = /(?:^|[.!?:|]\s+|\n\s*)(\p{Lu}\p{Ll}+)(?=\s+\p{Ll})/gu;
const FOREIGN_LETTER = /[^a-z]/;
const PARTICLE_WEIGHT = 0.4;
const MARKED_WEIGHT = 0.6;
/** What a language must have more than English has, to be told by few words. */
const LEAD_MIN = 1.4;
const OTHER: readonly string[] = ["und"];

/**
 * The languages that a text may be in, as ISO 639-1 codes, `und` for one that is none of those known; empty where nothing
 * tells. A text that may be English is taken for English: a word, a name or a quotation of another language makes it no
 * other one.
 */
export function tellLanguages(text: string): readonly string[] {
  const read = text.slice(0, READ_LENGTH_MAX).normalize("NFC");
  return tellByScript(read) ?? tellByWords(read);
}

function tellByScript(text: string): readonly string[] | undefined {
  const others = count(text, OTHER_LETTER);
  if (others === 0) return undefined;
  const weight = others + (DENSE_WEIGHT - 1) * count(text, DENSE_SCRIPT);
  if (count(text, LATIN_LETTER) > LATIN_SHARE_MAX * weight) return undefined;
  return SCRIPTS.find(([letter]) => count(text, letter) * LATIN_SHARE_MAX >= others)?.[1] ?? OTHER;
}

function tellByWords(text: string): readonly string[] {
  const words = [
    ...(text.match(SMALL_WORD) ?? []),
    ...[...text.matchAll(OPENING_WORD)].map(([, word]) => word!.toLowerCase()),
  ];
  const scores = new Map(
    [...LATIN_WORDS].map(([language, known]) => [language, sum(words, (word) => weightOf(word, known))]),
  );
  const english = scores.get("en")!;
  scores.delete("en");
  const most = Math.max(...scores.values());
  const marked = MARKED_WEIGHT * words.filter((word) => FOREIGN_LETTER.test(word)).length;
  const lead = most + marked - english;
  if (english > 0 && lead < LEAD_MIN) return ["en"];
  if (lead < LEAD_MIN) return [];
  return most === 0 ? OTHER : [...scores].flatMap(([language, score]) => (score === most ? language : []));
}

const weightOf = (word: string, known: ReadonlySet<string>) =>
  known.has(word) ? (PARTICLES.has(word) ? PARTICLE_WEIGHT : 1) : 0;
const sum = (words: readonly string[], weigh: (word: string) => number) =>
  words.reduce((total, word) => total + weigh(word), 0);
const count = (text: string, letter: RegExp) => text.match(letter)?.length ?? 0;
