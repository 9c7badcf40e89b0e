import { expect, test } from "vitest";
import { compareWords, f1Of } from "../src/formats/compare-words.ts";
import { printFormats } from "../src/formats/print-formats.ts";

test("words count as often as both readings have them, whatever their order, case and form", () => {
  const agreement = compareWords("Backups ARE made; backups ＡＲＥ kept", "kept are made backups made daily");
  expect(agreement).toEqual({ shared: 4, ours: 6, theirs: 6, missing: ["made", "daily"], added: ["backups", "are"] });
  expect(f1Of(agreement)).toBeCloseTo(8 / 12);
  expect(compareWords("備份 政策", "備份政策")).toMatchObject({ shared: 4, ours: 4, theirs: 4 });
  expect(f1Of(compareWords("", ""))).toBe(1);
});

test("a table says what is not measured and how to measure it, and names the worst files with their words", () => {
  const text = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(" ");
  const row = { reader: "a reader", packages: "a-package", refused: [], ours: 0 };
  const printed = printFormats([
    { ...row, format: "pdf", compared: null },
    {
      ...{ ...row, format: "docx", refused: [{ file: "c.docx", reason: "encrypted" }] },
      compared: [
        { file: "a.docx", ...compareWords(text(40), text(40)) },
        { file: "b.docx", ...compareWords(text(20), text(40)) },
      ],
    },
  ]);
  expect(printed).toContain("| pdf | a reader | not measured: install a-package |");
  expect(printed).toContain("| docx | a reader | 2 | 80 | 0.750 | 1.000 | 1 of 2 | 1 |");
  expect(printed).toContain("- b.docx: recall 0.500, precision 1.000; lacks word20");
  expect(printed).toContain("- c.docx: refused, encrypted");
  expect(printed).not.toContain("a.docx");
});
