import { evaluateGuardPair } from "./evaluate-guard-pair.ts";
import type { Measure } from "./figure.ts";
import { GUARD_KINDS, type GuardPair, guardPairs, WORDINGS, type Wording } from "./sets/guard-set.ts";

/** Which pairs pass the support guard: each kind of weakness, worded plainly and evasively, next to sound ones. */
export const guardMeasure: Measure = {
  title: "Support guard",
  of: "rules",
  run() {
    const figures = measureGuard();
    return Promise.resolve(
      (["tuned", "kept"] as const).flatMap((half) =>
        WORDINGS.map((wording) => {
          const { n, wrong } = sumFigures(figures, half, wording);
          const name = half === "kept" ? "kept back" : half;
          return wording === "sound"
            ? { what: "sound ones that pass", half: name, count: n - wrong, of: n, goal: { atLeast: 0.95 } }
            : {
                what: `false COMPLETE, ${wording} wording`,
                half: name,
                count: wrong,
                of: n,
                goal: { atMost: wording === "everyday" ? 0.05 : 0.2 },
              };
        }),
      ),
    );
  },
};

/** Of `n` pairs of one wording, those that came out wrong: a weak one that passes, or a sound one that does not. */
export interface GuardFigure {
  readonly kind: string;
  readonly half: "tuned" | "kept";
  readonly wording: Wording;
  readonly n: number;
  readonly wrong: number;
  readonly wrongPairs: readonly GuardPair[];
}

/** One figure for each kind, half and wording. */
export function measureGuard(): GuardFigure[] {
  return GUARD_KINDS.flatMap((kind) => (["tuned", "kept"] as const).flatMap((half) => measureHalf(kind, half)));
}

function measureHalf(kind: string, half: GuardFigure["half"]): GuardFigure[] {
  return WORDINGS.map((wording) => {
    const all = guardPairs({ kind, half, wording });
    const wrongPairs = all.filter((pair) => (evaluateGuardPair(pair) === undefined) !== (wording === "sound"));
    return { kind, half, wording, n: all.length, wrong: wrongPairs.length, wrongPairs };
  });
}

/** The figures of one half and wording over all kinds. */
export function sumFigures(
  figures: readonly GuardFigure[],
  half: GuardFigure["half"],
  wording: Wording,
): { n: number; wrong: number } {
  const meant = figures.filter((figure) => figure.half === half && figure.wording === wording);
  return {
    n: meant.reduce((sum, { n }) => sum + n, 0),
    wrong: meant.reduce((sum, { wrong }) => sum + wrong, 0),
  };
}
