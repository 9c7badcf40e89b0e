import { join } from "node:path";
import type { EmbedderCard, Meaning, ModelFolder, ScoringCard } from "./card.ts";
import { checkFiles } from "./check-files.ts";
import { openTokenizer } from "./open-tokenizer.ts";
import type { Runtime } from "./runtime.ts";

export interface PairToScore {
  readonly requirement: string;
  readonly evidence: string;
  readonly context: string;
}

/** Probabilities, whose sum is 1. */
export type PairScores = Readonly<Record<Meaning, number>>;

export interface ScoringModel {
  score(pair: PairToScore): Promise<PairScores>;
  close(): Promise<void>;
}

export interface EmbeddingModel {
  /** Of the card's dimensions; its length is 1. */
  embed(text: string): Promise<Float32Array>;
  close(): Promise<void>;
}

/** Loads a model whose files are those of its card. Throws ModelFilesError. */
export async function openScoringModel(model: ModelFolder<ScoringCard>, runtime: Runtime): Promise<ScoringModel> {
  const { card, path } = model;
  await checkFiles(model);
  const tokenizer = await openTokenizer(path, card.tokensMax);
  const session = await runtime.open(join(path, "model.onnx"));
  return {
    async score({ requirement, evidence, context }) {
      const cited = context === "" ? evidence : `${context}: ${evidence}`;
      const [first, second] = card.order === "requirement-evidence" ? [requirement, cited] : [cited, requirement];
      const output = await session.run(tokenizer.encode(first, second));
      return toScores(card.output === "logits" ? softmax(output) : [...output], card.labels);
    },
    close: () => session.close(),
  };
}

/** Loads a model whose files are those of its card. Throws ModelFilesError. */
export async function openEmbeddingModel(model: ModelFolder<EmbedderCard>, runtime: Runtime): Promise<EmbeddingModel> {
  const { card, path } = model;
  await checkFiles(model);
  const tokenizer = await openTokenizer(path, card.tokensMax);
  const session = await runtime.open(join(path, "model.onnx"));
  return {
    async embed(text) {
      const vector = await session.run(tokenizer.encode(text));
      if (vector.length !== card.dimensions)
        throw new RangeError(`The model gives ${vector.length} dimensions where its card says ${card.dimensions}`);
      return Float32Array.from(vector);
    },
    close: () => session.close(),
  };
}

function toScores(probabilities: readonly number[], labels: ScoringCard["labels"]): PairScores {
  if (probabilities.length !== labels.length)
    throw new RangeError(`The model gives ${probabilities.length} outputs where its card has ${labels.length} labels`);
  const of = (meaning: Meaning) => probabilities[labels.findIndex(({ means }) => means === meaning)] ?? 0;
  return {
    supports: of("supports"),
    partly: of("partly"),
    contradicts: of("contradicts"),
    unrelated: of("unrelated"),
  };
}

function softmax(values: Float32Array): number[] {
  const most = Math.max(...values);
  const powers = Array.from(values, (value) => Math.exp(value - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
