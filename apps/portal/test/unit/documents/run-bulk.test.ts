import type { Document } from "@assay/client";
import { expect, test } from "vitest";
import { type Outcome, runBulk } from "../../../src/documents/bulk/run-bulk.ts";

const documents = Array.from({ length: 30 }, (_, index) => ({ id: String(index) }) as Document);

test("a document that fails stops none of the others, and each has its outcome", async () => {
  const outcomes: Outcome[] = [];
  const refusal = new Error("no");
  let under = 0;
  let most = 0;
  await runBulk(
    documents,
    async ({ id }) => {
      under += 1;
      most = Math.max(most, under);
      await Promise.resolve();
      under -= 1;
      if (Number(id) % 10 === 0) throw refusal;
    },
    { signal: new AbortController().signal, onOutcome: (outcome) => outcomes.push(outcome) },
  );
  expect(outcomes.map(({ document }) => document.id).sort()).toEqual(documents.map(({ id }) => id).sort());
  expect(outcomes.filter(({ error }) => error === refusal).map(({ document }) => document.id)).toEqual([
    "0",
    "10",
    "20",
  ]);
  expect(most).toBeLessThanOrEqual(4);
});

test("after it is stopped no further document is begun", async () => {
  const stop = new AbortController();
  const outcomes: Outcome[] = [];
  await runBulk(documents, async ({ id }) => id === "5" && stop.abort(), {
    signal: stop.signal,
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  expect(outcomes.length).toBeGreaterThanOrEqual(6);
  expect(outcomes.length).toBeLessThan(documents.length);
});
