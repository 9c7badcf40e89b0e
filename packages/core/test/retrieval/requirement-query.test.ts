import { expect, test } from "vitest";
import { embedRequirements, HINT_WEIGHT, withHintWeights } from "../../src/retrieval/requirement-query.ts";
import { createWordEmbedder } from "../support/model-doubles.ts";

const signal = new AbortController().signal;
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);

test("a hint turns the vector towards itself by its weight; equal hints are embedded once, in batches", async () => {
  const embedder = createWordEmbedder(2);
  const subject = (title: string, retrievalHint: string | null) => ({ criterionTitle: "", title, retrievalHint });
  const [plain, hinted, other, empty] = await embedRequirements(
    embedder,
    [subject("backup", null), subject("backup", "register"), subject("visitors", "register"), subject("1", "register")],
    { signal },
  );
  const [register] = await createWordEmbedder().embed(["register"], { kind: "query" });
  expect(dot(plain!, register!)).toBe(0);
  for (const vector of [hinted!, other!]) {
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
    expect(dot(vector, register!)).toBeCloseTo(HINT_WEIGHT / Math.hypot(1, HINT_WEIGHT), 5);
  }
  expect(empty).toBeNull();
  expect(embedder.calls.map((texts) => texts.length)).toEqual([2, 2, 1]);
});

test("a term that only the hint has counts less; one of the requirement counts as before", () => {
  const weights = withHintWeights(
    new Map([
      [1, 2],
      [2, 3],
    ]),
    new Map([
      [2, 3],
      [3, 10],
    ]),
  );
  expect(Object.fromEntries(weights)).toEqual({ 1: 2, 2: 3, 3: expect.closeTo(3, 5) });
});
