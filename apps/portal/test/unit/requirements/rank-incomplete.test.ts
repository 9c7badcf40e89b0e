import { expect, test } from "vitest";
import type { AssessedRequirement } from "../../../src/requirements/group-requirements.ts";
import { rankIncomplete } from "../../../src/requirements/rank-incomplete.ts";

const item = (requirementId: string, verdict: AssessedRequirement["verdict"], confidence: number | null) =>
  ({ requirement: { requirementId }, verdict, confidence }) as AssessedRequirement;

test("what needs attention is what is not complete, the furthest from it first", () => {
  const ranked = rankIncomplete([
    item("1", "COMPLETE", 0.9),
    item("2", "PARTIAL", 0.7),
    item("3", "MISSING", 0.1),
    item("4", "PARTIAL", 0.5),
    item("5", "FAILED", null),
    item("6", "NONE", null),
  ]);
  expect(ranked.map(({ requirement }) => requirement.requirementId)).toEqual(["5", "3", "4", "2"]);
});
