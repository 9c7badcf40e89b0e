import type { Embedder } from "@assay/core/ports";
import { beforeAll, describe, expect, test } from "vitest";

const QUERY = "Backups are restored as a test at least every quarter";
const PASSAGES = [
  "Visitors sign the guest book at reception and are escorted by their host while they are in the building.",
  "The operations team restores a randomly chosen backup every quarter and records the result of the restore test.",
  "The canteen serves a vegetarian dish every day; the menu of the week is printed on Monday.",
] as const;

/** What every embedder promises to those who store its vectors; `make` gives a fresh one. */
export function describeEmbedder(name: string, make: () => Embedder | Promise<Embedder>): void {
  describe(`${name} as an embedder`, () => {
    let embedder: Embedder;
    beforeAll(async () => {
      embedder = await make();
    });

    test("names its model and its limits", () => {
      expect(embedder.model).toMatch(/\S/);
      expect(embedder.dimensions).toBeGreaterThan(0);
      expect(embedder.batchSizeMax).toBeGreaterThan(0);
    });

    test("gives one finite unit vector of its dimensions for each text", async () => {
      for (const kind of ["query", "document"] as const) {
        const vectors = await embedder.embed(PASSAGES, { kind });
        expect(vectors).toHaveLength(PASSAGES.length);
        for (const vector of vectors) {
          expect(vector).toHaveLength(embedder.dimensions);
          expect(Math.sqrt(dotProduct(vector, vector))).toBeCloseTo(1, 3);
        }
      }
    });

    test("answers in the order of the texts", async () => {
      const forward = await embedder.embed(PASSAGES, { kind: "document" });
      const backward = await embedder.embed(PASSAGES.toReversed(), { kind: "document" });
      backward.reverse().forEach((vector, index) => {
        expect(dotProduct(vector, forward[index])).toBeCloseTo(1, 3);
      });
      expect(dotProduct(forward[0], forward[1])).toBeLessThan(0.999);
    });

    test("accepts no texts and a full batch", async () => {
      expect(await embedder.embed([], { kind: "document" })).toEqual([]);
      const full = Array.from({ length: embedder.batchSizeMax }, (_, index) => `Control number ${index} is tested`);
      const vectors = await embedder.embed(full, { kind: "document" });
      expect(vectors).toHaveLength(embedder.batchSizeMax);
      expect(vectors).not.toContain(null);
    });

    test("puts a question nearest to the passage that answers it", async () => {
      const [query] = await embedder.embed([QUERY], { kind: "query" });
      const passages = await embedder.embed(PASSAGES, { kind: "document" });
      const [other, answer, another] = passages.map((passage) => dotProduct(query, passage));
      expect(answer).toBeGreaterThan(Math.max(other ?? 1, another ?? 1));
    });

    test("stops at a signal that is already aborted", async () => {
      const signal = AbortSignal.abort(new Error("No longer wanted"));
      await expect(embedder.embed([QUERY], { kind: "query", signal })).rejects.toThrow();
    });
  });
}

function dotProduct(left: Float32Array | null | undefined, right: Float32Array | null | undefined): number {
  if (left == null || right == null) throw new Error("Cannot compare vectors because one is absent");
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? Number.NaN), 0);
}
