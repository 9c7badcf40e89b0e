import { createOfflineEmbedder, createOfflinePartsAssessor } from "@assay/adapters/offline";
import { expect, test } from "vitest";
import { reaches } from "../src/figure.ts";
import { measureOffline } from "../src/measure-offline.ts";

test("the offline engine says COMPLETE to plain sound statements, and hardly ever to what only looks like them", async () => {
  const figures = await measureOffline.run({
    assessor: createOfflinePartsAssessor(),
    embedder: createOfflineEmbedder(),
  });
  expect(figures.filter((figure) => !reaches(figure))).toEqual([]);
}, 60_000);
