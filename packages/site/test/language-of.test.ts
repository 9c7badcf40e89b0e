import { expect, test } from "vitest";
import { directionOf } from "../src/format/direction-of.ts";
import { languageOf } from "../src/format/language-of.ts";

test.each([
  ["アクセス権は四半期ごとに見直す。", "ja"],
  ["เก็บสำเนาสำรองทุกวัน", "th"],
  ["يتم أخذ نسخ احتياطية كل يوم", "ar"],
  ["גיבויים נלקחים מדי יום", "he"],
  ["매일 백업을 수행한다", "ko"],
  ["每季度审查访问权限", "zh"],
  ["Access rights are reviewed by Tanaka (田中) every quarter.", undefined],
  ["Zugänge werden jährlich geprüft.", undefined],
  ["Доступ проверяется ежегодно.", undefined],
  ["", undefined],
])("the language of '%s' is %s", (text, language) => {
  expect(languageOf(text)).toBe(language);
});

test("a text runs as its first letter does", () => {
  expect(directionOf("1. נהלי גיבוי (Backup)")).toBe("rtl");
  expect(directionOf("Backup (גיבוי)")).toBe("ltr");
  expect(directionOf("1 | 2 | 3")).toBe("ltr");
});
