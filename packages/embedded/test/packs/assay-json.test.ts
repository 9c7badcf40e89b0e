import { expect, test } from "vitest";
import { parsePack } from "../../src/packs/index.ts";
import { issuesOf, refusalOf } from "./parse.ts";

const pack = (criteria: unknown) => JSON.stringify({ format: "assay-pack/1", name: "Pack", criteria });
const criterion = (criterionId: number, requirements: unknown[]) => ({
  criterionId,
  criterionTitle: "Title",
  requirements,
});

test("criteria and requirements come through in order, hints too", () => {
  const text = pack([
    criterion(7, [{ requirementId: "7.1", title: "One" }]),
    criterion(3, [{ requirementId: "3.1", title: "Two", subcheckLabel: "i", retrievalHint: "access log" }]),
  ]);
  const { criteria } = parsePack(text, { format: "assay-json" });
  expect(criteria.map(({ criterionId, sourceKey }) => [criterionId, sourceKey])).toEqual([
    [7, null],
    [3, null],
  ]);
  expect(criteria[1]!.requirements).toEqual([
    { requirementId: "3.1", title: "Two", subcheckLabel: "i", retrievalHint: "access log" },
  ]);
});

test("each bad place is told, repeats among them", () => {
  const text = pack([
    criterion(1, [
      { requirementId: "1.1", title: "a" },
      { requirementId: "1.1", title: "b" },
    ]),
    criterion(1, [{ requirementId: "2.1", title: "c" }]),
  ]);
  expect(issuesOf(text, "assay-json")).toEqual([
    "criteria.1.criterionId | criterionId 1 is used twice",
    "criteria.0.requirements.1.requirementId | '1.1' is used twice",
  ]);
  expect(issuesOf(pack([criterion(0, [{ requirementId: "1..1", title: "\ud800" }])]), "assay-json")).toHaveLength(3);
});

test("repeats are told next to other problems, and each problem with its place, its value and how to fix it", () => {
  const text = pack([
    criterion(1, [
      { requirementId: "1.1", title: "a" },
      { requirementId: "1.1", title: 5 },
      { requirementId: "1.2", title: "c" },
    ]),
  ]);
  const { issues, readable } = refusalOf(text, "assay-json");
  expect(issues.map(({ item, name, value, issue }) => [item, name, value, issue])).toEqual([
    ["criteria.0.requirements.1", "title", "5", "must be text"],
    ["criteria.0.requirements.1", "requirementId", "1.1", "'1.1' is used twice"],
  ]);
  for (const { mend } of issues) expect(mend).toMatch(/^[A-Z]/);
  expect(readable).toBe(2);
});

test("text that is not JSON is refused with the line where it breaks", () => {
  expect(refusalOf('{\n"format": "assay-pack/1",\n oops }', "assay-json").issues[0]).toMatchObject({ line: 3 });
  expect(refusalOf("a: 1\nb: [1", "ciso-assistant").issues[0]!.line).toBeGreaterThan(1);
});

test("what is not JSON, of another root, empty or nested without end is refused", () => {
  expect(issuesOf("", "assay-json")).toEqual([" | must be well-formed JSON"]);
  expect(issuesOf("{'a':1}", "assay-json")).toEqual([" | must be well-formed JSON"]);
  for (const root of ["[]", "1", "null", '"x"', "{}"]) expect(refusalOf(root, "assay-json").issues).not.toEqual([]);
  expect(refusalOf(pack([]), "assay-json").issues[0]!.field).toBe("criteria");
  const deep = "[".repeat(200_000) + "]".repeat(200_000);
  expect(issuesOf(deep, "assay-json")).toEqual([" | must not nest deeper than 64 levels"]);
  expect(issuesOf("[".repeat(200_000), "oscal")).toEqual([" | must be well-formed JSON"]);
  expect(issuesOf(`{"catalog":${deep}}`, "oscal")).toEqual([" | must not nest deeper than 64 levels"]);
});

test("prototype keys are data that nobody asked for", () => {
  const text = pack([
    JSON.parse(
      '{"__proto__":{"polluted":1},"criterionId":1,"criterionTitle":"a","requirements":[{"requirementId":"__proto__","title":"b","constructor":{"prototype":{"polluted":1}}}]}',
    ),
  ]);
  const { criteria } = parsePack(text, { format: "assay-json" });
  expect(criteria[0]!.requirements[0]).toEqual({
    requirementId: "__proto__",
    title: "b",
    subcheckLabel: null,
    retrievalHint: null,
  });
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});
