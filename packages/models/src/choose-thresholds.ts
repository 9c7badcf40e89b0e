import type { MeaningThresholds } from "./card.ts";
import { ModelFilesError } from "./model-files-error.ts";
import type { PairScores } from "./open-model.ts";
import type { PairLabel } from "./read-development-pairs.ts";

export interface ScoredPair {
  readonly label: PairLabel;
  readonly scores: PairScores;
}

export interface ChosenThresholds {
  readonly thresholds: MeaningThresholds;
  /** What they let through, in words, for the card. */
  readonly metric: string;
}

/** Shares of pairs. Chosen so that the shipped model gets about the thresholds that were chosen for it by hand. */
const SOUND_RELATED = 0.99;
const SOUND_SUPPORTED = 0.95;
const SOUND_CONTRADICTED = 0.02;
/** Of the pairs that prove nothing, at most so many may pass. */
const PASSED = { doubtful: 0.12, wording: 0.08, wordingDoubtful: 0.015 };

/** What is further from the requirement than this is set aside whatever it supports. */
const RELATED_MOST = 0.1;
const READING_SUPPORTS_MOST = 0.5;
const CONTRADICTS_LEAST = 0.5;
/** With fewer the shares say little. */
const PAIRS_MIN = 100;
/** A model that proves less of what is sound, where it lets through no more than may pass, does not separate. */
const SOUND_PROVED_MIN = 0.3;

const STEPS = Array.from({ length: 99 }, (_, at) => (at + 1) / 100);

/**
 * Chooses a model's thresholds by what it says of labelled pairs: next to a language model so that hardly any sound evidence
 * is lost, next to an assessor by words so that hardly any other passes. Throws ModelFilesError where the model does not
 * distinguish them.
 */
export function chooseThresholds(pairs: readonly ScoredPair[], name: string): ChosenThresholds {
  const of = (...labels: PairLabel[]) => pairs.flatMap(({ label, scores }) => (labels.includes(label) ? [scores] : []));
  const [sound, wrong] = [of("S"), of("C", "N")];
  if (Math.min(sound.length, wrong.length) < PAIRS_MIN)
    throw new ModelFilesError(
      `Cannot measure the thresholds of the model '${name}' on ${sound.length} pairs that prove and ${wrong.length} that do not: at least ${PAIRS_MIN} of each are needed`,
    );
  const supporting = (scores: readonly PairScores[], least: number) =>
    share(scores, ({ supports }) => supports >= least);
  const most = (limit: number, holds: (step: number) => boolean) =>
    STEPS.findLast((step) => step <= limit && holds(step)) ?? STEPS[0]!;
  const leastThatPasses = (passed: number, from: number) =>
    STEPS.find((step) => step >= from && supporting(wrong, step) <= passed) ?? 1;

  const related = most(RELATED_MOST, (step) => share(sound, (each) => 1 - each.unrelated >= step) >= SOUND_RELATED);
  const contradicts =
    STEPS.find(
      (step) =>
        step >= CONTRADICTS_LEAST &&
        share(sound, (each) => each.contradicts >= step && each.contradicts > each.supports) <= SOUND_CONTRADICTED,
    ) ?? 1;
  const reading = most(READING_SUPPORTS_MOST, (step) => supporting(sound, step) >= SOUND_SUPPORTED);
  const wording = leastThatPasses(PASSED.wording, reading);
  const proved = supporting(sound, wording);
  const metric = `${sound.length + wrong.length} development pairs: supports at ${reading}: ${percent(supporting(sound, reading))} of sound and ${percent(supporting(wrong, reading))} of other evidence, at ${wording}: ${percent(proved)} and ${percent(supporting(wrong, wording))}`;
  if (proved < SOUND_PROVED_MIN)
    throw new ModelFilesError(
      `Cannot use the model '${name}' because it does not tell proof from what is none: ${metric}`,
    );
  return {
    thresholds: {
      reading: { related, supports: reading, contradicts, doubtful: leastThatPasses(PASSED.doubtful, reading) },
      wording: { related, supports: wording, contradicts, doubtful: leastThatPasses(PASSED.wordingDoubtful, wording) },
    },
    metric,
  };
}

function share(scores: readonly PairScores[], holds: (scores: PairScores) => boolean): number {
  return scores.filter(holds).length / scores.length;
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}
