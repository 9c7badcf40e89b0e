import { readWords, termsOf } from "@assay/language/words";
import { describe, expect, test } from "vitest";
import { idOf, lexicalTerms } from "../../src/retrieval/lexical-terms.ts";
import { joinMarks, markWords } from "../../src/search/mark-words.ts";

const marked = (text: string, q: string, lexicon: 1 | 2) => {
  const wanted = new Map([...lexicalTerms(q, lexicon).keys()].map((term) => [term, 1]));
  return joinMarks(markWords(text, wanted, lexicon)).map(([start, end]) => text.slice(start, end));
};

describe("the words of a text that were asked for", () => {
  test.each([
    ["a word in another inflection", "Die Prüfungen sind da.", "die Prüfung ist da", ["Prüfungen"]],
    ["a compound by its part", "Die Notversorgung ist da.", "die Versorgung ist da", ["Notversorgung"]],
    ["a word of a few of whose pieces are asked for is none", "Die Versicherungsgesellschaft zahlt.", "die Person", []],
    ["a pair of an unspaced script", "訪問者は毎日バッジを着用します。", "バッジ", ["バッジ"]],
    ["an English word", "Visitors wear badges.", "the badge", ["badges"]],
  ])("by language: %s", (_, text, q, words) => {
    expect(marked(text, q, 2)).toEqual(words);
  });

  test("are one with half of the pieces of a word, and none with fewer", () => {
    const termsIn = (word: string) => {
      const { words, language } = readWords(`Die ${word} ist da.`);
      return termsOf(words[1]!, language).map(({ term }) => term);
    };
    const piecesIn = (word: string) => termsIn(word).filter((term) => term.startsWith("~"));
    expect(piecesIn("Abcdefg")).toEqual(["~abcd", "~bcde", "~cdef", "~defg"]);
    const markedBy = (word: string, terms: readonly string[]) =>
      markWords(`Die ${word} ist da.`, new Map(terms.map((term) => [idOf(term), 1])), 2).length;
    const byPieces = (word: string, count: number) => markedBy(word, piecesIn(word).slice(0, count));
    expect([1, 2, 4].map((count) => byPieces("Abcdefg", count))).toEqual([0, 2, 4]);
    expect(byPieces("Abcdef", 1)).toBe(0);
    const [stem, piece] = [termsIn("Abcdefghij")[0]!, piecesIn("Abcdefghij")[0]!];
    expect(markedBy("Abcdefghij", [stem, piece])).toBe(2);
  });

  test("are found where a single character is alone between others", () => {
    expect(marked("Area 火, floor 2.", "火", 1)).toEqual(["火"]);
  });

  test("are one range where they touch or overlap, in whatever order they come", () => {
    const mark = (start: number, end: number) => ({ start, end, term: 1 });
    expect(joinMarks([mark(8, 9), mark(2, 6), mark(0, 2), mark(3, 4)])).toEqual([
      [0, 6],
      [8, 9],
    ]);
  });
});
