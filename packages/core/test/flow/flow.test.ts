import { DOCUMENT_FLOW, INGESTION_FLOW, JOB_KINDS, RUN_FLOW } from "@assay/contract";
import { createStages, FLOW, isHeavy, type StageServices } from "@assay/core/flow";
import { type JobKind, nothingLeft, type RowsOf } from "@assay/core/jobs";
import { describe, expect, test } from "vitest";

const namesOf = (kind: JobKind) => FLOW[kind].map(({ name }) => name);
const settings = {
  attemptLimitMs: 90_000,
  requirementLimitMs: 45_000,
  recognitionLimitMs: 780_000,
} as StageServices["settings"];
const LONG_MS = 780_000;
const LIMITS: Record<string, number> = {
  ...{ ASSESSMENT: 45_000, extract: LONG_MS, recognise: LONG_MS },
  ...{ encrypt: LONG_MS, "encrypt-flawed": LONG_MS },
};
const stages = createStages({ settings } as StageServices);

describe("the flow", () => {
  test("has a row for each stage of the contract, in its order", () => {
    expect(namesOf("document")).toEqual(DOCUMENT_FLOW.map(({ name }) => name));
    expect(namesOf("ingestion").slice(0, INGESTION_FLOW.length)).toEqual(INGESTION_FLOW.map(({ name }) => name));
    const perRun = RUN_FLOW.filter(({ jobPer }) => jobPer === "run").map(({ name }) => name);
    expect(namesOf("run")).toEqual([...perRun, "finish"]);
    expect(namesOf("assessment")).toEqual(["ASSESSMENT"]);
  });

  test("is refused by the compiler in another order, or without a row", () => {
    const first = { name: "first", run: async () => nothingLeft } as const;
    const second = { ...first, name: "second" } as const;
    type Two = RowsOf<readonly [{ readonly name: "first" }, { readonly name: "second" }], unknown>;
    const right: Two = [first, second];
    // @ts-expect-error The order is the contract's.
    const turned: Two = [second, first];
    // @ts-expect-error Each row of the contract has one here.
    const short: Two = [first];
    expect([right, turned, short]).toHaveLength(3);
  });

  test("gives every kind of job its stages, each with a limit and a way to fail", () => {
    expect(Object.keys(stages).toSorted()).toEqual([...JOB_KINDS].toSorted());
    for (const kind of JOB_KINDS)
      for (const [name, stage] of Object.entries(stages[kind])) {
        expect(stage.limitMs, `${kind}.${name}`).toBe(LIMITS[name] ?? 90_000);
        expect(stage.fail, `${kind}.${name}`).toBeTypeOf("function");
      }
  });

  test("names the stages that an edge runtime leaves to a deployment on Node", () => {
    const heavy = JOB_KINDS.flatMap((kind) =>
      namesOf(kind)
        .filter((stage) => isHeavy({ kind, stage }))
        .map((stage) => `${kind}.${stage}`),
    );
    expect(heavy.toSorted()).toEqual([
      "document.extract",
      "file.encrypt",
      "file.encrypt-flawed",
      "file.rehash",
      "ingestion.FETCHING",
      "ingestion.PARSING",
      "ocr.recognise",
      "webhook.deliver",
      "webhook.mail",
    ]);
  });
});
