import { type EmbedderCard, type EntailmentCard, ModelFilesError, type ModelFolder, readCard } from "../../index.ts";
import { nativeRuntime } from "../../native-runtime.ts";
import { type EmbeddingModel, openEmbeddingModel, openScoringModel, type ScoringModel } from "../../open-model.ts";
import type { Batch, BatchResult, PinnedModel } from "../messages.ts";

type Opened =
  | { readonly kind: "score"; readonly model: ScoringModel }
  | { readonly kind: "embed"; readonly model: EmbeddingModel };

let open: { readonly pinned: PinnedModel; readonly opened: Opened } | undefined;

/** Computes a batch with its model. The one before leaves memory first: two take more than the process may have. */
export async function computeBatch(batch: Batch): Promise<BatchResult> {
  const opened = await openPinned(batch.model);
  if (batch.kind === "score" && opened.kind === "score") {
    const scores = [];
    for (const pair of batch.pairs) scores.push(await opened.model.score(pair));
    return { kind: "score", scores };
  }
  if (batch.kind === "embed" && opened.kind === "embed") {
    const vectors = [];
    for (const text of batch.texts) vectors.push(Array.from(await opened.model.embed(text)));
    return { kind: "embed", vectors };
  }
  throw new TypeError(`Cannot use the model '${batch.model.id}' to ${batch.kind}`);
}

async function openPinned(pinned: PinnedModel): Promise<Opened> {
  if (open?.pinned.folder === pinned.folder && open.pinned.sha256 === pinned.sha256) return open.opened;
  const before = open;
  open = undefined;
  await before?.opened.model.close();
  const opened = await load(pinned);
  open = { pinned, opened };
  return opened;
}

async function load({ id, folder, sha256 }: PinnedModel): Promise<Opened> {
  const model = await readCard(folder);
  if (model.card.sha256["model.onnx"] !== sha256)
    throw new ModelFilesError(
      `Cannot use the model '${id}' because '${folder}' has another one since the service started`,
    );
  return model.card.task === "entailment"
    ? { kind: "score", model: await openScoringModel(model as ModelFolder<EntailmentCard>, nativeRuntime) }
    : { kind: "embed", model: await openEmbeddingModel(model as ModelFolder<EmbedderCard>, nativeRuntime) };
}
