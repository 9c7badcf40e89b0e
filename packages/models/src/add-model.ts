import { cp, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Candidate, type Card, type ModelFolder, readCandidate, readCard } from "./card.ts";
import { checkFiles } from "./check-files.ts";
import { chooseThresholds, type ScoredPair } from "./choose-thresholds.ts";
import { listModels } from "./find-models.ts";
import { ModelFilesError } from "./model-files-error.ts";
import { openScoringModel } from "./open-model.ts";
import { type DevelopmentPair, readDevelopmentPairs } from "./read-development-pairs.ts";
import type { Runtime } from "./runtime.ts";
import { DIFFERENCE_MAX, tryVectors } from "./try-vectors.ts";

/**
 * Checks a model, its files by SHA-256 and its test vectors by computing them. Returns what was tried, in words. Throws
 * ModelFilesError.
 */
export async function verifyModel(model: ModelFolder<Candidate>, runtime: Runtime): Promise<string> {
  await checkFiles(model);
  const { tried, worst } = await tryVectors(model, runtime);
  const difference = worst.toExponential(1);
  // A difference that is no number is too large as well.
  if (!(worst <= DIFFERENCE_MAX))
    throw new ModelFilesError(
      `Cannot use the model '${model.card.id}' because it differs from its test vectors by ${difference}: at most ${DIFFERENCE_MAX} is allowed`,
    );
  return `${tried} test vectors, at most ${difference} away, by ${runtime.name}`;
}

export interface AddOptions {
  readonly modelsDir: string;
  readonly runtime: Runtime;
  /** A folder of labelled pairs, on which thresholds are measured that a card lacks. */
  readonly pairs: string;
}

/** Of a larger model each takes a second. */
const PAIRS_MOST = 1000;

/**
 * Copies a model into the operator's folder under the name that its card gives, once it is verified, with its thresholds in
 * the card. Throws ModelFilesError, also where a model of that name is there.
 */
export async function addModel(
  folder: string,
  { modelsDir, runtime, pairs: folderOfPairs }: AddOptions,
): Promise<ModelFolder> {
  const model = await readCandidate(folder);
  const { id } = model.card;
  await mkdir(modelsDir, { recursive: true });
  if ((await listModels(modelsDir)).some(({ card }) => card.id === id))
    throw new ModelFilesError(
      `Cannot add the model '${id}' because one of that name is there, which verdicts may pin: give it another name in its card`,
    );
  const pairs = await pairsToMeasure(model, folderOfPairs);
  await verifyModel(model, runtime);
  const card = await withThresholds(model, runtime, pairs);
  // Anyone who reads the folder meanwhile finds the whole model or none.
  const draft = await mkdtemp(join(modelsDir, ".adding-"));
  try {
    await cp(folder, draft, { recursive: true, dereference: true });
    await writeFile(join(draft, "card.json"), `${JSON.stringify(card, null, 2)}\n`);
    await rename(draft, join(modelsDir, id));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  return readCard(join(modelsDir, id));
}

/** None where the card states thresholds, or needs none. */
async function pairsToMeasure({ card }: ModelFolder<Candidate>, folder: string): Promise<readonly DevelopmentPair[]> {
  if (card.task !== "entailment" || card.thresholds) return [];
  return readDevelopmentPairs(folder, { trainedOn: card.trainedOn?.authors ?? [], most: PAIRS_MOST });
}

/** The card, whose thresholds are measured where it states none. */
async function withThresholds(
  { path, card }: ModelFolder<Candidate>,
  runtime: Runtime,
  pairs: readonly DevelopmentPair[],
): Promise<Card> {
  if (card.task !== "entailment") return card;
  const { thresholds, ...rest } = card;
  if (thresholds) return { ...rest, thresholds };
  const opened = await openScoringModel({ path, card }, runtime);
  const scored: ScoredPair[] = [];
  try {
    for (const pair of pairs) scored.push({ label: pair.label, scores: await opened.score(pair) });
  } finally {
    await opened.close();
  }
  const measured = chooseThresholds(scored, card.id);
  const figures = { ...card.figures, "thresholds, as measured when it was added": measured.metric };
  return { ...rest, thresholds: measured.thresholds, figures };
}
