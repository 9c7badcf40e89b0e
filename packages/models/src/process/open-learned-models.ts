import { embedTexts } from "@assay/core/embed-texts";
import type { Embedder, Entailment, OpenMeaningModel } from "@assay/core/ports";
import {
  type Card,
  type EmbedderCard,
  type EntailmentCard,
  findModel,
  isEmbedder,
  listModels,
  type ModelFolder,
  NATIVE_RUNTIME,
  TEXT_LENGTH_MAX,
} from "../index.ts";
import { boundBatches } from "./bound-batches.ts";
import type { PinnedModel } from "./messages.ts";
import { createModelProcess, type ModelProcess } from "./model-process.ts";
import type { ModelProcessSettings } from "./settings.ts";

export interface LearnedModelsSettings extends ModelProcessSettings {
  /** A folder of models in addition to those that come with the service. */
  readonly modelsDir?: string | undefined;
  /** Name of the model that checks citations for their meaning; absent: another machine does, or none. */
  readonly entailment?: string | undefined;
}

/** Small models on the machine itself, in one process that starts when one of them is first asked. */
export interface LearnedModels {
  /** Undefined where none was named. */
  readonly meaning: OpenMeaningModel | undefined;
  /** One for each card of an embedder. */
  readonly embedders: readonly Embedder[];
  close(): Promise<void>;
}

/** Reads the cards; the weights are read, and checked, with the first question. Throws ModelFilesError. */
export async function openLearnedModels(settings: LearnedModelsSettings): Promise<LearnedModels> {
  const { modelsDir, entailment } = settings;
  const checking = entailment === undefined ? undefined : await findModel(modelsDir, "entailment", entailment);
  const embedders = (await listModels(modelsDir)).filter(isEmbedder);
  const process = createModelProcess(settings);
  return {
    meaning: checking && toMeaning(checking, process),
    embedders: embedders.map((folder) => toEmbedder(folder, process)),
    close: () => process.close(),
  };
}

function toMeaning(folder: ModelFolder<EntailmentCard>, process: ModelProcess): OpenMeaningModel {
  const { thresholds, languages, kinds } = folder.card;
  return { entailment: toEntailment(folder, process), thresholds, covers: { languages, kinds } };
}

function toEntailment(folder: ModelFolder<EntailmentCard>, process: ModelProcess): Entailment {
  const model = pinned(folder);
  const { tokensMax } = folder.card;
  return {
    model: model.id,
    sha256: model.sha256,
    runtime: NATIVE_RUNTIME,
    async score(pairs, signal) {
      signal.throwIfAborted();
      const cut = pairs.map(({ requirement, evidence, context }) => ({
        requirement: cutText(requirement),
        evidence: cutText(evidence),
        context: cutText(context),
      }));
      const lengthOf = (pair: (typeof cut)[number]) =>
        pair.requirement.length + pair.evidence.length + pair.context.length;
      const scores = [];
      // One at a time, so that callers take turns.
      for (const batch of boundBatches(cut, { tokensMax, lengthOf })) {
        const result = await process.run({ kind: "score", model, pairs: batch }, signal);
        if (result.kind === "score") scores.push(...result.scores);
      }
      return scores;
    },
  };
}

const BATCH_SIZE_MAX = 64;

function toEmbedder(folder: ModelFolder<EmbedderCard>, process: ModelProcess): Embedder {
  const model = pinned(folder);
  const { tokensMax, dimensions, search } = folder.card;
  return {
    model: model.id,
    dimensions,
    ...(search && { lexicalWeight: search.lexicalWeight, calibration: { floor: search.floor } }),
    batchSizeMax: BATCH_SIZE_MAX,
    embed(texts, { signal = new AbortController().signal }) {
      return embedTexts(texts, { batchSizeMax: BATCH_SIZE_MAX, dimensions }, async (worded) => {
        const vectors = [];
        for (const batch of boundBatches(worded, { tokensMax, lengthOf: (text) => text.length })) {
          const result = await process.run({ kind: "embed", model, texts: batch }, signal);
          if (result.kind === "embed") vectors.push(...result.vectors);
        }
        return vectors;
      });
    },
  };
}

function pinned({ path, card }: ModelFolder<Card>): PinnedModel {
  return { id: card.id, folder: path, sha256: card.sha256["model.onnx"] };
}

function cutText(text: string): string {
  return text.slice(0, TEXT_LENGTH_MAX);
}
