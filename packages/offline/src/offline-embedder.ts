import type { Embedder } from "@assay/core/ports";
import { hashTerm, readWords, splitWords, termsOf, type WordLanguage } from "@assay/language/words";
import { joinPhrases } from "./equivalent-words.ts";
import { isGeneric } from "./generic-words.ts";
import { termsOfWord } from "./read-terms.ts";

/**
 * The constant component of all vectors, by the embedder's name in every configuration that pins it. It moves cosine c of
 * the words to c + bias² (1 - c) and changes no order. The first one let the floor of 0.20 cut off passages that share
 * few words with their requirement; with the second one only texts that share no word lie below it, but for words that meet in one place.
 */
const BIAS = {
  "offline-lexical-1": 1 / 3,
  "offline-lexical-2": Math.sqrt(0.198),
  "offline-lexical-3": Math.sqrt(0.198),
};
type OfflineEmbedderModel = keyof typeof BIAS;

/** The third reads words by their language; English texts have the vectors of the second. */
const REPLACES: Readonly<Record<OfflineEmbedderModel, readonly OfflineEmbedderModel[]>> = {
  "offline-lexical-1": [],
  "offline-lexical-2": ["offline-lexical-1"],
  "offline-lexical-3": ["offline-lexical-2", "offline-lexical-1"],
};

const DIMENSIONS = 768;
const BIAS_AT = DIMENSIONS - 1;
const SLACK_AT = DIMENSIONS - 2;
const WORD_DIMENSIONS = DIMENSIONS - 2;
const GENERIC_WEIGHT = 0.3;
const SLACK = 4;
const SECOND_HASH_SEED = 0x9e3779b9;
const REMEMBERED_WORDS_MAX = 50_000;

interface Feature {
  readonly term: string;
  /** Two places, so that two words which meet in one are still distinguished by the other. */
  readonly places: readonly (readonly [index: number, signedWeight: number])[];
}

/** Of vectors that hold all words in 766 places: a shared word says as much. */
const LEXICAL_WEIGHT = 1;

/** Embeds by words alone, without network: a text's stemmed words hashed into 768 dimensions. */
export function createOfflineEmbedder(model: OfflineEmbedderModel = "offline-lexical-3"): Embedder {
  const featuresOfWord = new Map<string, readonly Feature[]>();

  function featuresOf(word: string, language: WordLanguage | null): readonly Feature[] {
    const key = `${language} ${word}`;
    const known = featuresOfWord.get(key);
    if (known !== undefined) return known;
    if (featuresOfWord.size >= REMEMBERED_WORDS_MAX) featuresOfWord.clear();
    const features =
      model === "offline-lexical-3"
        ? termsOf(word, language, termsOfWord).map(({ term, share }) => toFeature(term, share))
        : termsOfWord(word).map((term) => toFeature(term, 1));
    featuresOfWord.set(key, features);
    return features;
  }

  function embedText(text: string, kind: "query" | "document"): Float32Array | null {
    const counts = new Map<string, { feature: Feature; count: number }>();
    const joined = joinPhrases(text);
    const { words, language } =
      model === "offline-lexical-3" ? readWords(joined) : { words: splitWords(joined), language: null };
    for (const word of words) {
      for (const feature of featuresOf(word, language)) {
        const counted = counts.get(feature.term);
        if (counted === undefined) counts.set(feature.term, { feature, count: 1 });
        else counted.count++;
      }
    }
    return toVector(counts.values(), { slack: kind === "document" ? SLACK : 0, bias: BIAS[model] });
  }

  return {
    model,
    dimensions: DIMENSIONS,
    lexicalWeight: LEXICAL_WEIGHT,
    replaces: REPLACES[model],
    batchSizeMax: 256,
    async embed(texts, { kind, signal }) {
      signal?.throwIfAborted();
      return texts.map((text) => embedText(text, kind));
    },
  };
}

function toFeature(term: string, share: number): Feature {
  const [first, second] = [hashTerm(term), hashTerm(term, SECOND_HASH_SEED)];
  const index = (first >>> 1) % WORD_DIMENSIONS;
  const other = (index + 1 + ((second >>> 1) % (WORD_DIMENSIONS - 1))) % WORD_DIMENSIONS;
  const weight = share * (isGeneric(term) ? GENERIC_WEIGHT : 1) * Math.SQRT1_2;
  return {
    term,
    places: [
      [index, first & 1 ? weight : -weight],
      [other, second & 1 ? weight : -weight],
    ],
  };
}

/** `slack` is a constant part of documents alone: next to it the few words of a heading weigh little. */
function toVector(
  counts: Iterable<{ feature: Feature; count: number }>,
  { slack, bias }: { slack: number; bias: number },
): Float32Array | null {
  const vector = new Float32Array(DIMENSIONS);
  for (const { feature, count } of counts) {
    for (const [index, weight] of feature.places) vector[index] = (vector[index] ?? 0) + weight * (1 + Math.log(count));
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, slack * slack));
  if (length === slack) return null;
  vector[SLACK_AT] = slack;
  const unit = vector.map((value) => (value * Math.sqrt(1 - bias * bias)) / length);
  unit[BIAS_AT] = bias;
  return unit;
}
