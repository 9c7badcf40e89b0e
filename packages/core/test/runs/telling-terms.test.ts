import { expect, test } from "vitest";
import { tellingTerms } from "../../src/runs/steps/assess/telling-terms.ts";

function shared(name: string, requirement: string): number {
  const asked = tellingTerms(requirement);
  return [...tellingTerms(name)].filter((term) => asked.has(term)).length;
}

test.each([
  ["BackupReport_2025.pdf", "Backups are tested"],
  ["Schlüsselübergabe-Büro.pdf", "Die Schlüsselübergabe wird aufgezeichnet"],
  ["Schlu\u0308sselu\u0308bergabe.pdf", "Die Schlüsselübergabe wird aufgezeichnet"],
  ["резервное_копирование.docx", "Резервное копирование выполняется каждый день"],
  ["バックアップ手順.pdf", "バックアップは毎日取得する"],
])("the name %s shares a word with '%s'", (name, requirement) => {
  expect(shared(name, requirement)).toBeGreaterThan(0);
});

test("letters beyond ASCII do not cut a word: what is around them is no word of its own", () => {
  expect(shared("Zugänge.pdf", "Zug und Bahn")).toBe(0);
  expect([...tellingTerms("Büroschlüssel")]).toHaveLength(1);
});
