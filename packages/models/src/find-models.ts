import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Card, type EmbedderCard, isNamedAs, type ModelFolder, readCard } from "./card.ts";
import { ModelFilesError } from "./model-files-error.ts";

const SHIPPED_DIR = fileURLToPath(new URL("../weights", import.meta.url));

/** Where models are: the operator's folder first, where there is one, then what comes with the service. */
export function modelPlaces(modelsDir: string | undefined): string[] {
  return modelsDir === undefined ? [SHIPPED_DIR] : [modelsDir, SHIPPED_DIR];
}

/** Folders with a card, by name; the first place that has a name counts. Throws ModelFilesError for a bad card. */
export async function listModels(modelsDir: string | undefined): Promise<ModelFolder[]> {
  const found = new Map<string, ModelFolder>();
  for (const place of modelPlaces(modelsDir))
    for (const name of (await listFolders(place)).toSorted()) {
      if (found.has(name)) continue;
      const model = await readCard(join(place, name));
      if (!isNamedAs(model))
        throw new ModelFilesError(
          `Cannot use the model in '${model.path}' because its card calls it '${model.card.id}': give its folder that name`,
        );
      found.set(name, model);
    }
  return [...found.values()];
}

/** Throws ModelFilesError where no such model is there. */
export async function findModel<T extends Card["task"]>(
  modelsDir: string | undefined,
  task: T,
  id: string,
): Promise<ModelFolder<Extract<Card, { task: T }>>> {
  const there = (await listModels(modelsDir)).filter(isFor(task));
  const model = there.find(({ card }) => card.id === id);
  if (model) return model;
  const names = there.map(({ card }) => card.id).join(", ") || "none";
  throw new ModelFilesError(`Cannot find the model '${id}' for ${task}: there are ${names}`);
}

export function isEmbedder(model: ModelFolder): model is ModelFolder<EmbedderCard> {
  return model.card.task === "embedding";
}

function isFor<T extends Card["task"]>(task: T) {
  return (model: ModelFolder): model is ModelFolder<Extract<Card, { task: T }>> => model.card.task === task;
}

async function listFolders(place: string): Promise<string[]> {
  const entries = await readdir(place, { withFileTypes: true }).catch(() => {
    throw new ModelFilesError(`Cannot read the folder of models '${place}'`);
  });
  return entries.flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith(".") ? entry.name : []));
}
