import { expect, test } from "vitest";
import { chooseThresholds, type ScoredPair } from "../src/choose-thresholds.ts";

/** So many pairs of a label, whose `supports` are spread evenly from `from` to `to`; the rest of each is unrelated. */
function pairs(label: ScoredPair["label"], count: number, from: number, to: number): ScoredPair[] {
  return Array.from({ length: count }, (_, at) => {
    const supports = from + ((to - from) * at) / (count - 1);
    return { label, scores: { supports, partly: 0, contradicts: 0, unrelated: 1 - supports } };
  });
}

test("hardly any sound evidence is lost next to a language model, hardly any other passes next to an assessor by words", () => {
  const { thresholds, metric } = chooseThresholds(
    [...pairs("S", 200, 0.2, 1), ...pairs("N", 100, 0, 0.5), ...pairs("C", 100, 0, 0.5)],
    "nli",
  );
  expect(thresholds).toEqual({
    reading: { related: 0.1, supports: 0.24, contradicts: 0.5, doubtful: 0.44 },
    wording: { related: 0.1, supports: 0.46, contradicts: 0.5, doubtful: 0.5 },
  });
  expect(metric).toBe(
    "400 development pairs: supports at 0.24: 95 % of sound and 52 % of other evidence, at 0.46: 68 % and 8 %",
  );
});

test("what proves a part is neither sound nor wrong", () => {
  const plain = [...pairs("S", 200, 0.2, 1), ...pairs("N", 200, 0, 0.5)];
  expect(chooseThresholds([...plain, ...pairs("P", 200, 0, 1)], "nli")).toEqual(chooseThresholds(plain, "nli"));
});

test("sound evidence that a model calls unrelated or contradicting moves those thresholds, not the evidence", () => {
  const scores = { supports: 0.4, partly: 0, contradicts: 0.55, unrelated: 0.05 };
  const contradicted = Array.from({ length: 20 }, (): ScoredPair => ({ label: "S", scores }));
  const far = pairs("S", 20, 0.03, 0.05);
  const { reading } = chooseThresholds(
    [...pairs("S", 200, 0.2, 1), ...contradicted, ...far, ...pairs("N", 200, 0, 0.3)],
    "nli",
  ).thresholds;
  expect(reading).toMatchObject({ related: 0.03, contradicts: 0.56 });
});

test("a model that does not tell proof from what is none is refused, with what it said", () => {
  const same = [...pairs("S", 200, 0, 1), ...pairs("N", 200, 0, 1)];
  expect(() => chooseThresholds(same, "nli")).toThrow(/'nli' because it does not tell proof from what is none: 400/);
});

test("a handful of pairs measures nothing", () => {
  expect(() => chooseThresholds([...pairs("S", 99, 0, 1), ...pairs("N", 200, 0, 1)], "nli")).toThrow("at least 100");
});
