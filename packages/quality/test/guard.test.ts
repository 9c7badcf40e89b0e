import { describe, expect, test } from "vitest";
import { type GuardFigure, measureGuard, sumFigures } from "../src/measure-guard.ts";

const figures = measureGuard();
const wrongOf = (half: GuardFigure["half"]) =>
  Object.fromEntries(
    (["everyday", "evading", "sound"] as const).map((wording) => [wording, sumFigures(figures, half, wording).wrong]),
  );
const namesOf = (half: GuardFigure["half"]) =>
  figures
    .filter((figure) => figure.half === half && figure.wrong > 0)
    .map(({ kind, wording, wrong }) => `${kind}, ${wording}: ${wrong}`)
    .join("; ");

/**
 * Most pairs that may come out wrong. Lower them where the guard gets better; a rise needs a reason. Of the tuned ones,
 * 5 everyday, 5 evading and 3 sound ones are of the set in whole sentences, by another author; of those kept back 7, 5 and
 * 8, which miss the goals.
 */
const WRONG_MAX = {
  tuned: { everyday: 18, evading: 14, sound: 10 },
  kept: { everyday: 8, evading: 16, sound: 13 },
} as const;

describe.for(["tuned", "kept"] as const)("the guard over the %s half", (half) => {
  test.for(["everyday", "evading", "sound"] as const)("is not worse than it was: %s", (wording) => {
    expect(wrongOf(half)[wording], namesOf(half)).toBeLessThanOrEqual(WRONG_MAX[half][wording]);
  });
});

test("each kind has at least 40 pairs", () => {
  for (const { kind, half } of figures.filter(({ wording }) => wording === "everyday")) {
    const n = figures.filter((each) => each.kind === kind).reduce((sum, each) => sum + each.n, 0);
    expect(n, `${kind}, ${half}`).toBeGreaterThanOrEqual(40);
  }
});
