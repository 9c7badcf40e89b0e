import type { CorpusIngestion } from "@assay/client/admin";
import { INGESTION_FAILURE_CODES, INGESTION_STATUSES } from "@assay/contract";
import { expect, test } from "vitest";
import { compareSets } from "../../src/corpus/compare-sets.ts";
import { INGESTION_ADVICE } from "../../src/corpus/ingestion-advice.ts";
import { INGESTION_STATUS } from "../../src/corpus/ingestion-status.ts";
import { listSteps } from "../../src/corpus/list-steps.ts";

test("every failure says what to do, and every state has its word", () => {
  expect(Object.keys(INGESTION_ADVICE).sort()).toEqual([...INGESTION_FAILURE_CODES].sort());
  for (const { title, advice } of Object.values(INGESTION_ADVICE)) {
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(advice).toMatch(/^[A-Z].*\.$/);
  }
  expect(Object.keys(INGESTION_STATUS)).toEqual([...INGESTION_STATUSES]);
});

const at = (second: number) => `2026-11-21T10:00:0${second}.000Z`;
const ingestion = (fields: Partial<CorpusIngestion>) =>
  ({
    createdAt: at(0),
    fetchingAt: null,
    parsingAt: null,
    indexingAt: null,
    completedAt: null,
    failedAt: null,
    status: "PENDING",
    ...fields,
  }) as CorpusIngestion;
const statesOf = (fields: Partial<CorpusIngestion>) => listSteps(ingestion(fields)).map(({ state }) => state);

test("the line of steps shows where an ingestion is, ended or failed", () => {
  expect(statesOf({})).toEqual(["active", "ahead", "ahead", "ahead", "ahead"]);
  expect(statesOf({ status: "PARSING", fetchingAt: at(1), parsingAt: at(2) })).toEqual([
    "done",
    "done",
    "active",
    "ahead",
    "ahead",
  ]);
  expect(statesOf({ status: "FAILED", fetchingAt: at(1), failedAt: at(3) })).toEqual([
    "done",
    "failed",
    "ahead",
    "ahead",
    "ahead",
  ]);
  const whole = { fetchingAt: at(1), parsingAt: at(2), indexingAt: at(4), completedAt: at(5) };
  expect(statesOf({ status: "COMPLETED", ...whole })).toEqual(["done", "done", "done", "done", "done"]);
  const [, fetching, reading] = listSteps(
    ingestion({ status: "FAILED", fetchingAt: at(1), parsingAt: at(2), failedAt: at(3) }),
  );
  expect(fetching).toMatchObject({ startedAt: at(1), endedAt: at(2) });
  expect(reading).toMatchObject({ startedAt: at(2), endedAt: at(3) });
});

test("what is added, removed and kept of a set", () => {
  expect(compareSets(["a", "b"], ["b", "c"])).toEqual({ added: ["c"], removed: ["a"], kept: ["b"] });
});
