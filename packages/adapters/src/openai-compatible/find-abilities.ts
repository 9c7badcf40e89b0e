import { MODEL_ERROR_CATALOGUE, type ModelAbilities, ModelError } from "@assay/contract";
import { type JsonAnswer, OPTION_REFUSED_STATUSES } from "./post-json.ts";

/** What most servers accept. */
export const ASSUMED: ModelAbilities = { schema: true, outputLimit: "max_tokens", temperature: true };

/** From what is wished for to what is put up with. */
const TRIED: readonly ModelAbilities[] = [
  ASSUMED,
  { schema: false, outputLimit: "max_tokens", temperature: true },
  { schema: true, outputLimit: "max_completion_tokens", temperature: true },
  { schema: true, outputLimit: "max_completion_tokens", temperature: false },
  { schema: true, outputLimit: "max_tokens", temperature: false },
  { schema: false, outputLimit: "max_completion_tokens", temperature: true },
  { schema: false, outputLimit: "max_completion_tokens", temperature: false },
  { schema: false, outputLimit: "max_tokens", temperature: false },
];

/**
 * Returns the first that the server accepts, undefined where it accepts none or fails. Throws ModelError for what pauses
 * the model.
 */
export async function findAbilities(
  ask: (abilities: ModelAbilities) => Promise<JsonAnswer>,
): Promise<ModelAbilities | undefined> {
  try {
    for (const abilities of TRIED) {
      const answer = await ask(abilities);
      if (answer.ok) return abilities;
      if (!OPTION_REFUSED_STATUSES.has(answer.status)) throw answer.error;
    }
  } catch (error) {
    if (!(error instanceof ModelError) || MODEL_ERROR_CATALOGUE[error.code].pauses) throw error;
  }
  return undefined;
}
