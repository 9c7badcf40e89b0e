import type { Assessor, Destination, Embedder } from "@assay/core/ports";
import { VECTOR_DIMENSIONS } from "@assay/db";

export interface WordEmbedder extends Embedder {
  sendsTo?: Destination;
  /** The texts of each call. */
  readonly calls: (readonly string[])[];
  /** Called before each answer; what it throws is the answer. */
  beforeAnswer: () => Promise<void>;
}

/** A dimension per word: texts are near when they share words; a text without a word has no vector. */
export function createWordEmbedder(batchSizeMax = 64, dimensions = VECTOR_DIMENSIONS): WordEmbedder {
  const embedder: WordEmbedder = {
    model: dimensions === VECTOR_DIMENSIONS ? "word-double-1" : `word-double-1-of-${dimensions}`,
    dimensions,
    batchSizeMax,
    calls: [],
    beforeAnswer: async () => {},
    async embed(texts, { sending }) {
      await sending?.(sizeOf(texts));
      embedder.calls.push(texts);
      await embedder.beforeAnswer();
      return texts.map((text) => embedWords(text, dimensions));
    },
  };
  return embedder;
}

function embedWords(text: string, dimensions: number): Float32Array | null {
  const vector = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    let hash = 0;
    for (const letter of word) hash = (hash * 31 + letter.charCodeAt(0)) % dimensions;
    vector[hash]! += 1;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? null : vector.map((value) => value / length);
}

export interface QuotingAssessor extends Assessor {
  sendsTo?: Destination;
  /** The requirement of each call, in order. */
  readonly asked: string[];
  /** Called before each answer; what it throws is the answer. */
  beforeAnswer: (requirementId: string) => Promise<void>;
  /** How often it was asked whether it answers at all. */
  probes: number;
  /** Called before each answer to that; what it throws is the answer. */
  beforeProbe: () => Promise<void>;
}

const PROBE_BYTES = 7;
/** What a double sends, were it sent. */
export const sizeOf = (sent: unknown): number => JSON.stringify(sent).length;
export const PROBE_USAGE = { tokensIn: 3, tokensOut: 1, costUsd: 0 };

/** Quotes the whole of the best passage and is sure of itself. */
export function createQuotingAssessor(model = "quoting-double-1"): QuotingAssessor {
  const assessor: QuotingAssessor = {
    model,
    promptVersion: "1",
    asked: [],
    beforeAnswer: async () => {},
    probes: 0,
    beforeProbe: async () => {},
    async probe({ sending }) {
      await sending?.(PROBE_BYTES);
      assessor.probes += 1;
      await assessor.beforeProbe();
      return PROBE_USAGE;
    },
    async assess(request, { sending }) {
      const { requirement, passages } = request;
      await sending?.(sizeOf(request));
      assessor.asked.push(requirement.requirementId);
      await assessor.beforeAnswer(requirement.requirementId);
      const { chunkId, text } = passages[0]!;
      return {
        confidence: 0.9,
        quotes: [{ chunkId, text: text.slice(0, 500) }],
        reasoning: "The best passage says so.",
        remediation: null,
        usage: { tokensIn: 10, tokensOut: 2, costUsd: 0.001 },
      };
    },
  };
  return assessor;
}
