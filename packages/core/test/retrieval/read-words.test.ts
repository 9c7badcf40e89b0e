import { readWords, termsOf } from "@assay/language/words";
import { describe, expect, test } from "vitest";
import { lexicalTerms } from "../../src/retrieval/lexical-terms.ts";

const stemsOf = (text: string) => {
  const { words, language } = readWords(text);
  return words.flatMap((word) => termsOf(word, language).flatMap(({ term, share }) => (share === 1 ? [term] : [])));
};
const shared = (a: string, b: string) => {
  const terms = lexicalTerms(b, 2);
  return [...lexicalTerms(a, 2).keys()].filter((id) => terms.has(id)).length;
};

describe("words of other languages", () => {
  test("an English text, and one of pairs, has the terms that it had", () => {
    for (const text of [
      "The organisation reviews access rights each quarter, and leavers' accounts are disabled.",
      "MFA",
      "Backup policy v1.2",
      "備份政策は毎年見直す",
      "บันทึกการเข้าถึง",
      "",
    ])
      expect(lexicalTerms(text, 2)).toEqual(lexicalTerms(text));
  });

  test("the language is that of most function words, and none where there are none", () => {
    expect(readWords("Die Daten werden von der IT gesichert").language).toBe("de");
    expect(readWords("Les données sont sauvegardées par l'équipe").language).toBe("fr");
    expect(readWords("Los datos se copian todas las noches").language).toBe("es");
    expect(readWords("Data are in the vault of a bank").language).toBeNull();
    expect(readWords("Sicherheitsrichtlinie 2026").language).toBeNull();
  });

  test("inflections of one word are one stem", () => {
    expect(new Set(stemsOf("die Prüfung und die Prüfungen der Pruefung"))).toHaveLength(1);
    expect(new Set(stemsOf("la sauvegarde et les sauvegardes"))).toHaveLength(1);
    expect(new Set(stemsOf("la revisión de las revisiones"))).toHaveLength(1);
    expect(stemsOf("der Straße und der Strasse")).toEqual(["strass", "strass"]);
  });

  test("a compound is found by its part, and a question in one word by the word as it is", () => {
    expect(shared("die Datensicherung ist da", "die Sicherung ist da")).toBeGreaterThan(0);
    expect(shared("Sicherungen", "Alle Sicherungen werden geprüft")).toBeGreaterThan(0);
  });

  test("an elided article is no part of its word", () => {
    expect(readWords("l'accès d’accès qu'elle").words).toEqual(["acces", "acces", "elle"]);
    expect(readWords("don't o'clock").words).toEqual(splitPlain("don't o'clock"));
  });

  test("full-width letters, half-width kana and composed letters are the plain ones", () => {
    expect(lexicalTerms("ＶＰＮ ﾊﾞｯｸｱｯﾌﾟ", 2)).toEqual(lexicalTerms("vpn バックアップ", 2));
    expect(lexicalTerms("re\u0301seau", 2)).toEqual(lexicalTerms("réseau", 2));
  });

  test("Arabic and Hebrew are read without points, in whatever form a PDF has them", () => {
    expect(lexicalTerms("مُرَاجَعَة", 2)).toEqual(lexicalTerms("مراجعة", 2));
    expect(lexicalTerms("أمــن", 2)).toEqual(lexicalTerms("امن", 2));
    expect(lexicalTerms("\ufee3\ufead\ufe8d\ufe9f\ufecc\ufe94", 2)).toEqual(lexicalTerms("مراجعة", 2));
    expect(lexicalTerms("שָׁלוֹם", 2)).toEqual(lexicalTerms("שלום", 2));
  });

  test("a word of another alphabet is found in another inflection", () => {
    expect(shared("резервное копирование", "резервных копий")).toBeGreaterThan(3);
  });
});

function splitPlain(text: string): readonly string[] {
  return text.split(" ").map((word) => word.replace("'", ""));
}
