import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Candidate, EmbedderCard, Meaning, ModelFolder, ScoringCard } from "./card.ts";
import { ModelFilesError } from "./model-files-error.ts";
import { openEmbeddingModel, openScoringModel } from "./open-model.ts";
import type { Runtime } from "./runtime.ts";

/** How far from its test vectors a runtime may be: of a probability, and of 1 less a cosine. */
export const DIFFERENCE_MAX = 1e-3;

export interface VectorsTried {
  readonly tried: number;
  /** Of a probability, or of 1 less the cosine. */
  readonly worst: number;
}

/** Computes the test vectors of a model, the first ones where `most` is given. Throws ModelFilesError. */
export async function tryVectors(
  model: ModelFolder<Candidate>,
  runtime: Runtime,
  most = Infinity,
): Promise<VectorsTried> {
  const lines = (await readFile(join(model.path, "vectors.jsonl"), "utf8")).split("\n").filter((line) => line !== "");
  const chosen = lines.slice(0, most).map((line) => JSON.parse(line));
  if (chosen.length === 0) throw new ModelFilesError(`The model '${model.card.id}' has no test vectors`);
  const differences = isEntailment(model)
    ? await tryPairs(model, runtime, chosen)
    : await tryTexts(model as ModelFolder<EmbedderCard>, runtime, chosen);
  return { tried: chosen.length, worst: Math.max(...differences) };
}

/** The requirement, the evidence with its context, and a probability for each of the four meanings. */
interface PairVector {
  readonly r: string;
  readonly t: string;
  readonly p: readonly number[];
}

const ORDER: readonly Meaning[] = ["supports", "partly", "contradicts", "unrelated"];

async function tryPairs(model: ModelFolder<ScoringCard>, runtime: Runtime, vectors: readonly PairVector[]) {
  const opened = await openScoringModel(model, runtime);
  const differences: number[] = [];
  for (const { r, t, p } of vectors) {
    const scores = await opened.score({ requirement: r, evidence: t, context: "" });
    differences.push(...ORDER.map((meaning, at) => Math.abs(scores[meaning] - (p[at] ?? 0))));
  }
  await opened.close();
  return differences;
}

interface TextVector {
  readonly text: string;
  readonly vector: readonly number[];
}

async function tryTexts(model: ModelFolder<EmbedderCard>, runtime: Runtime, vectors: readonly TextVector[]) {
  const opened = await openEmbeddingModel(model, runtime);
  const differences: number[] = [];
  for (const { text, vector } of vectors) differences.push(1 - cosine(await opened.embed(text), vector));
  await opened.close();
  return differences;
}

function cosine(left: ArrayLike<number>, right: readonly number[]): number {
  const dot = right.reduce((sum, value, at) => sum + value * left[at]!, 0);
  return dot / (Math.hypot(...Array.from(left)) * Math.hypot(...right));
}

function isEntailment(model: ModelFolder<Candidate>): model is ModelFolder<ScoringCard> {
  return model.card.task === "entailment";
}
