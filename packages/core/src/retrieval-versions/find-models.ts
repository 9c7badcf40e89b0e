import { AssayError, type MeaningCheck } from "@assay/contract";
import type { AssessorCard, EmbedderCard, EntailmentCard, Models } from "../ports/models.ts";
import type { RetrievalVersion } from "./active-version.ts";
import { hasRulesOfRelease, requireRulesOfRelease } from "./pinned-rules.ts";

/** Throws INVALID_STATE when this deployment does not run the embedder. */
export function findEmbedder({ embedders }: Models, model: string): EmbedderCard {
  const embedder = embedders.find((candidate) => candidate.model === model);
  if (!embedder) throw notRun("embedder", model, embedders);
  return embedder;
}

/** Throws INVALID_STATE when this deployment does not run the assessor, or only with another prompt. */
export function findAssessor(
  { assessors }: Models,
  { model, promptVersion }: { model: string; promptVersion?: string },
): AssessorCard {
  const assessor = assessors.find(
    (candidate) =>
      candidate.model === model && (promptVersion === undefined || candidate.promptVersion === promptVersion),
  );
  if (!assessor) throw notRun("assessor", promptVersion ? `${model}, prompt ${promptVersion}` : model, assessors);
  return assessor;
}

/** Throws INVALID_STATE when this deployment does not run the model, or has other weights of that name. */
export function findEntailment(
  { meaning }: Models,
  { model, sha256 }: { model: string; sha256?: string },
): EntailmentCard {
  const entailment = meaning?.entailment;
  if (entailment && isOf(entailment, { model, sha256 })) return entailment;
  const known = entailment ? [{ model: `${entailment.model}, weights ${entailment.sha256}` }] : [];
  throw notRun("model for meaning", sha256 ? `${model}, weights ${sha256}` : model, known);
}

/** Whether this deployment can check for meaning as a version says. */
export function canCheck({ meaning }: Models, pinned: MeaningCheck | null): boolean {
  return pinned === null || (meaning !== undefined && isOf(meaning.entailment, pinned));
}

/** By its name, and by its weights where they are pinned. */
const isOf = (entailment: EntailmentCard, { model, sha256 }: { model: string; sha256?: string | undefined }) =>
  entailment.model === model && (sha256 === undefined || entailment.sha256 === sha256);

/** Whether this deployment runs all that a version pins. */
export function canRun(models: Models, version: RetrievalVersion): boolean {
  const asked = models.assessors.find((assessor) => isPinned(assessor, version));
  return (
    asked !== undefined &&
    (version.meaning !== null || !asked.readsMeaning) &&
    models.embedders.some(({ model }) => model === version.embedderModel) &&
    canCheck(models, version.meaning) &&
    hasRulesOfRelease(version)
  );
}

/** Whether a version pins the assessor with its prompt. */
export const isPinned = (
  { model, promptVersion }: AssessorCard,
  version: Pick<RetrievalVersion, "assessorModel" | "promptVersion">,
) => model === version.assessorModel && promptVersion === version.promptVersion;

/** The models that a version asks. Throws INVALID_STATE when this deployment does not run all that the version pins. */
export function findModels(
  models: Models,
  version: RetrievalVersion,
): { embedder: EmbedderCard; assessor: AssessorCard } {
  requireRulesOfRelease(version);
  if (version.meaning) findEntailment(models, version.meaning);
  const assessor = findAssessor(models, { model: version.assessorModel, promptVersion: version.promptVersion });
  if (assessor.readsMeaning && !version.meaning)
    throw new AssayError(
      "INVALID_STATE",
      `Cannot judge with '${assessor.model}' because the engine version names no model for meaning, by which it judges`,
    );
  return { embedder: findEmbedder(models, version.embedderModel), assessor };
}

function notRun(what: string, wanted: string, known: readonly { readonly model: string }[]): AssayError {
  const used = [...new Set(known.map(({ model }) => model))].join(", ") || "none";
  return new AssayError(
    "INVALID_STATE",
    `Cannot use the ${what} '${wanted}' because this deployment does not use it: it uses ${used}`,
  );
}
