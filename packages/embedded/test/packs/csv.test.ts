import { expect, test } from "vitest";
import { parsePack } from "../../src/packs/index.ts";
import { issuesOf, refusalOf } from "./parse.ts";

const HEADER = "criterionId,criterionTitle,requirementId,title";
const parse = (text: string) => parsePack(text, { format: "csv" });

test("rows become requirements under their criteria, with a BOM, quotes, line breaks and columns in any order", () => {
  const pack = parse(
    [
      "\ufefftitle,note,requirementId,subcheckLabel,criterionTitle,criterionId,criterionDescription",
      '"Backups, ""all"" of them,\nare taken.",x,1.1,,Backup,1,About backups',
      "Badges are worn.,,2.1,,Visitors,2,",
      " Backups are encrypted. ,y,1.2.a,a,Backup,1,",
      ",,,,,,",
      "",
    ].join("\r\n"),
  );
  expect(pack).toEqual({
    name: null,
    description: "",
    skipped: [],
    criteria: [
      {
        criterionId: 1,
        sourceKey: null,
        title: "Backup",
        description: "About backups",
        requirements: [
          {
            requirementId: "1.1",
            title: 'Backups, "all" of them,\nare taken.',
            subcheckLabel: null,
            retrievalHint: null,
          },
          { requirementId: "1.2.a", title: "Backups are encrypted.", subcheckLabel: "a", retrievalHint: null },
        ],
      },
      {
        criterionId: 2,
        sourceKey: null,
        title: "Visitors",
        description: "",
        requirements: [{ requirementId: "2.1", title: "Badges are worn.", subcheckLabel: null, retrievalHint: null }],
      },
    ],
  });
});

test("every bad row is told, by the row that a spreadsheet shows", () => {
  const rows = [
    "1,Backup,1.1,Good",
    "x,Backup,1.2,Criterion is no number",
    "1,Backup,1.1,Used twice",
    "1,Other title,1.3,Title differs",
    "1,Backup,a b,Id is no label",
    "1,Backup,1.4,",
    "1,Backup,1.5",
    "99999999999,Far,1.6,Too far",
    "1,Backup,1.7,\0",
  ];
  expect(issuesOf([HEADER, ...rows].join("\n"), "csv")).toEqual([
    "row 3: criterionId | must be a whole number",
    "row 4: requirementId | '1.1' is used twice",
    "row 5: criterionTitle | must be as in row 2: criterion 1 has one title",
    "row 6: requirementId | must be a dotted label such as 2.1.a",
    "row 7: title | must not be empty",
    "row 8 | must have 4 cells as the header has: it has 3",
    "row 9: criterionId | must be a whole number",
    "row 10: title | must not contain NUL or lone surrogates",
  ]);
});

test("a problem says its row, its column, what is there and how to fix it, and the good rows are counted", () => {
  const { issues, readable } = refusalOf([HEADER, "1,Backup,1.1,Good", "1,Other,a b,"].join("\n"), "csv");
  expect(issues).toEqual([
    {
      field: "row 3: criterionTitle",
      issue: "must be as in row 2: criterion 1 has one title",
      row: 3,
      line: null,
      item: null,
      name: "criterionTitle",
      value: "Other",
      mend: "Write 'Backup', or give the criterion a number of its own",
    },
    {
      field: "row 3: requirementId",
      issue: "must be a dotted label such as 2.1.a",
      row: 3,
      line: null,
      item: null,
      name: "requirementId",
      value: "a b",
      mend: expect.stringContaining("Use letters, digits"),
    },
    expect.objectContaining({ row: 3, name: "title", value: "", issue: "must not be empty" }),
  ]);
  expect(readable).toBe(1);
});

test("a row with one problem is searched for others", () => {
  const rows = ["x,Backup,1.1,", "1,Backup,1.1,Fine"];
  expect(issuesOf([HEADER, ...rows].join("\n"), "csv")).toEqual([
    "row 2: criterionId | must be a whole number",
    "row 2: title | must not be empty",
    "row 3: requirementId | '1.1' is used twice",
  ]);
});

test("issues beyond 200 are counted, not listed", () => {
  const rows = Array.from({ length: 1234 }, () => "x,a,b,c");
  const { issues, issuesOmitted } = refusalOf([HEADER, ...rows].join("\n"), "csv");
  expect(issues).toHaveLength(200);
  // Each has a bad number, and all but the first the id of another.
  expect(issuesOmitted).toBe(2 * 1234 - 1 - 200);
});

test("what is no table of requirements is refused with its place", () => {
  expect(issuesOf("", "csv")).toEqual([" | must begin with a row of column names"]);
  expect(issuesOf(`${HEADER}\n`, "csv")).toEqual([" | must have at least one requirement"]);
  expect(issuesOf("criterionId,title,title\n1,a,b", "csv")).toEqual([
    "row 1: title | must appear once",
    "row 1: criterionTitle | must be one of the columns",
    "row 1: requirementId | must be one of the columns",
  ]);
  expect(issuesOf("__proto__,constructor\n1,2", "csv")).toHaveLength(4);
  expect(issuesOf(`${HEADER}\n1,a,1.1,ok\n1,a,1.2,"open`, "csv")).toEqual([
    "row 3 | must close the quote that it opens",
  ]);
  expect(issuesOf(`${HEADER}\n1,a,1.1,o"k`, "csv")).toEqual(["row 2 | must be quoted as RFC 4180 requires"]);
  expect(issuesOf(Array(60).fill("a").join(","), "csv")).toEqual([" | must have at most 50 columns: it has 60"]);
  const wide = Array(1_000_000).fill("a").join(",");
  expect(issuesOf(wide, "csv")).toEqual(["row 1 | must have at most 20000 characters"]);
  expect(issuesOf(`${HEADER}\n${wide}`, "csv")).toEqual(["row 2 | must have at most 20000 characters"]);
});
