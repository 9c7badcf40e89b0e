import type {
  CheckedPair,
  Citation,
  JudgedPart,
  MeaningLimits,
  MeaningThresholds,
  SetAsideQuote,
  WeakReason,
} from "@assay/contract";
import type { CheckedMeaning } from "./check-meaning.ts";

/** A score this near to its threshold might be on its other side in another wording. */
const CLOSE = 0.02;

/** The thresholds for a quote of its kind of text. */
export function limitsOf({ kind }: Pick<CheckedPair, "kind">, thresholds: MeaningThresholds): MeaningLimits {
  return (kind && thresholds.kinds?.[kind]) ?? thresholds;
}

/** Why a quote does not prove what it is held against, by what the model says of it. */
export function weaknessOfPair(pair: CheckedPair, thresholds: MeaningThresholds): WeakReason | undefined {
  if (pair.scores === null) return undefined;
  const { supports, contradicts, unrelated } = pair.scores;
  const limits = limitsOf(pair, thresholds);
  if (unrelated > 1 - limits.related) return "OFF_TOPIC";
  if (contradicts >= limits.contradicts && contradicts > supports) return "CONTRADICTS";
  return supports < limits.supports ? "NOT_ENTAILED" : undefined;
}

/** Whether another wording might have had another end. */
export function isClose(pair: CheckedPair, thresholds: MeaningThresholds): boolean {
  if (pair.scores === null) return false;
  const { supports, contradicts, unrelated } = pair.scores;
  const limits = limitsOf(pair, thresholds);
  const distances = [1 - unrelated - limits.related, supports - limits.supports];
  if (contradicts > supports) distances.push(contradicts - limits.contradicts);
  return distances.some((distance) => Math.abs(distance) < CLOSE);
}

export interface CheckedCitations {
  /** Those that are about what they are cited for; `meaning` is by their new indexes. */
  readonly citations: readonly Citation[];
  readonly parts: readonly JudgedPart[];
  readonly meaning: CheckedMeaning;
  readonly setAside: readonly SetAsideQuote[];
}

/**
 * Takes away the citations that are about something else: of a part where they are so for the part, of the verdict where
 * they are so for all that they are cited for.
 */
export function setAsideOffTopic(
  cited: { readonly citations: readonly Citation[]; readonly parts: readonly JudgedPart[] },
  meaning: CheckedMeaning,
  thresholds: MeaningThresholds,
): CheckedCitations {
  const isOff = (pair: CheckedPair) => weaknessOfPair(pair, thresholds) === "OFF_TOPIC";
  const pairsOf = (index: number) => meaning.get(index) ?? [];
  const isKept = (index: number) => pairsOf(index).length === 0 || pairsOf(index).some((pair) => !isOff(pair));
  const places = new Map<number, number>();
  for (const index of cited.citations.keys()) if (isKept(index)) places.set(index, places.size);
  const isOffPart = (part: number, index: number) => pairsOf(index).some((pair) => pair.part === part && isOff(pair));
  return {
    citations: cited.citations.filter((_, index) => places.has(index)),
    parts: cited.parts.map((part, at) => ({
      ...part,
      citations: part.citations.flatMap((index) => (isOffPart(at, index) ? [] : (places.get(index) ?? []))),
    })),
    meaning: new Map([...places].flatMap(([from, to]) => (meaning.has(from) ? [[to, pairsOf(from)]] : []))),
    setAside: cited.citations.flatMap((citation, index) =>
      places.has(index) ? [] : [{ ...citation, meaning: [...pairsOf(index)] }],
    ),
  };
}
