import { type ModelAbilities, ModelError, type ModelErrorCode } from "@assay/contract";
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

/** What no other wish would change. */
const SAYS_NOTHING: ReadonlySet<ModelErrorCode> = new Set(["MODEL_RATE_LIMITED", "MODEL_UNAVAILABLE"]);

/**
 * Returns the first that the server accepts, undefined where it accepts none or fails. Throws ModelError where it cannot
 * be asked now.
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
    if (!(error instanceof ModelError) || SAYS_NOTHING.has(error.code)) throw error;
  }
  return undefined;
}
