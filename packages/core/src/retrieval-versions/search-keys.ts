import type { AssessorCard, EmbedderCard } from "../ports/models.ts";
import { LEXICON_MAX } from "../retrieval/lexical-terms.ts";
import type { RetrievalVersion } from "./active-version.ts";
import type { SearchKeys } from "./vector-coverage.ts";

/** What new deployments search by. */
export const newestKeys = (embedder: EmbedderCard): SearchKeys => ({
  embedderModel: embedder.model,
  lexicalWeight: lexicalWeightOf(embedder),
  lexicon: LEXICON_MAX,
});

/** Cosines of learned embedders differ less between passages than shares of words do. */
const LEARNED_LEXICAL_WEIGHT = 0.5;

export const lexicalWeightOf = ({ lexicalWeight }: EmbedderCard): number => lexicalWeight ?? LEARNED_LEXICAL_WEIGHT;

/** What a version of new settings searches by: the embedder alone is theirs, the rest stays until it is activated. */
export function searchKeys(embedder: EmbedderCard, inForce: RetrievalVersion | undefined): SearchKeys {
  if (!inForce || !isOf(embedder, inForce)) return newestKeys(embedder);
  const { embedderModel, lexicalWeight, lexicon } = inForce;
  return { embedderModel, lexicalWeight, lexicon };
}

/** What a release searches by otherwise than the active version. A weight that somebody chose stays. */
export function betterKeys(embedder: EmbedderCard, inForce: RetrievalVersion): Partial<RetrievalVersion> {
  if (!isOf(embedder, inForce)) return {};
  if (inForce.embedderModel !== embedder.model)
    return { ...newestKeys(embedder), embedderDimensions: embedder.dimensions };
  return {
    ...(inForce.lexicalWeight === null ? { lexicalWeight: lexicalWeightOf(embedder) } : {}),
    ...(inForce.lexicon < LEXICON_MAX ? { lexicon: LEXICON_MAX } : {}),
  };
}

/** Whether a version searches by the embedder, or by one that it replaces. */
export const isOf = ({ model, replaces }: EmbedderCard, { embedderModel }: RetrievalVersion) =>
  embedderModel === model || (replaces ?? []).includes(embedderModel);

/** Whether a version asks the assessor, by whatever prompt, or one that it replaces. */
export const asks = ({ model, replaces }: AssessorCard, { assessorModel }: Pick<RetrievalVersion, "assessorModel">) =>
  assessorModel === model || (replaces ?? []).includes(assessorModel);

/** How a version of new settings asks: where the active one asks the same assessor by an earlier prompt, as that one. */
export function assessorKeys(assessor: AssessorCard, inForce: RetrievalVersion | undefined): AssessorKeys {
  const { assessorModel, promptVersion } = inForce && asks(assessor, inForce) ? inForce : newestAssessor(assessor);
  return { assessorModel, promptVersion };
}

/** How a release asks otherwise than the active version. */
export function betterAssessor(assessor: AssessorCard, inForce: RetrievalVersion): Partial<AssessorKeys> {
  const newest = newestAssessor(assessor);
  return !asks(assessor, inForce) || hasValues(inForce, newest) ? {} : newest;
}

export const newestAssessor = ({ model, promptVersion }: AssessorCard): AssessorKeys => ({
  assessorModel: model,
  promptVersion,
});

type AssessorKeys = Pick<RetrievalVersion, "assessorModel" | "promptVersion">;

export function hasValues(version: RetrievalVersion, values: Partial<RetrievalVersion>): boolean {
  return Object.entries(values).every(([key, value]) => isEqual(version[key as keyof RetrievalVersion], value));
}

// The database returns the keys of an object in an order of its own.
export function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return left.length === right.size && left.every(([key, value]) => isEqual(right.get(key), value));
}
