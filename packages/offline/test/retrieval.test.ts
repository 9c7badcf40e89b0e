import { beforeAll, describe, expect, test } from "vitest";
import { createOfflineEmbedder } from "../src/index.ts";
import { BOILERPLATE, RETRIEVAL_TOPICS, UNRELATED_TEXTS } from "./retrieval-corpus.ts";

/** The service does not use chunks below this. */
const FLOOR = 0.2;
const HEADINGS = ["Backup", "Access Control Policy", "Security requirements", "Training", "1.2 Scope and purpose"];

const embedder = createOfflineEmbedder();
const queries = RETRIEVAL_TOPICS.flatMap(({ queries }, topic) => queries.map((query) => ({ query, topic })));

describe.each([
  ["short chunks", (chunk: string) => chunk],
  ["chunks that are mostly boilerplate", (chunk: string) => `${chunk} ${BOILERPLATE}`],
])("retrieval from %s", (_, lengthen) => {
  let ranked: { topic: number; found: { index: number; score: number }[] }[];
  beforeAll(async () => {
    const texts = [...RETRIEVAL_TOPICS.map(({ chunk }) => lengthen(chunk)), ...UNRELATED_TEXTS, ...HEADINGS];
    const chunks = await embedder.embed(texts, { kind: "document" });
    const vectors = await embedder.embed(
      queries.map(({ query }) => query),
      { kind: "query" },
    );
    ranked = queries.map(({ topic }, at) => ({
      topic,
      found: chunks
        .map((chunk, index) => ({ index, score: cosine(vectors[at], chunk) }))
        .sort((left, right) => right.score - left.score),
    }));
  });

  test("finds the chunk that answers among the first three, above the floor, nine times in ten", () => {
    const hits = ranked.filter(({ topic, found }) =>
      found.slice(0, 3).some(({ index, score }) => index === topic && score >= FLOOR),
    );
    expect(hits.length / queries.length).toBeGreaterThanOrEqual(0.9);
  });

  test("leaves unrelated texts below the floor nine times in ten", () => {
    const [from, to] = [RETRIEVAL_TOPICS.length, RETRIEVAL_TOPICS.length + UNRELATED_TEXTS.length];
    const scores = ranked.flatMap(({ found }) =>
      found.filter(({ index }) => index >= from && index < to).map(({ score }) => score),
    );
    expect(scores).toHaveLength(queries.length * UNRELATED_TEXTS.length);
    expect(scores.filter((score) => score < FLOOR).length / scores.length).toBeGreaterThanOrEqual(0.9);
  });

  test("puts no bare heading before the chunk that answers, nine times in ten", () => {
    const firstHeading = RETRIEVAL_TOPICS.length + UNRELATED_TEXTS.length;
    const lost = ranked.filter(({ topic, found }) => {
      const at = found.findIndex(({ index }) => index === topic);
      return found.slice(0, at).some(({ index }) => index >= firstHeading);
    });
    expect(lost.length / queries.length).toBeLessThanOrEqual(0.1);
  });
});

function cosine(left: Float32Array | null | undefined, right: Float32Array | null | undefined): number {
  if (left == null || right == null) throw new Error("Cannot compare vectors because one is absent");
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? Number.NaN), 0);
}
