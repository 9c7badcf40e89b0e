import type { WeakReason } from "@assay/contract";
import type { OpenMeaningModel } from "@assay/core/ports";
import { checkOf } from "./check-of.ts";
import { type ExplainedPair, explainBy } from "./evaluate-pair.ts";
import type { Beside } from "./figures-file.ts";
import type { LabelledPair, PairSet } from "./labelled-pair.ts";

/** How many pairs a reason kept from being proof. */
interface HeldBack {
  readonly reason: WeakReason;
  /** Rightly: the pair contradicts the requirement, or says nothing of it. */
  readonly wrong: number;
  /** The pair proves it. */
  readonly sound: number;
}

export interface HeldBackLine extends HeldBack {
  readonly set: string;
  readonly beside: Beside;
  readonly wrongOf: number;
  readonly soundOf: number;
}

/** What the model and each rule hold back of each set. */
export async function measureHeldBack(model: OpenMeaningModel, sets: readonly PairSet[]): Promise<HeldBackLine[]> {
  const lines: HeldBackLine[] = [];
  for (const beside of ["reading", "wording"] as const) {
    const explain = explainBy(model.entailment, checkOf(model, beside));
    for (const { name: set, pairs } of sets) {
      const explained: { pair: LabelledPair; found: ExplainedPair }[] = [];
      for (const pair of pairs) explained.push({ pair, found: await explain(pair) });
      const [wrongOf, soundOf] = [pairs.filter(isWrong).length, pairs.filter(isSound).length];
      lines.push(...countHeldBack(explained).map((held) => ({ set, beside, ...held, wrongOf, soundOf })));
    }
  }
  return lines;
}

/** Most first. Of several reasons against a pair one counts: the model's, then the first rule's. */
export function countHeldBack(
  explained: readonly { readonly pair: LabelledPair; readonly found: ExplainedPair }[],
): HeldBack[] {
  const weak = explained.flatMap(({ pair, found }) => (found.weak ? [{ pair, reason: found.weak }] : []));
  return [...Map.groupBy(weak, ({ reason }) => reason)]
    .map(([reason, held]) => ({
      reason,
      wrong: held.filter(({ pair }) => isWrong(pair)).length,
      sound: held.filter(({ pair }) => isSound(pair)).length,
    }))
    .toSorted((left, right) => right.wrong + right.sound - left.wrong - left.sound);
}

const isWrong = ({ label }: LabelledPair) => label === "C" || label === "N";
const isSound = ({ label }: LabelledPair) => label === "S";
