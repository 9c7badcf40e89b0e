import { describe, expect, test } from "vitest";
import { type GuardFigure, measureGuard, sumFigures } from "../src/measure-guard.ts";

const figures = measureGuard();
const LATER = ["mixed, policies and exports", "mixed, short records"];
const groups = {
  "earlier sets": figures.filter(({ kind }) => !LATER.includes(kind)),
  "later sets": figures.filter(({ kind }) => LATER.includes(kind)),
};

/**
 * Most pairs that may come out wrong. Lower them where the guard gets better; a rise needs a reason. Those kept back miss
 * the goals: 7 everyday, 5 evading and 8 sound ones are of the set in whole sentences, by another author, and all of the
 * later sets are of a third one.
 */
const WRONG_MAX = {
  "earlier sets": {
    tuned: { everyday: 16, evading: 14, sound: 6 },
    kept: { everyday: 8, evading: 16, sound: 13 },
  },
  "later sets": {
    tuned: { everyday: 13, evading: 5, sound: 8 },
    kept: { everyday: 9, evading: 9, sound: 12 },
  },
} as const;

const namesOf = (of: readonly GuardFigure[], half: GuardFigure["half"]) =>
  of
    .filter((figure) => figure.half === half && figure.wrong > 0)
    .map(({ kind, wording, wrong }) => `${kind}, ${wording}: ${wrong}`)
    .join("; ");

describe.for(["earlier sets", "later sets"] as const)("the guard over %s", (group) => {
  describe.for(["tuned", "kept"] as const)("the %s half", (half) => {
    test.for(["everyday", "evading", "sound"] as const)("is not worse than it was: %s", (wording) => {
      const { wrong } = sumFigures(groups[group], half, wording);
      expect(wrong, namesOf(groups[group], half)).toBeLessThanOrEqual(WRONG_MAX[group][half][wording]);
    });
  });
});

test("each kind has at least 40 pairs", () => {
  for (const { kind, half } of figures.filter(({ wording }) => wording === "everyday")) {
    const n = figures.filter((each) => each.kind === kind).reduce((sum, each) => sum + each.n, 0);
    expect(n, `${kind}, ${half}`).toBeGreaterThanOrEqual(40);
  }
});
