import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type ModelFolder, readCard } from "./card.ts";
import { checkFiles } from "./check-files.ts";
import { listModels } from "./find-models.ts";
import { ModelFilesError } from "./model-files-error.ts";
import type { Runtime } from "./runtime.ts";
import { DIFFERENCE_MAX, tryVectors } from "./try-vectors.ts";

/**
 * Checks a model, its files by SHA-256 and its test vectors by computing them. Returns what was tried, in words. Throws
 * ModelFilesError.
 */
export async function verifyModel(model: ModelFolder, runtime: Runtime): Promise<string> {
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

/**
 * Copies a model into the operator's folder under the name that its card gives, once it is verified. Throws
 * ModelFilesError, also where a model of that name is there.
 */
export async function addModel(folder: string, modelsDir: string, runtime: Runtime): Promise<ModelFolder> {
  const model = await readCard(folder);
  const { id } = model.card;
  await mkdir(modelsDir, { recursive: true });
  if ((await listModels(modelsDir)).some(({ card }) => card.id === id))
    throw new ModelFilesError(
      `Cannot add the model '${id}' because one of that name is there, which verdicts may pin: give it another name in its card`,
    );
  await verifyModel(model, runtime);
  // Whoever reads the folder meanwhile finds the whole model or none.
  const draft = await mkdtemp(join(modelsDir, ".adding-"));
  try {
    await cp(folder, draft, { recursive: true, dereference: true });
    await rename(draft, join(modelsDir, id));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  return readCard(join(modelsDir, id));
}
