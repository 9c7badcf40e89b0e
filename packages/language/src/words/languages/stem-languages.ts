import type { WordLanguage } from "./language-words.ts";

/** Endings that are cut off, longest first, where at least so many letters are left. */
type Endings = readonly (readonly [ending: RegExp, left: number])[];

const ENDINGS: Readonly<Record<WordLanguage, Endings>> = {
  de: [
    [/(?:ungen|ung|heiten|heit|keiten|keit|ierung|ierungen)$/, 4],
    [/(?:innen|in)$/, 6],
    [/(?:ern|em|en|er|es|et|st|est|te|ten|t)$/, 4],
    [/[ens]$/, 4],
  ],
  fr: [
    [
      /(?:issements?|ements?|ments?|ations?|itions?|ions?|ateurs?|atrices?|eurs?|euses?|ances?|ences?|ites?|ifs?|ives?|ables?|ibles?)$/,
      4,
    ],
    [/(?:issent|issant|aient|erent|eront|antes?|ants?|ees?|ent|ez|er|es|ir|is|it|us?|e|s|x)$/, 4],
    [/[eisu]$/, 4],
  ],
  es: [
    [
      /(?:amientos?|imientos?|aciones|acion|iciones|icion|iones|ion|adores|adoras?|ador|ancias?|encias?|idades|idad|mente|ables?|ibles?)$/,
      4,
    ],
    [/(?:aban|ando|iendo|adas?|ados?|idas?|idos?|aron|ieron|aran|an|en|ar|er|ir|es|as|os)$/, 4],
    [/[aeiou]$/, 4],
  ],
};

/** The light stem of a lower-case word without accents: its grammar's endings cut off, its derivation left mostly. */
export function stemOf(language: WordLanguage, word: string): string {
  return ENDINGS[language].reduce(
    (stem, [ending, left]) => {
      const shorter = stem.replace(ending, "");
      return shorter.length >= left ? shorter : stem;
    },
    language === "de" ? withoutUmlauts(word) : word,
  );
}

/** "Schluessel" as "Schlüssel", whose dots `splitWords` has taken off. */
function withoutUmlauts(word: string): string {
  return word.replaceAll("ß", "ss").replace(/ae|oe|(?<![aeq])ue/g, ([vowel]) => vowel!);
}
