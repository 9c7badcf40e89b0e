import { AssayError, type CreateRetrievalVersionBody, type MeaningCheck } from "@assay/contract";
import type { AssessorCard, Models } from "../ports/models.ts";
import type { RetrievalVersion } from "./active-version.ts";
import { canCheck, canRun, findEntailment } from "./find-models.ts";
import { asks, isEqual } from "./search-keys.ts";

/**
 * How citations are checked where nobody says it: next to a language model, and where the assessor itself goes by meaning,
 * by the model for meaning that runs here.
 */
export function usualMeaning(models: Models, assessor: AssessorCard): MeaningCheck | null {
  const isChecked = assessor.provider !== undefined || assessor.readsMeaning;
  return models.meaning && isChecked ? meaningBy(models, assessor, {}) : null;
}

/** Of a version of new settings: the active assessor is checked as it was, where that can still be done. */
export function configuredMeaning(
  models: Models,
  assessor: AssessorCard,
  inForce: RetrievalVersion | undefined,
): MeaningCheck | null {
  const stays = inForce && asks(assessor, inForce) && canCheck(models, inForce.meaning);
  return stays ? inForce.meaning : usualMeaning(models, assessor);
}

/**
 * Of a version that somebody makes. What is omitted is as active; an assessor of another kind comes with its own.
 * Throws INVALID_STATE for a model that this deployment does not run, and for none where the assessor goes by one.
 */
export function chosenMeaning(
  models: Models,
  assessor: AssessorCard,
  { inForce, named }: { inForce: RetrievalVersion; named: CreateRetrievalVersionBody["meaning"] },
): MeaningCheck | null {
  if (named) return meaningBy(models, assessor, named);
  if (named === null) return withoutMeaning(assessor);
  if (inForce.assessorModel === assessor.model) return inForce.meaning;
  return inForce.meaning
    ? meaningBy(models, assessor, { model: inForce.meaning.model })
    : usualMeaning(models, assessor);
}

function withoutMeaning({ model, readsMeaning }: AssessorCard): null {
  if (!readsMeaning) return null;
  throw new AssayError(
    "INVALID_STATE",
    `Cannot leave out the model for meaning because '${model}' judges by it: name another assessor`,
  );
}

/**
 * How a release checks otherwise than the active version: where that checks nothing, by other weights of its model, or
 * without what the model's card says since. A threshold that is pinned stays: somebody may have chosen it.
 */
export function betterMeaning(models: Models, inForce: RetrievalVersion): Partial<RetrievalVersion> {
  const { meaning } = inForce;
  const [assessor] = models.assessors;
  if (!models.meaning || !asks(assessor, inForce)) return {};
  if (meaning === null) {
    // What takes the place of a version that cannot run is activated unasked: it checks nothing where that was chosen.
    if (!canRun(models, inForce)) return {};
    const usual = usualMeaning(models, assessor);
    return usual ? { meaning: usual } : {};
  }
  if (meaning.model !== models.meaning.entailment.model) return {};
  const own = meaningBy(models, assessor, {});
  // Other weights come with thresholds of their own.
  const renewed =
    meaning.sha256 === own.sha256
      ? { ...own, ...meaning, thresholds: withPinned(own.thresholds, meaning.thresholds) }
      : own;
  return isSameCheck(renewed, meaning) ? {} : { meaning: renewed };
}

/** Whether two checks say the same of every quote; what computes them does not change that. */
export function isSameCheck(a: MeaningCheck | null, b: MeaningCheck | null): boolean {
  const withoutRuntime = (check: MeaningCheck | null) => check && { ...check, runtime: undefined };
  return isEqual(withoutRuntime(a), withoutRuntime(b));
}

function meaningBy(
  models: Models,
  assessor: AssessorCard,
  named: { model?: string; thresholds?: Partial<MeaningCheck["thresholds"]> | undefined },
): MeaningCheck {
  const { model, sha256, runtime } = findEntailment(models, { model: named.model ?? models.meaning!.entailment.model });
  const { covers, thresholds: known } = models.meaning!;
  const reads = assessor.provider !== undefined;
  return {
    model,
    sha256,
    runtime,
    thresholds: withNamed(reads ? known.reading : known.wording, named.thresholds),
    covers,
    unchecked: reads ? "NOTE" : "CAP",
  };
}

/** A threshold that somebody names holds for all kinds of text, unless they name those of kinds as well. */
function withNamed(
  known: MeaningCheck["thresholds"],
  named: Partial<MeaningCheck["thresholds"]> | undefined,
): MeaningCheck["thresholds"] {
  if (!named) return known;
  const { kinds: _, ...general } = known;
  return { ...general, ...named };
}

/** Those of kinds are added where no other threshold was chosen. */
function withPinned(own: MeaningCheck["thresholds"], pinned: MeaningCheck["thresholds"]): MeaningCheck["thresholds"] {
  const isOwn = isEqual({ ...own, ...pinned }, own);
  return isOwn ? own : withNamed(own, pinned);
}
