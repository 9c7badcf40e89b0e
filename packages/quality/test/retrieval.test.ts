import type { Embedder } from "@assay/core/ports";
import { createOfflineEmbedder, createOfflinePartsAssessor } from "@assay/offline";
import { expect, test } from "vitest";
import { reaches } from "../src/figure.ts";
import { measureRetrieval } from "../src/measure-retrieval.ts";
import { chooseFloor } from "../src/retrieval/choose-search.ts";
import { rememberVectors } from "../src/retrieval/remember-vectors.ts";
import { readSet, writeSet } from "../src/retrieval/retrieval-set.ts";
import { splitMarkdown } from "../src/retrieval/split-markdown.ts";

const PASSAGE = { document: "", location: null, context: null };

test("the offline embedder finds at least what plain BM25 finds, and the floor cuts off little", {
  timeout: 600_000,
}, async () => {
  const figures = await measureRetrieval.run({
    embedder: createOfflineEmbedder(),
    assessor: createOfflinePartsAssessor(),
  });
  expect(figures.length).toBeGreaterThanOrEqual(15);
  expect(figures.filter((figure) => !reaches(figure)).map(({ what }) => what)).toEqual([]);
});

test("the floor leaves 99 in 100 right passages of each set above it, whatever calibration the embedder has", async () => {
  const angles = [0, 10, 20, 30, 61, 90];
  const embedder: Embedder = {
    ...{ model: "angles", dimensions: 2, batchSizeMax: 9, calibration: { floor: 0.7 } },
    embed: async (texts) =>
      texts.map((text) => {
        const angle = (Number(/\d+/.exec(text)?.[0] ?? 0) * Math.PI) / 180;
        return Float32Array.from([Math.cos(angle), Math.sin(angle)]);
      }),
  };
  const set = (of: readonly number[]) => ({
    queries: of.map((angle) => ({ id: `${angle}`, criterion: "", title: "", relevant: [`${angle}`] })),
    passages: angles.map((angle) => ({ ...PASSAGE, group: `${angle}`, text: `Passage ${angle}` })),
  });
  expect(await chooseFloor([set([0, 10]), set([20, 61])], embedder)).toBe(0.48);
  expect(await chooseFloor([set([30])], embedder)).toBe(0.86);
});

test("a text is embedded once for all ways that search by its vector", async () => {
  const asked: string[] = [];
  const embedder = rememberVectors({
    ...createOfflineEmbedder(),
    embed: async (texts) => {
      asked.push(...texts);
      return texts.map(() => null);
    },
  });
  expect(await embedder.embed(["a", "b", "a"], { kind: "document" })).toHaveLength(3);
  await embedder.embed(["b", "c"], { kind: "document" });
  expect(asked).toEqual(["a", "b", "c"]);
});

test("a set that is written is read as it was", () => {
  const set = {
    queries: [{ id: "1", criterion: "Backup", title: "Backups are kept", relevant: ["a"] }],
    passages: [{ group: "a", document: "plan.md", location: null, context: null, text: "Kept\nfor ninety days" }],
  };
  expect(readSet(writeSet(set))).toEqual(set);
});

test("a section has the path of its headings, and code is no heading", () => {
  const text =
    "# Plan\n\n## Backups\n\nBackups are made at night.\n\n```sh\n# not a heading at all\n```\n\n**2.1 Keys**\n\nKeys are kept in a safe.";
  expect(splitMarkdown(text, { numberedBold: true })).toEqual([
    { path: "Plan > Backups", text: "Backups are made at night.\n\n```sh\n# not a heading at all\n```" },
    { path: "Plan > Backups > 2.1 Keys", text: "Keys are kept in a safe." },
  ]);
});
