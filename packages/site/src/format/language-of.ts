const SCRIPTS: readonly (readonly [letter: RegExp, language: string])[] = [
  // Kana are Japanese; Han alone is taken for Chinese.
  [/[\u3040-\u30ff]/g, "ja"],
  [/[\uac00-\ud7af]/g, "ko"],
  [/[\u0e00-\u0e7f]/g, "th"],
  [/[\u4e00-\u9fff]/g, "zh"],
  [/[\u0590-\u05ff]/g, "he"],
  [/[\u0600-\u06ff]/g, "ar"],
];
const READ_LENGTH = 2000;
/** Latin letters for each letter of the script, at most: a foreign name in English text does not make it foreign. */
const LATIN_MAX = 3;

/**
 * The language of a text in a script that tells it, such as `ja`; undefined for others. A page in English shows the shapes
 * of Chinese letters and reads all else aloud as English where no language is given.
 */
export function languageOf(text: string): string | undefined {
  const beginning = text.slice(0, READ_LENGTH);
  const count = (letter: RegExp) => beginning.match(letter)?.length ?? 0;
  const found = SCRIPTS.find(([letter]) => count(letter) > 0);
  return found && count(/[a-z]/gi) <= LATIN_MAX * count(found[0]) ? found[1] : undefined;
}
