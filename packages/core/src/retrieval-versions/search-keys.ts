import type { Assessor } from "../ports/assessor.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { SearchKeys } from "./vector-coverage.ts";
import type { RetrievalVersion } from "./version-in-force.ts";

/** What new deployments search by. */
const newestKeys = (embedder: Embedder): SearchKeys => ({
  embedderModel: embedder.model,
  lexicalWeight: lexicalWeightOf(embedder),
});

/** Cosines of learned embedders differ less between passages than shares of words do. */
const LEARNED_LEXICAL_WEIGHT = 0.5;

export const lexicalWeightOf = ({ lexicalWeight }: Embedder): number => lexicalWeight ?? LEARNED_LEXICAL_WEIGHT;

/** What a version of new settings searches by: the embedder alone is theirs, the rest stays until it is activated. */
export function searchKeys(embedder: Embedder, inForce: RetrievalVersion | undefined): SearchKeys {
  if (!inForce || !isOf(embedder, inForce)) return newestKeys(embedder);
  const { embedderModel, lexicalWeight } = inForce;
  return { embedderModel, lexicalWeight };
}

/** What a release searches by otherwise than the version in force. A weight that somebody chose stays. */
export function betterKeys(embedder: Embedder, inForce: RetrievalVersion): Partial<RetrievalVersion> {
  if (!isOf(embedder, inForce)) return {};
  if (inForce.embedderModel !== embedder.model)
    return { ...newestKeys(embedder), embedderDimensions: embedder.dimensions };
  return inForce.lexicalWeight === null ? { lexicalWeight: lexicalWeightOf(embedder) } : {};
}

/** Whether a version searches by the embedder, or by the one that it replaces. */
export const isOf = ({ model, replaces }: Embedder, { embedderModel }: RetrievalVersion) =>
  embedderModel === model || embedderModel === replaces;

/** Whether a version asks the assessor, or the one that it replaces. */
export const asks = ({ model, promptVersion, replaces }: Assessor, version: RetrievalVersion) =>
  version.assessorModel === replaces || (version.assessorModel === model && version.promptVersion === promptVersion);

/** Which assessor a version of new settings asks: where the first one came in the place of that in force, that one. */
export function assessorKeys(assessor: Assessor, inForce: RetrievalVersion | undefined): AssessorKeys {
  const { model, promptVersion, replaces } = assessor;
  return inForce !== undefined && inForce.assessorModel === replaces
    ? { assessorModel: inForce.assessorModel, promptVersion: inForce.promptVersion }
    : { assessorModel: model, promptVersion };
}

/** The assessor of a release, where the version in force asks the one that it replaces. */
export function betterAssessor(assessor: Assessor, { assessorModel }: RetrievalVersion): Partial<AssessorKeys> {
  if (assessor.replaces === undefined || assessorModel !== assessor.replaces) return {};
  return { assessorModel: assessor.model, promptVersion: assessor.promptVersion };
}

type AssessorKeys = Pick<RetrievalVersion, "assessorModel" | "promptVersion">;

export function hasValues(version: RetrievalVersion, values: Partial<RetrievalVersion>): boolean {
  return Object.entries(values).every(([key, value]) => isEqual(version[key as keyof RetrievalVersion], value));
}

// The database returns the keys of an object in an order of its own.
function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return left.length === right.size && left.every(([key, value]) => right.get(key) === value);
}
