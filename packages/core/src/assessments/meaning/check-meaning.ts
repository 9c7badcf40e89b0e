import { type CheckedPair, type EntailmentScores, type MeaningThresholds, ModelError } from "@assay/contract";
import type { Answer } from "../../ports/assessor.ts";
import type { Entailment } from "../../ports/entailment.ts";
import type { EvaluatedEvidence } from "../evaluated-evidence.ts";
import { mergeParts } from "../parts/evaluate-parts.ts";
import type { VerifiedQuotes } from "../verify-quotes.ts";
import { isCovered } from "./is-covered.ts";
import { type MeaningPair, makePairs } from "./make-pairs.ts";

/** Of each citation, by its index, what the model says of it for each part that it is cited for. */
export type CheckedMeaning = ReadonlyMap<number, readonly CheckedPair[]>;

interface Cited {
  readonly answer: Answer;
  readonly verified: VerifiedQuotes;
  readonly evidence: EvaluatedEvidence;
}

/** The check of a run, by the model that its engine version pins. */
export type Check = (cited: Cited) => Promise<CheckedMeaning>;

/**
 * Asks the model of each quote whether it is about what it is cited for, and proves it; not of what the engine version
 * says that it does not cover. Throws what the model throws.
 */
export async function checkMeaning(
  entailment: Entailment,
  { answer, verified, evidence }: Cited,
  signal: AbortSignal,
): Promise<CheckedMeaning> {
  const parts = mergeParts(answer.parts ?? [], verified.places);
  const pairs = makePairs({ citations: verified.citations, parts }, evidence);
  const scores = await scorePairs(entailment, pairs, evidence, signal);
  const checked = new Map<number, CheckedPair[]>();
  for (const [at, pair] of pairs.entries())
    checked.set(pair.citation, [
      ...(checked.get(pair.citation) ?? []),
      toChecked(pair, scores[at] ?? null, evidence.meaning?.thresholds),
    ]);
  return checked;
}

/** A pair as it is stored: its kind where that decides by which thresholds. */
export function toChecked(
  { part, kind }: Pick<MeaningPair, "part" | "kind">,
  scores: EntailmentScores | null,
  thresholds: MeaningThresholds | undefined,
): CheckedPair {
  return { part, scores, ...(thresholds?.kinds && { kind }) };
}

/** As stored, and as judged: a replay has no more digits. Null of what the engine version says is not covered. */
export async function scorePairs(
  entailment: Entailment,
  pairs: readonly MeaningPair[],
  { meaning }: EvaluatedEvidence,
  signal: AbortSignal,
): Promise<(EntailmentScores | null)[]> {
  const covers = meaning?.covers;
  const asked = covers ? pairs.filter((pair) => isCovered(pair, covers)) : pairs;
  const scores = asked.length === 0 ? [] : await entailment.score(asked, signal).catch(asOutage);
  const scored = new Map(asked.map((pair, at) => [pair, round(scores[at]!)]));
  return pairs.map((pair) => scored.get(pair) ?? null);
}

/** What this model cannot answer says nothing of the assessor's answer, which stays usable. */
function asOutage(error: unknown): never {
  if (!(error instanceof ModelError)) throw error;
  throw new ModelError("MODEL_UNAVAILABLE", `Cannot check citations for meaning: ${error.message}`);
}

function round({ supports, partly, contradicts, unrelated }: EntailmentScores): EntailmentScores {
  const [s, p, c, u] = [supports, partly, contradicts, unrelated].map((value) => Math.round(value * 1000) / 1000);
  return { supports: s!, partly: p!, contradicts: c!, unrelated: u! };
}
