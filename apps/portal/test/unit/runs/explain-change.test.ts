import type { AssessmentStatus, Requirement, Run, RunConfiguration, RunDiff } from "@assay/client";
import { EVIDENCE_RULES } from "@assay/contract";
import { type Change, type Comparison, explainChange } from "@assay/site/explain-change";
import { expect, test } from "vitest";
import { groupChanges } from "../../../src/runs/compare/group-changes.ts";
import { pairDocuments } from "../../../src/runs/compare/pair-documents.ts";

const requirement: Requirement = {
  id: "r1",
  requirementId: "1.1",
  criterionId: 1,
  criterionTitle: "Governance",
  criterionDescription: "",
  title: "There is a policy.",
  subcheckLabel: null,
  expectation: null,
};
const configuration: RunConfiguration = {
  snapshotCriteriaVersionId: "c",
  snapshotCorpusActivationId: "a",
  snapshotRetrievalVersionId: "v",
  embedder: { model: "embedder", dimensions: 768 },
  assessor: { model: "assessor-1", promptVersion: "1" },
  similarityThreshold: 0.2,
  chunksPerRequirement: 8,
  confidenceThresholds: { complete: 0.75, partial: 0.4 },
  evidenceRules: EVIDENCE_RULES,
  period: null,
};

function side(overrides: {
  requirement?: Requirement | null;
  configuration?: RunConfiguration;
  status?: Run["status"];
}) {
  const { requirement: own = requirement } = overrides;
  return {
    run: { status: overrides.status ?? "COMPLETED" } as Run,
    requirements: new Map(own ? [[own.requirementId, own]] : []),
    configuration: overrides.configuration ?? configuration,
  };
}

function compared(diff: Partial<RunDiff> = {}, before = side({}), after = side({})): Comparison {
  const documents = { added: [], removed: [] };
  return { diff: { runId: "2", against: "1", pins: [], documents, requirements: [], ...diff }, before, after };
}

function changed(was: [AssessmentStatus, number] | null, is: [AssessmentStatus, number] | null, rest = {}): Change {
  const verdict = (pair: typeof was) => pair && { status: pair[0], confidence: pair[1] };
  const change = !was ? "ADDED" : !is ? "REMOVED" : was[0] === is[0] ? "CONFIDENCE" : "STATUS";
  return {
    requirementId: "1.1",
    change,
    before: verdict(was),
    after: verdict(is),
    citedOnlyBefore: [],
    citedOnlyAfter: [],
    ...rest,
  };
}

const better = changed(["PARTIAL", 0.5], ["COMPLETE", 0.9]);
const retrieval = { pin: "retrieval", before: "v", after: "w" } as const;

test("a document that was added and is cited now explains a change; one that is not cited may", () => {
  const documents = { added: [{ id: "d", originalFilename: "plan.pdf" }], removed: [] };
  expect(explainChange({ ...better, citedOnlyAfter: ["d"] }, compared({ documents }))).toEqual([
    { weight: "explains", by: "documents", text: "It cites “plan.pdf”, which was added" },
  ]);
  expect(explainChange(better, compared({ documents }))).toEqual([
    { weight: "may explain", by: "documents", text: expect.stringContaining("Other documents were added or removed") },
  ]);
});

test("a cited document that was removed explains a change", () => {
  const documents = { added: [], removed: [{ id: "d", originalFilename: "old.pdf" }] };
  expect(explainChange({ ...better, citedOnlyBefore: ["d"] }, compared({ documents }))).toEqual([
    { weight: "explains", by: "documents", text: "It cited “old.pdf”, which is no longer there" },
  ]);
});

test("thresholds explain a status that changed at the same confidence, and only may at another one", () => {
  const stricter = { ...configuration, confidenceThresholds: { complete: 0.9, partial: 0.4 } };
  const comparison = compared({ pins: [retrieval] }, side({}), side({ configuration: stricter }));
  expect(explainChange(changed(["COMPLETE", 0.8], ["PARTIAL", 0.8]), comparison)[0]!.weight).toBe("explains");
  expect(explainChange(changed(["COMPLETE", 0.8], ["PARTIAL", 0.7]), comparison)).toEqual([
    { weight: "may explain", by: "retrieval", text: "The engine changed: the threshold for complete from 0.75 to 0.9" },
  ]);
});

test("a requirement that reads differently explains a change", () => {
  const reworded = side({ requirement: { ...requirement, title: "There is a signed policy." } });
  expect(explainChange(better, compared({}, side({}), reworded))).toEqual([
    { weight: "explains", by: "criteria", text: "The requirement is worded differently in the other criteria version" },
  ]);
});

test("what only one run has is explained by its version or by the other run's end", () => {
  const added = changed(null, ["COMPLETE", 0.9]);
  expect(explainChange(added, compared({}, side({ requirement: null })))[0]!.text).toContain("does not have it");
  expect(explainChange(added, compared({}, side({ status: "FAILED" })))[0]!.text).toContain("ended before");
  const removed = changed(["COMPLETE", 0.9], null);
  expect(explainChange(removed, compared({}, side({}), side({ status: "FAILED" })))[0]!.text).toContain(
    "The later run",
  );
});

test("a system error is no judgement", () => {
  expect(explainChange(changed(["COMPLETE", 0.9], ["FAILED", 0]), compared())).toEqual([
    { weight: "explains", by: null, text: "It could not be assessed in the later run" },
  ]);
});

test("where nothing on record differs, that is said", () => {
  expect(explainChange(better, compared())).toEqual([
    { weight: "unexplained", by: null, text: expect.stringContaining("Nothing on record explains it") },
  ]);
});

test("changes are grouped by what became of them, worse ones first", () => {
  const worse = changed(["COMPLETE", 0.9], ["MISSING", 0.1]);
  const same = changed(["PARTIAL", 0.5], ["PARTIAL", 0.6]);
  const groups = groupChanges([better, same, worse, changed(null, ["PARTIAL", 0.5])]);
  expect(groups.map(({ title, changes }) => [title, changes.length])).toEqual([
    ["Worse than before", 1],
    ["Better than before", 1],
    ["Same verdict, other confidence", 1],
    ["In one run only", 1],
  ]);
});

test("a document uploaded again under its name counts as replaced, once for each", () => {
  const named = (...names: string[]) => names.map((originalFilename, id) => ({ id: `${id}`, originalFilename }));
  expect(pairDocuments({ added: named("a", "a", "b"), removed: named("a", "c") })).toEqual({
    added: ["a", "b"],
    removed: ["c"],
    replaced: ["a"],
  });
});
