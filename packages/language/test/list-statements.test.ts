import { expect, test } from "vitest";
import { listStatements } from "../src/text/list-statements.ts";

test.each([
  [
    "Japanese",
    "毎晩複製する。「誰も消せない。」一年間保管する！",
    ["毎晩複製する。", "「誰も消せない。」", "一年間保管する！"],
  ],
  ["Chinese", "每晚備份一次。所有記錄保存一年。", ["每晚備份一次。", "所有記錄保存一年。"]],
  ["Arabic", "هل تحفظ النسخ؟ تحفظ كل ليلة. انتهى", ["هل تحفظ النسخ؟", "تحفظ كل ليلة.", "انتهى"]],
  ["Hebrew", "הגיבויים נשמרים. הם נבדקים מדי שנה.", ["הגיבויים נשמרים.", "הם נבדקים מדי שנה."]],
  [
    "English",
    "Backups are kept, e.g. for a year. They are tested.",
    ["Backups are kept, e.g. for a year.", "They are tested."],
  ],
])("sentences of %s are parted", (_, text, sentences) => {
  expect(listStatements(text).map((statement) => statement.text)).toEqual(sentences);
});

test("a row that names its columns has them; a bar at the start alone is an empty cell", () => {
  const cellsOf = (text: string) => listStatements(text).map(({ cells }) => cells);
  expect(cellsOf("Control: AC-1 | Owner: Ann")).toEqual([
    [
      { column: "Control", text: "AC-1" },
      { column: "Owner", text: "Ann" },
    ],
  ]);
  expect(cellsOf("Open | Accepted | Note\n| lab | yes")[1]).toEqual([
    { column: "Open", text: "" },
    { column: "Accepted", text: "lab" },
    { column: "Note", text: "yes" },
  ]);
  expect(cellsOf("| Open | Note |\n| lab | yes |")[1]).toEqual([
    { column: "Open", text: "lab" },
    { column: "Note", text: "yes" },
  ]);
});

test("a name may begin with a figure or sign; a row of which most cells are named heads no table", () => {
  const cellsOf = (text: string) => listStatements(text).map(({ cells }) => cells);
  expect(cellsOf("#: 1 | 1. Control: MFA | (a): No")[0]).toEqual([
    { column: "#", text: "1" },
    { column: "1. Control", text: "MFA" },
    { column: "(a)", text: "No" },
  ]);
  const [first, second] = cellsOf("Control: MFA | State: No | loose\nControl: Logs | State: Yes | open");
  expect(first).toEqual([
    { column: "Control", text: "MFA" },
    { column: "State", text: "No" },
    { column: null, text: "loose" },
  ]);
  expect(second?.[2]).toEqual({ column: null, text: "open" });
  expect(cellsOf("Control | State | Note\nAC-1: MFA | Yes: all | see policy")[1]?.map(({ column }) => column)).toEqual([
    "Control",
    "State",
    "Note",
  ]);
});
