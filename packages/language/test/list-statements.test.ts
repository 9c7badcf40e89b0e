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
