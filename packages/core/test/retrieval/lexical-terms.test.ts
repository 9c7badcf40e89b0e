import { LEXICAL_DIMENSIONS } from "@assay/db";
import { splitWords, stemWord } from "@assay/language/words";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  BM25,
  BM25_BEFORE,
  bm25DocumentWeights,
  bm25QueryShares,
  bm25QueryWeights,
  bm25QueryWeightsBefore,
  lexicalTerms,
} from "../../src/retrieval/lexical-terms.ts";

describe("lexicalTerms", () => {
  test("inflections of one word are one term", () => {
    for (const family of [
      ["encrypt", "encrypts", "encrypted", "encrypting", "encryption"],
      ["policy", "policies", "Policy's", "policy’s"],
      ["review", "Reviewed", "reviewing"],
      ["organisation", "organizations"],
      ["authenticate", "authentication"],
      ["résumé", "resumes"],
    ]) {
      expect(new Set(family.map((word) => [...lexicalTerms(word).keys()].join()))).toHaveLength(1);
    }
  });

  test("counts each term and leaves function words and single letters out", () => {
    expect([...lexicalTerms("The backups and the backup of a server").values()]).toEqual([2, 1]);
    expect(lexicalTerms("the of and a s — …")).toEqual(new Map());
  });

  test("a version number is one term, apart from another version", () => {
    expect(splitWords("TLS 1.2. Then TLS 1.3")).toEqual(["tls", "1.2", "then", "tls", "1.3"]);
    expect(lexicalTerms("1.2")).not.toEqual(lexicalTerms("1.3"));
  });

  test("scripts without spaces give pairs of characters, mixed with other words", () => {
    expect(splitWords("備份政策 MFA")).toEqual(["備份", "份政", "政策", "mfa"]);
    expect(splitWords("บันทึก")).toHaveLength("บันทึก".length - 1);
    expect(splitWords("резервное копирование")).toEqual(["резервное", "копирование"]);
  });

  test("invisible characters do not hide a word", () => {
    expect(lexicalTerms("back\u00adup po\u200blicy")).toEqual(lexicalTerms("backup policy"));
  });

  test("ids lie in the range of the column, and any text gives the same terms twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const terms = lexicalTerms(text);
        expect(lexicalTerms(text)).toEqual(terms);
        for (const [id, count] of terms) {
          expect(Number.isInteger(id) && id >= 1 && id <= LEXICAL_DIMENSIONS).toBe(true);
          expect(count).toBeGreaterThan(0);
        }
      }),
    );
  });
});

test("stemWord follows Porter's published examples", () => {
  const examples = `caresses caress ponies poni ties ti cats cat feed feed agreed agre plastered plaster bled bled
    motoring motor sing sing conflated conflat troubled troubl sized size hopping hop tanned tan falling fall hissing hiss
    fizzed fizz failing fail filing file happy happi sky sky relational relat conditional condit valency valenc
    digitizer digit conformably conform radically radic differently differ vilely vile analogously analog
    vietnamization vietnam predication predic operator oper feudalism feudal decisiveness decis hopefulness hope
    callousness callous formality formal sensitivity sensit sensibility sensibl triplicate triplic formative form
    formalize formal electricity electr electrical electr hopeful hope goodness good revival reviv allowance allow
    inference infer airliner airlin gyroscopic gyroscop adjustable adjust defensible defens irritant irrit
    replacement replac adjustment adjust dependent depend adoption adopt communism commun activate activ effective
    effect bowdlerize bowdler probate probat rate rate cease ceas controll control roll roll`.split(/\s+/);
  const pairs = examples.flatMap((word, index) => (index % 2 === 0 ? [[word, examples[index + 1]]] : []));
  expect(pairs.map(([word = ""]) => [word, stemWord(word)])).toEqual(pairs);
});

describe("BM25", () => {
  test("a text of average length that has a term once weighs it 1", () => {
    const terms = new Map([
      [1, 1],
      [2, 199],
    ]);
    const weights = bm25DocumentWeights(terms, BM25_BEFORE);
    expect(weights.get(1)).toBeCloseTo(1, 6);
    expect(weights.get(2)).toBeLessThan(2.2);
  });

  test("the same count weighs less in a longer text, and an empty text has no weights", () => {
    const short = bm25DocumentWeights(new Map([[1, 1]]), BM25);
    const long = bm25DocumentWeights(
      new Map([
        [1, 1],
        [2, 500],
      ]),
      BM25,
    );
    expect(short.get(1)).toBeGreaterThan(long.get(1) ?? Number.NaN);
    expect(bm25DocumentWeights(new Map(), BM25)).toEqual(new Map());
  });

  test("a rarer term weighs more, and one that is everywhere still weighs more than nothing", () => {
    const frequencies = new Map([
      [1, 1],
      [2, 100],
    ]);
    const evidence = { frequencies, total: 100 };
    const weights = bm25QueryWeights(
      new Map([
        [1, 1],
        [2, 3],
        [3, 1],
      ]),
      evidence,
    );
    expect(weights.get(1)).toBeCloseTo(Math.log(1 + 99.5 / 1.5), 5);
    expect(weights.get(2)).toBeGreaterThan(0);
    expect(weights.get(3)).toBeGreaterThan(weights.get(1) ?? Number.NaN);
  });

  test("a term that the query has twice weighs twice, but not to versions from before", () => {
    const [once, twice] = [new Map([[1, 1]]), new Map([[1, 2]])];
    const evidence = { frequencies: new Map([[1, 3]]), total: 10 };
    expect(bm25QueryWeights(twice, evidence).get(1)).toBeCloseTo(2 * bm25QueryWeights(once, evidence).get(1)!, 5);
    expect(bm25QueryWeightsBefore(twice, evidence)).toEqual(bm25QueryWeightsBefore(once, evidence));
  });

  test("shares of a query add up to one, in the same proportions", () => {
    const terms = lexicalTerms("Backups of servers: restore tests of backups");
    const evidence = { frequencies: new Map([...terms.keys()].map((id, at) => [id, at])), total: 9 };
    const [weights, shares] = [bm25QueryWeights(terms, evidence), bm25QueryShares(terms, evidence)];
    expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
    const [[first, share] = [0, 0]] = shares;
    for (const [id, weight] of weights) expect(shares.get(id)! / share).toBeCloseTo(weight / weights.get(first)!, 4);
    expect(bm25QueryShares(new Map(), evidence)).toEqual(new Map());
  });

  test("versions from before get the weights that they had", () => {
    const terms = new Map([
      [7, 1],
      [8, 3],
    ]);
    expect(bm25DocumentWeights(terms, BM25_BEFORE)).toEqual(
      new Map([
        [7, Math.fround(2.2 / (1 + 1.2 * (0.25 + (0.75 * 4) / 200)))],
        [8, Math.fround((3 * 2.2) / (3 + 1.2 * (0.25 + (0.75 * 4) / 200)))],
      ]),
    );
    expect(bm25QueryWeightsBefore(terms, { frequencies: new Map([[8, 2]]), total: 5 })).toEqual(
      new Map([
        [7, Math.fround(Math.log(1 + 5.5 / 0.5))],
        [8, Math.fround(Math.log(1 + 3.5 / 2.5))],
      ]),
    );
  });

  test("weights are exact in 32-bit floats", () => {
    const all = [...bm25DocumentWeights(lexicalTerms("Backups of servers are tested each quarter"), BM25).values()];
    expect(all).toHaveLength(4);
    expect(all.map(Math.fround)).toEqual(all);
  });
});
