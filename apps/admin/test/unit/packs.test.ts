import { AssayApiError } from "@assay/client";
import { DERIVATIONS, DERIVED_FIELDS } from "@assay/contract";
import { describe, expect, test } from "vitest";
import { countDerived, DERIVATION_NAMES, FIELD_NAMES } from "../../src/packs/describe-derivation.ts";
import { readProblems } from "../../src/packs/group-problems.ts";
import { guessFormat } from "../../src/packs/guess-format.ts";
import { listChanges } from "../../src/packs/list-changes.ts";
import { matchesText } from "../../src/packs/matches-text.ts";

test.each([
  ["pack.csv", "", "csv"],
  ["PACK.CSV", "", "csv"],
  ["library.yaml", "", "ciso-assistant"],
  ["library.yml", "", "ciso-assistant"],
  ["pack.json", '{"format": "assay-pack/1"', "assay-json"],
  ["catalog.json", '{ "catalog" : {', "oscal"],
  ["other.json", "{", "assay-json"],
  ["notes.txt", '{"catalog":', null],
  ["none", "", null],
] as const)("%s beginning with %j is %s", (name, head, format) => {
  expect(guessFormat(name, head)).toBe(format);
});

test("every derivation and every field has its words", () => {
  expect(Object.keys(DERIVATION_NAMES).sort()).toEqual([...DERIVATIONS].sort());
  expect(Object.keys(FIELD_NAMES).sort()).toEqual([...DERIVED_FIELDS].sort());
  expect(countDerived({ field: "subcheckLabel", count: 1 })).toBe("1 sub-check label");
  expect(countDerived({ field: "criterionId", count: 1200 })).toBe("1,200 criteria's numbers");
});

describe("problems of a file", () => {
  const issue = (row: number | null, rest: object = {}) => ({
    field: "f",
    issue: "i",
    row,
    line: null,
    item: null,
    name: "title",
    value: null,
    mend: "m",
    ...rest,
  });
  const refusal = (details: Record<string, unknown>, error = "VALIDATION_ERROR") =>
    new AssayApiError(new Response(null, { status: 400 }), { error, message: "refused", details, requestId: "r" });

  test("stand together by place, in the file's order", () => {
    const issues = [issue(5), issue(3), issue(5), issue(null, { item: "ac-1" }), issue(null, { line: 7 }), issue(null)];
    const problems = readProblems(refusal({ issues, issuesOmitted: 30, readable: 4 }))!;
    expect(problems.groups.map(({ place, issues }) => [place, issues.length])).toEqual([
      ["Row 5", 2],
      ["Row 3", 1],
      ["ac-1", 1],
      ["Line 7", 1],
      ["The whole file", 1],
    ]);
    expect(problems).toMatchObject({ count: 36, omitted: 30, readable: 4 });
  });

  test("are none of another refusal, or of a query's", () => {
    expect(readProblems(new Error("offline"))).toBeNull();
    expect(readProblems(refusal({}, "FORBIDDEN"))).toBeNull();
    expect(readProblems(refusal({ issues: [{ field: "format", issue: "bad" }] }))).toBeNull();
  });
});

test("changes are said in words, the text first", () => {
  const change = { subcheckLabel: { before: null, after: "a" }, title: { before: "x", after: "y" } };
  expect(listChanges(change)).toEqual([
    { name: "What is required", before: "x", after: "y" },
    { name: "Sub-check", before: "none", after: "a" },
  ]);
});

test("a search finds each word anywhere", () => {
  const item = { requirementId: "AC-1", criterionTitle: "Access control", title: "Accounts are reviewed" };
  expect(["", "ac-1", "reviewed access", "ACC"].map((text) => matchesText(item, text))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(matchesText(item, "reviewed daily")).toBe(false);
});
