import type { EntailmentScores, TextKind } from "@assay/contract";

/** A pair of the development set, as the model scores it. */
export interface ScoredPair {
  readonly author: string;
  readonly kind: TextKind;
  readonly scores: EntailmentScores;
  /** An auditor would accept it as whole proof. */
  readonly isSound: boolean;
  /** It is about something else. */
  readonly isOffTopic: boolean;
}

/** What a threshold of `related` sets aside, rightly and wrongly. */
export interface SetAsideCount {
  readonly related: number;
  readonly offTopic: number;
  readonly offTopicOf: number;
  readonly sound: number;
  readonly soundOf: number;
}

/** What a threshold of `supports` is worth: sound pairs that pass, less those that must not, each as often as it counts. */
export interface Worth {
  readonly beside: "reading" | "wording";
  /** How many sound pairs a false one outweighs. */
  readonly falseWeight: number;
}

export interface ChosenThreshold {
  readonly kind: TextKind | "ALL";
  readonly supports: number;
  readonly sound: number;
  readonly soundOf: number;
  readonly wrong: number;
  readonly wrongOf: number;
}

export interface Choice {
  readonly general: ChosenThreshold;
  /** Each kind's own best, whether it pays or not. */
  readonly kinds: readonly ChosenKind[];
}

export type ChosenKind = ChosenThreshold & CrossCheck;

/** Chosen on all authors but one, and counted on that one, in turn. */
interface CrossCheck {
  /** Worth of the kind's pairs by thresholds of its own, and by one for all. */
  readonly own: number;
  readonly shared: number;
}

const CANDIDATES = Array.from({ length: 19 }, (_, at) => Number(((at + 1) * 0.05).toFixed(2)));
/** Fewer say nothing of a kind. */
const PAIRS_MIN = 60;
/** Of a kind's pairs: a smaller gain is chance. */
const GAIN_MIN = 0.02;

const RELATED_CANDIDATES = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5];

/** What each threshold of `related` sets aside of the pairs. */
export function compareRelated(pairs: readonly ScoredPair[]): SetAsideCount[] {
  const [offTopic, sound] = [pairs.filter((pair) => pair.isOffTopic), pairs.filter((pair) => pair.isSound)];
  return RELATED_CANDIDATES.map((related) => {
    const setAside = (some: readonly ScoredPair[]) =>
      some.filter(({ scores }) => scores.unrelated > 1 - related).length;
    return {
      related,
      offTopic: setAside(offTopic),
      offTopicOf: offTopic.length,
      sound: setAside(sound),
      soundOf: sound.length,
    };
  });
}

/** The best threshold for all pairs, and that of each kind of text with its cross-check by author. */
export function compareThresholds(pairs: readonly ScoredPair[], worth: Worth): Choice {
  const kinds = [...Map.groupBy(pairs, ({ kind }) => kind)].filter(([, own]) => own.length >= PAIRS_MIN);
  return {
    general: countAt("ALL", pairs, bestOf(pairs, worth)),
    kinds: kinds.map(([kind, own]) => ({
      ...countAt(kind, own, bestOf(own, worth)),
      ...crossCheck(pairs, own, worth),
    })),
  };
}

/** Whether a threshold of its own is worth more on authors for whom it was not chosen. */
export function pays({ own, shared, soundOf, wrongOf }: ChosenKind): boolean {
  return own - shared >= GAIN_MIN * (soundOf + wrongOf);
}

function crossCheck(all: readonly ScoredPair[], own: readonly ScoredPair[], worth: Worth): CrossCheck {
  const folds = [...Map.groupBy(own, ({ author }) => author)].map(([author, left]) => {
    const others = (pairs: readonly ScoredPair[]) => pairs.filter((pair) => pair.author !== author);
    return {
      own: worthAt(left, bestOf(others(own), worth), worth),
      shared: worthAt(left, bestOf(others(all), worth), worth),
    };
  });
  const sum = (side: keyof CrossCheck) => folds.reduce((total, fold) => total + fold[side], 0);
  return { own: sum("own"), shared: sum("shared") };
}

function bestOf(pairs: readonly ScoredPair[], worth: Worth): number {
  const rated = CANDIDATES.map((supports) => ({ supports, worth: worthAt(pairs, supports, worth) }));
  return rated.reduce((best, each) => (each.worth > best.worth ? each : best)).supports;
}

function worthAt(pairs: readonly ScoredPair[], supports: number, { falseWeight }: Worth): number {
  const { sound, wrong } = countAt("ALL", pairs, supports);
  return sound - falseWeight * wrong;
}

function countAt(kind: ChosenThreshold["kind"], pairs: readonly ScoredPair[], supports: number): ChosenThreshold {
  const of = (isSound: boolean) => pairs.filter((pair) => pair.isSound === isSound);
  const passing = (some: readonly ScoredPair[]) => some.filter(({ scores }) => scores.supports >= supports).length;
  const [sound, wrong] = [of(true), of(false)];
  return {
    kind,
    supports,
    sound: passing(sound),
    soundOf: sound.length,
    wrong: passing(wrong),
    wrongOf: wrong.length,
  };
}
