import { type ModelAbilities, ModelError, type ModelErrorCode } from "@assay/contract";
import { type JsonAnswer, OPTION_REFUSED_STATUSES } from "./post-json.ts";

export type Abilities = Required<ModelAbilities>;

/** What most servers accept. */
export const ASSUMED: Abilities = {
  schema: true,
  bounds: true,
  outputLimit: "max_tokens",
  temperature: true,
  streams: true,
};

const LEAST: Abilities = {
  schema: false,
  bounds: false,
  outputLimit: "max_tokens",
  temperature: false,
  streams: false,
};

/** What no other wish would change. */
const SAYS_NOTHING: ReadonlySet<ModelErrorCode> = new Set(["MODEL_RATE_LIMITED", "MODEL_UNAVAILABLE"]);

/**
 * Returns all that the server accepts, undefined where it accepts nothing or fails. Most accept everything, which one
 * request says; else each wish is tried by itself. Throws ModelError where it cannot be asked now.
 */
export async function findAbilities(
  ask: (abilities: Abilities) => Promise<JsonAnswer>,
): Promise<Abilities | undefined> {
  const accepts = async (abilities: Abilities) => {
    const answer = await ask(abilities);
    if (!answer.ok && !OPTION_REFUSED_STATUSES.has(answer.status)) throw answer.error;
    return answer.ok;
  };
  try {
    if (await accepts(ASSUMED)) return ASSUMED;
    const least = await findLeast(accepts);
    if (!least) return undefined;
    const temperature = await accepts({ ...least, temperature: true });
    const schema = await accepts({ ...least, schema: true });
    const bounds = schema && (await accepts({ ...least, schema, bounds: true }));
    const streams = await accepts({ ...least, streams: true });
    return { ...least, temperature, schema, bounds, streams };
  } catch (error) {
    if (!(error instanceof ModelError) || SAYS_NOTHING.has(error.code)) throw error;
  }
  return undefined;
}

async function findLeast(accepts: (abilities: Abilities) => Promise<boolean>): Promise<Abilities | undefined> {
  for (const outputLimit of ["max_tokens", "max_completion_tokens"] as const) {
    const least = { ...LEAST, outputLimit };
    if (await accepts(least)) return least;
  }
  return undefined;
}
