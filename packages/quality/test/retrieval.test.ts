import { createOfflineAssessor, createOfflineEmbedder } from "@assay/adapters/offline";
import { expect, test } from "vitest";
import { reaches } from "../src/figure.ts";
import { measureRetrieval } from "../src/measure-retrieval.ts";
import { readSet, writeSet } from "../src/retrieval/retrieval-set.ts";
import { splitMarkdown } from "../src/retrieval/split-markdown.ts";

test("the offline embedder finds at least what plain BM25 finds, and the floor cuts off little", {
  timeout: 600_000,
}, async () => {
  const figures = await measureRetrieval.run({ embedder: createOfflineEmbedder(), assessor: createOfflineAssessor() });
  expect(figures.length).toBeGreaterThanOrEqual(15);
  expect(figures.filter((figure) => !reaches(figure)).map(({ what }) => what)).toEqual([]);
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
