import type { Assessment, Requirement } from "@assay/client";
import { expect, test } from "vitest";
import {
  countVerdicts,
  groupRequirements,
  joinAssessments,
  type Row,
} from "../../../src/requirements/group-requirements.ts";

const requirement = (requirementId: string, title: string, criterionId: number): Requirement => ({
  id: `record-${requirementId}`,
  requirementId,
  title,
  criterionId,
  criterionTitle: criterionId === 1 ? "Backup" : "Access control",
  criterionDescription: "",
  subcheckLabel: null,
  expectation: null,
});
const assessment = (requirementId: string, status: Assessment["status"], confidence: number): Assessment => ({
  id: `assessment-${requirementId}`,
  runId: "run",
  requirementId,
  status,
  confidence,
  citations: [],
  reasoning: "",
});

const REQUIREMENTS = [
  requirement("1.1", "Backups are taken every day", 1),
  requirement("1.2", "Restoring is tested", 1),
  requirement("2.1", "Passwords are long", 2),
  requirement("2.2", "Leavers lose access", 2),
];
const ITEMS = joinAssessments(REQUIREMENTS, [
  assessment("2.1", "MISSING", 0.1),
  assessment("1.1", "COMPLETE", 0.9),
  assessment("1.2", "PARTIAL", 0.5),
]);
const shown = (rows: Row[]) =>
  rows.map((row) =>
    row.kind === "criterion" ? row.title : row.kind === "risk" ? row.risk : row.requirement.requirementId,
  );

test("requirements come in pack order under their criteria, with the verdict of the run or none", () => {
  const rows = groupRequirements(ITEMS, { text: "", verdict: null, review: null });
  expect(shown(rows)).toEqual(["Backup", "1.1", "1.2", "Access control", "2.1", "2.2"]);
  expect(ITEMS.map(({ verdict, confidence }) => [verdict, confidence])).toEqual([
    ["COMPLETE", 0.9],
    ["PARTIAL", 0.5],
    ["MISSING", 0.1],
    ["NONE", null],
  ]);
  expect(countVerdicts(ITEMS)).toEqual({ COMPLETE: 1, PARTIAL: 1, MISSING: 1, NOT_JUDGED: 0, FAILED: 0, NONE: 1 });
});

test("what nobody judged is not missing, and has no confidence", () => {
  const [item] = joinAssessments(REQUIREMENTS, [{ ...assessment("1.1", "MISSING", 0), flags: ["NOT_JUDGED"] }]);
  expect(item).toMatchObject({ verdict: "NOT_JUDGED", confidence: null });
  expect(countVerdicts([item!])).toMatchObject({ MISSING: 0, NOT_JUDGED: 1 });
});

test("a filter hides criteria without a match, and a criterion's counts stay those of all its requirements", () => {
  const rows = groupRequirements(ITEMS, { text: "", verdict: "NONE", review: null });
  expect(shown(rows)).toEqual(["Access control", "2.2"]);
  expect(rows[0]).toMatchObject({ counts: { MISSING: 1, NONE: 1, COMPLETE: 0 } });
});

test.each([
  ["day BACKUPS", ["Backup", "1.1"]],
  ["access", ["Access control", "2.1", "2.2"]],
  ["1.2", ["Backup", "1.2"]],
  ["  ", ["Backup", "1.1", "1.2", "Access control", "2.1", "2.2"]],
  ["backup passwords", []],
])("the words '%s' are looked for in any order and case, in label, text and criterion", (text, expected) => {
  expect(shown(groupRequirements(ITEMS, { text, verdict: null, review: null }))).toEqual(expected);
});
