import { describe, expect, test } from "vitest";
import { packFile } from "../src/packs.ts";

const requirement = (requirementId: string) => ({ requirementId, title: "Backups are taken every day" });
const criterion = (criterionId: number, ...ids: string[]) => ({
  criterionId,
  criterionTitle: `Criterion ${criterionId}`,
  requirements: ids.map(requirement),
});
const pack = (change: Record<string, unknown> = {}) => ({
  format: "assay-pack/1",
  name: "Pack",
  criteria: [criterion(1, "1.1", "1.2.a"), criterion(2, "2.1")],
  ...change,
});
const issuesOf = (value: unknown) =>
  packFile.safeParse(value).error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? [];

describe("a pack", () => {
  test("may omit what has a default", () => {
    expect(packFile.parse(pack())).toMatchObject({
      description: "",
      criteria: [{ criterionDescription: "", requirements: [{ subcheckLabel: null }, {}] }, {}],
    });
  });

  test("keeps its order and forgets keys that it does not know", () => {
    const parsed = packFile.parse(pack({ tenantId: "x", criteria: [criterion(7, "7.2", "7.1"), criterion(3, "3.1")] }));
    expect(parsed).not.toHaveProperty("tenantId");
    expect(parsed.criteria.map(({ criterionId }) => criterionId)).toEqual([7, 3]);
    expect(parsed.criteria[0]!.requirements.map(({ requirementId }) => requirementId)).toEqual(["7.2", "7.1"]);
  });

  test.each(["1", "1.1", "2.1.a", "A-1.b_2", "3.1.(i)", "AC-2(1)"])("takes the label %s", (label) => {
    expect(issuesOf(pack({ criteria: [criterion(1, label)] }))).toEqual([]);
  });

  test.each(["", ".", "1.", ".1", "1..2", "1 2", "1/2", "é", "x".repeat(101)])("refuses the label %j", (label) => {
    expect(issuesOf(pack({ criteria: [criterion(1, label)] }))).toEqual([
      expect.stringMatching(/^criteria\.0\.requirements\.0\.requirementId: /),
    ]);
  });

  test("names every place that is wrong at once", () => {
    const wrong = pack({
      name: " ",
      criteria: [
        { criterionId: 0, criterionTitle: "", requirements: [] },
        {
          criterionId: 2,
          criterionTitle: "x",
          requirements: [{ requirementId: "2.1" }, { ...requirement("2.2"), title: "x".repeat(4001) }],
        },
      ],
    });
    const places = issuesOf(wrong).map((issue) => issue.split(":")[0]);
    expect(places.sort()).toEqual([
      "criteria.0.criterionId",
      "criteria.0.criterionTitle",
      "criteria.0.requirements",
      "criteria.1.requirements.0.title",
      "criteria.1.requirements.1.title",
      "name",
    ]);
  });

  test("refuses a label or a criterion that comes twice, wherever in the pack, and says which", () => {
    expect(issuesOf(pack({ criteria: [criterion(1, "1.1", "1.1")] }))).toEqual([
      "criteria.0.requirements.1.requirementId: '1.1' is used twice",
    ]);
    expect(issuesOf(pack({ criteria: [criterion(1, "1.1"), criterion(2, "1.1")] }))).toEqual([
      "criteria.1.requirements.0.requirementId: '1.1' is used twice",
    ]);
    expect(issuesOf(pack({ criteria: [criterion(1, "1.1"), criterion(1, "1.2")] }))).toEqual([
      "criteria.1.criterionId: criterionId 1 is used twice",
    ]);
  });

  test.each([
    ["no object", null],
    ["a list", []],
    ["another format", pack({ format: "assay-pack/2" })],
    ["no criteria", pack({ criteria: [] })],
    ["a NUL in a title", pack({ criteria: [{ ...criterion(1, "1.1"), criterionTitle: "a\0b" }] })],
    ["a NUL in a description", pack({ description: "a\0b" })],
    [
      "half a character in a title",
      pack({ criteria: [{ ...criterion(1), requirements: [{ requirementId: "1.1", title: "a\ud800" }] }] }),
    ],
    [
      "a NUL in a sub-item label",
      pack({ criteria: [{ ...criterion(1), requirements: [{ ...requirement("1.1"), subcheckLabel: "\0a" }] }] }),
    ],
  ])("is refused: %s", (_, value) => {
    expect(issuesOf(value)).not.toEqual([]);
  });
});
