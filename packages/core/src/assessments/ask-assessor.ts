import { addUsage, after, ModelError, type ModelErrorCode, type ModelUsage } from "@assay/contract";
import type { Answer, AssessmentAnswer, AssessmentRequest, Assessor, CallOptions, Quote } from "../ports/assessor.ts";
import type { EvaluatedEvidence } from "./evaluated-evidence.ts";
import { boundByParts, isUnproved, mergeParts } from "./parts/evaluate-parts.ts";
import { verifyAnswer } from "./verify-answer.ts";
import type { VerifiedQuotes } from "./verify-quotes.ts";

/** What quotes are looked for in, and what makes a claim. */
type Grounds = Pick<EvaluatedEvidence, "passages" | "thresholds">;

export interface Asked {
  readonly answer: AssessmentAnswer;
  /** Its quotes, where they had to be looked up for the question whether to ask again. */
  readonly verified?: VerifiedQuotes | undefined;
}

export interface AskedBefore {
  /** The assessor has answered the same request before, and its repair turn was turned away. */
  readonly isLast: boolean;
}

/**
 * Asks an assessor, and once more where what it claims rests on quotes that stand nowhere. Throws ModelError: with
 * MODEL_REFUSED and MODEL_INVALID_OUTPUT the requirement is not judged by this assessor, and to ask again does not help.
 * The usage, of the answer or of the error, is that of all calls. Where a repair turn is turned away, as the quota is used
 * up or the model is down, the whole waits and is asked again; the last time it is left as it is, so that the model never
 * gets the same request three times.
 */
export async function askAssessor(
  assessor: Assessor,
  request: AssessmentRequest,
  grounds: Grounds,
  options: CallOptions,
  { isLast }: AskedBefore = { isLast: false },
): Promise<Asked> {
  const answer = await assessor.assess(request, options).catch((error: unknown) => {
    throw isLast && isTurnedAway(error) ? withoutRepair(assessor, error) : error;
  });
  if (!assessor.repairQuotes) return { answer };
  const first = { answer, verified: verifyAnswer(answer, grounds.passages) };
  const lost = findLostQuotes(first, grounds);
  if (!lost) return first;
  const repaired = await repair(assessor, request, { answer, quotes: lost }, { ...options, isLast });
  const second = repaired.answer && {
    answer: repaired.answer,
    verified: verifyAnswer(repaired.answer, grounds.passages),
  };
  const usable = second && !findLostQuotes(second, grounds) ? second : undefined;
  const best = usable ?? [second, first].find((each) => each && each.verified.citations.length > 0);
  if (best) return { answer: { ...best.answer, usage: repaired.usage }, verified: best.verified };
  throw new ModelError(
    "MODEL_INVALID_OUTPUT",
    `Cannot use the answer of ${assessor.model} because its quotes must be in the passages: none is, after a repair turn`,
    { usage: repaired.usage },
  );
}

interface Repaired {
  /** Undefined where the model had no better one. */
  readonly answer: Answer | undefined;
  readonly usage: ModelUsage;
}

async function repair(
  assessor: Assessor,
  request: AssessmentRequest,
  lost: { readonly answer: AssessmentAnswer; readonly quotes: readonly Quote[] },
  { isLast, ...options }: CallOptions & AskedBefore,
): Promise<Repaired> {
  const { usage } = lost.answer;
  try {
    await options.again?.();
    const answer = await after(usage, () => assessor.repairQuotes!(request, lost, options));
    return { answer, usage: addUsage(usage, answer.usage) };
  } catch (error) {
    if (error instanceof ModelError && (NO_BETTER_ANSWER.has(error.code) || (isLast && isTurnedAway(error))))
      return { answer: undefined, usage: error.usage ?? usage };
    throw error;
  }
}

/** What a model says that takes no further turn now. */
export const TURNING_AWAY: ReadonlySet<string> = new Set<ModelErrorCode>(["MODEL_RATE_LIMITED", "MODEL_UNAVAILABLE"]);

/** The model has answered, which its usage says, and would not take a further turn. */
function isTurnedAway(error: unknown): error is ModelError {
  return error instanceof ModelError && TURNING_AWAY.has(error.code) && error.usage !== undefined;
}

function withoutRepair({ model }: Assessor, { usage, code }: ModelError): ModelError {
  return new ModelError(
    "MODEL_INVALID_OUTPUT",
    `Cannot use the answer of ${model} because its repair turn was turned away twice: the last time with ${code}`,
    usage && { usage },
  );
}

/** A turn that took too long, too: all would be asked again, and take as long. */
const NO_BETTER_ANSWER: ReadonlySet<string> = new Set(["MODEL_REFUSED", "MODEL_INVALID_OUTPUT", "MODEL_TIMEOUT"]);

/**
 * The quotes that stand nowhere of an answer that claims at least PARTIAL and rests on them; undefined where it claims
 * less, or has proof of what it claims.
 */
function findLostQuotes(
  { answer, verified }: { readonly answer: Answer; readonly verified: VerifiedQuotes },
  { thresholds }: Grounds,
): readonly Quote[] | undefined {
  const { citations, places, lost, flags } = verified;
  const parts = mergeParts(answer.parts ?? [], places);
  if (boundByParts(answer.confidence, parts, thresholds) < thresholds.partial) return undefined;
  if (citations.length > 0 && !parts.some(isUnproved)) return undefined;
  // What is hidden or addresses a model was found: no other quote makes it evidence.
  return lost.length === 0 && flags.length > 0 ? undefined : lost;
}
