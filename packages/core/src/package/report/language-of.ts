const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Arabic}/gu, "und-Arab"],
  [/\p{Script=Hebrew}/gu, "und-Hebr"],
  [/\p{Script=Cyrillic}/gu, "und-Cyrl"],
  [/\p{Script=Greek}/gu, "und-Grek"],
  [/\p{Script=Thai}/gu, "th"],
  [/\p{Script=Hangul}/gu, "ko"],
];
const SAMPLE_LENGTH = 400;

/**
 * The `lang` of words whose language nobody stated, by the script of most of their letters: browsers choose glyphs,
 * line breaks and voices by it.
 */
export function languageOf(text: string): string {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const half = (sample.match(/\p{L}/gu)?.length ?? 0) / 2;
  const count = (letters: RegExp) => sample.match(letters)?.length ?? 0;
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = count(/\p{Script=Han}/gu);
  if (half > 0 && kana + han > half) return kana > 0 ? "ja" : "zh";
  return SCRIPTS.find(([letters]) => half > 0 && count(letters) > half)?.[1] ?? "und";
}
