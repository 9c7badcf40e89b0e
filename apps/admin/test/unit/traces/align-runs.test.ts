import type { Requirement, Run, RunConfiguration, RunDiff } from "@assay/client";
import { EVIDENCE_RULES } from "@assay/contract";
import type { Comparison } from "@assay/site/explain-change";
import { expect, test } from "vitest";
import { alignRuns } from "../../../src/traces/model/align-runs.ts";
import { type GivenSpan, makeTrace, RETRIED, requirement } from "./make-trace.ts";

const configuration: RunConfiguration = {
  snapshotCriteriaVersionId: "c",
  snapshotCorpusActivationId: "g",
  snapshotRetrievalVersionId: "r",
  embedder: { model: "e", dimensions: 8 },
  assessor: { model: "m1", promptVersion: "1" },
  similarityThreshold: 0.2,
  chunksPerRequirement: 8,
  confidenceThresholds: { complete: 0.75, partial: 0.4 },
  evidenceRules: EVIDENCE_RULES,
  period: null,
};

function comparison(diff: Partial<RunDiff> = {}, later: Partial<RunConfiguration> = {}): Comparison {
  const side = (id: string, change: Partial<RunConfiguration> = {}) => ({
    run: { id, status: "COMPLETED" } as Run,
    requirements: new Map<string, Requirement>(),
    configuration: { ...configuration, ...change },
  });
  return {
    diff: {
      runId: "b",
      against: "a",
      pins: [],
      documents: { added: [], removed: [] },
      requirements: [],
      ...diff,
    },
    before: side("a"),
    after: side("b", later),
  };
}

const COMPLETE = { verdict: "COMPLETE" as const };
const PARTIAL = { verdict: "PARTIAL" as const };
const confidenceOf = () => 0.8;
const given = (spans: readonly GivenSpan[], ...requirements: ReturnType<typeof requirement>[]) => ({
  trace: makeTrace(spans, { requirements }),
  confidenceOf,
});

const before = given(RETRIED, requirement("A.1", COMPLETE), requirement("A.2", COMPLETE));

test("two runs stand side by side in pack order, with what each spent", () => {
  const after = given(
    RETRIED,
    requirement("A.2", COMPLETE),
    requirement("A.1", COMPLETE),
    requirement("A.3", COMPLETE),
  );
  const [first, second, third] = alignRuns(before, after, comparison());
  expect([first!.code, second!.code, third!.code]).toEqual(["A.2", "A.1", "A.3"]);
  expect(second!.before).toMatchObject({ attempts: 2, tokens: 21, modelMs: 250, workMs: 50, waitingMs: 600 });
  expect(second).toMatchObject({ differences: [], title: "Title of A.1" });
  expect([third!.before, third!.after?.attempts]).toEqual([null, 0]);
});

test("a difference names the pin that it lies in", () => {
  const longer = RETRIED.map((span) => (span.id === 9 ? { ...span, tokens: 200 } : span));
  const after = given(longer, requirement("A.1", PARTIAL), requirement("A.2", COMPLETE));
  const changed = comparison(
    {
      pins: [{ pin: "retrieval", before: "r", after: "s" }],
      requirements: [
        {
          requirementId: "A.1",
          change: "STATUS",
          before: { status: "COMPLETE", confidence: 0.8 },
          after: { status: "PARTIAL", confidence: 0.5 },
          citedOnlyBefore: [],
          citedOnlyAfter: [],
        },
      ],
    },
    { assessor: { model: "m2", promptVersion: "1" } },
  );
  expect(alignRuns(before, after, changed)[0]!.differences).toEqual([
    { pin: "Engine version", text: "Perhaps: The engine changed: language model from m1 to m2" },
    { pin: "Engine version", text: "Tokens × 9.6" },
  ]);
});

test("where no pin differs, that is said; documents are named next to the pins", () => {
  const once = RETRIED.filter(({ id }) => id !== 4 && id !== 5).map((span) =>
    span.id === 9 ? { ...span, tokens: 200 } : span,
  );
  const after = given(once, requirement("A.1", COMPLETE), requirement("A.2", COMPLETE));
  const [same] = alignRuns(before, after, comparison());
  expect(same!.differences).toEqual([
    { pin: null, text: "1 attempt in place of 2, and no pin differs that could explain it" },
    { pin: null, text: "Tokens × 9.6, and no pin differs that could explain it" },
    { pin: null, text: "Model time × 0.64, and no pin differs that could explain it" },
  ]);
  const documents = { added: [{ id: "d", originalFilename: "new.txt" }], removed: [] };
  const [withDocuments] = alignRuns(before, after, comparison({ documents }));
  expect(withDocuments!.differences.map(({ pin }) => pin)).toEqual([null, "Documents", "Documents"]);
});

test("reuse explains whatever it spares", () => {
  const reused = RETRIED.filter(({ id }) => id !== 5 && id !== 9);
  const after = given(reused, requirement("A.1", { ...COMPLETE, reusedFromRunId: "a" }), requirement("A.2", COMPLETE));
  expect(alignRuns(before, after, comparison())[0]!.differences).toEqual([
    { pin: "Reuse", text: "The later run reused the evaluation of an earlier one, without a model" },
  ]);
});
