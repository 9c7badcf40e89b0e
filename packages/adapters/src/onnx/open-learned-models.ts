import type { Embedder, Entailment } from "@assay/core/ports";
import {
  type Card,
  type EmbedderCard,
  type EntailmentCard,
  findModel,
  type ModelFolder,
  NATIVE_RUNTIME,
  TEXT_LENGTH_MAX,
} from "@assay/models";
import { embedTexts } from "../model-calls/index.ts";
import { boundBatches } from "./bound-batches.ts";
import type { PinnedModel } from "./messages.ts";
import { createModelProcess, type ModelProcess } from "./model-process.ts";
import type { ModelProcessSettings } from "./settings.ts";

export interface LearnedModelsSettings extends ModelProcessSettings {
  /** A folder of models besides those that come with the service. */
  readonly modelsDir?: string | undefined;
  /** Names of the models. */
  readonly entailment: string;
  readonly embedder: string;
}

/** Small models on the machine itself, in one process that starts when one of them is first asked. */
export interface LearnedModels {
  readonly entailment: Entailment;
  /** What the card of `entailment` names. */
  readonly thresholds: EntailmentCard["thresholds"];
  readonly covers: Pick<EntailmentCard, "languages" | "kinds">;
  readonly embedder: Embedder;
  close(): Promise<void>;
}

/** Reads the cards; the weights are read, and checked, with the first question. Throws ModelFilesError. */
export async function openLearnedModels(settings: LearnedModelsSettings): Promise<LearnedModels> {
  const { modelsDir } = settings;
  const entailment = await findModel(modelsDir, "entailment", settings.entailment);
  const embedder = await findModel(modelsDir, "embedding", settings.embedder);
  const process = createModelProcess(settings);
  return {
    entailment: toEntailment(entailment, process),
    thresholds: entailment.card.thresholds,
    covers: { languages: entailment.card.languages, kinds: entailment.card.kinds },
    embedder: toEmbedder(embedder, process),
    close: () => process.close(),
  };
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
  const { tokensMax, dimensions } = folder.card;
  return {
    model: model.id,
    dimensions,
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
