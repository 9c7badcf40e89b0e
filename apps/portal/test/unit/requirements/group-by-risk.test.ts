import type { Requirement, ReviewQueueItem } from "@assay/client";
import { expect, test } from "vitest";
import { groupByRisk } from "../../../src/requirements/group-by-risk.ts";
import { joinAssessments } from "../../../src/requirements/group-requirements.ts";

const requirement = (requirementId: string): Requirement => ({
  id: `record-${requirementId}`,
  requirementId,
  title: `Requirement ${requirementId}`,
  criterionId: 1,
  criterionTitle: "Backup",
  criterionDescription: "",
  subcheckLabel: null,
  expectation: null,
});
const queued = (requirementId: string, risk: ReviewQueueItem["risk"], isAgreed = false): ReviewQueueItem => ({
  requirementId,
  status: "PARTIAL",
  flags: [],
  risk,
  review: isAgreed ? ({ decision: "AGREED" } as ReviewQueueItem["review"]) : null,
  earlier: null,
});
const ITEMS = joinAssessments(
  ["1.1", "1.2", "1.3", "1.4"].map(requirement),
  [],
  [queued("1.3", "NOT_JUDGED"), queued("1.2", "FLAGGED", true), queued("1.4", "FLAGGED"), queued("1.1", "NONE")],
);
const shown = (rows: ReturnType<typeof groupByRisk>) =>
  rows.map((row) =>
    row.kind === "risk"
      ? `${row.risk} ${row.reviewed}/${row.total}`
      : row.kind === "requirement" && row.requirement.requirementId,
  );

test("requirements come in the order of the queue, each risk before its own, with how many of it are reviewed", () => {
  expect(shown(groupByRisk(ITEMS, { text: "", verdict: null, review: null }))).toEqual([
    "NOT_JUDGED 0/1",
    "1.3",
    "FLAGGED 1/2",
    "1.2",
    "1.4",
    "NONE 0/1",
    "1.1",
  ]);
});

test("a filter by review leaves the counts of a risk whole, and what is not in the queue is omitted", () => {
  expect(shown(groupByRisk(ITEMS, { text: "", verdict: null, review: "AGREED" }))).toEqual(["FLAGGED 1/2", "1.2"]);
  const unqueued = joinAssessments([requirement("1.1")], []);
  expect(groupByRisk(unqueued, { text: "", verdict: null, review: null })).toEqual([]);
});
