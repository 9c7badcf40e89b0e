import { createOfflineEmbedder, createOfflinePartsAssessor } from "@assay/offline";
import { expect, test } from "vitest";
import { measureLanguages } from "../src/measure-languages.ts";

/** Right passages among the first eight, of the half that was tuned on and of the half kept back. A fall needs a reason. */
const FOUND_MIN: Readonly<Record<string, readonly [tuned: number, kept: number]>> = {
  German: [12, 12],
  French: [12, 11],
  Spanish: [12, 11],
  Japanese: [12, 12],
};
const figures = await measureLanguages.run({
  embedder: createOfflineEmbedder(),
  assessor: createOfflinePartsAssessor(),
});

test.for(Object.entries(FOUND_MIN))("%s evidence is found as often as it was", ([language, [tuned, kept]]) => {
  const found = figures.filter(({ what }) => what === `${language}: among the first eight`).map(({ count }) => count);
  expect(found[0]).toBeGreaterThanOrEqual(tuned);
  expect(found[1]).toBeGreaterThanOrEqual(kept);
});
