import { expect, test } from "vitest";
import { cosineOf, similarityOf } from "../../src/retrieval/calibrate.ts";

const floor = { floor: 0.17 };
const COSINES = [-1, -0.4, 0, 0.1, 0.169, 0.17, 0.171, 0.5, 0.9, 1];

test("the floor of an embedder is read as 0.20, and both ends as they are", () => {
  expect([-1, 0.17, 1].map((cosine) => similarityOf(cosine, floor))).toEqual([-1, 0.2, 1]);
});

test("a calibration keeps the order, and a similarity is read back as its cosine", () => {
  const similarities = COSINES.map((cosine) => similarityOf(cosine, floor));
  expect(similarities).toEqual(similarities.toSorted((one, other) => one - other));
  for (const [at, similarity] of similarities.entries())
    expect(cosineOf(similarity, floor)).toBeCloseTo(COSINES[at]!, 5);
});

test("without one a cosine is the similarity", () => {
  expect(COSINES.map((cosine) => similarityOf(cosine, undefined))).toEqual(COSINES);
  expect(COSINES.map((cosine) => cosineOf(cosine, undefined))).toEqual(COSINES);
});
