import { expect, test } from "vitest";
import { countedSegment, countedText } from "../../src/documents/counted-text.ts";
import { describeDocuments } from "../../src/runs/steps/check-passages/describe-documents.ts";

const rangeOf = (text: string, words: string) => {
  const start = text.indexOf(words);
  return { start, end: start + words.length };
};
const flag = (text: string, words: string) => ({ ...rangeOf(text, words), reason: "STRUCK" as const });

test("what is crossed out leaves blanks, so that all other words stay in their places", () => {
  const text = "Backups run weekly.\nThey run daily.";
  expect(countedText(text, [flag(text, "weekly.\nThey")])).toBe("Backups run        \n     run daily.");
  expect(countedText(text, [])).toBe(text);
});

test("characters without room part no word", () => {
  const text = "pass\u200bword";
  expect(countedText(text, [flag(text, "\u200b")])).toBe(text);
});

test("ranges past the end of a cut text change nothing else", () => {
  expect(countedSegment({ text: "Kept", hidden: [[2, 9]], struck: [[7, 9]] })).toBe("Ke  ");
});

test("a document is no draft because the word is crossed out in it", () => {
  const text = "DRAFT\n\nBackups are taken every day.";
  const stateOf = (struck: [number, number][]) => {
    const opening = [{ text, hidden: [], struck }];
    const documents = [{ documentId: "one", title: "backups.docx", opening, sample: [] }];
    return describeDocuments({ documents, knownTexts: [] }).get("one");
  };
  expect(stateOf([])).toBe("DRAFT");
  expect(stateOf([[0, 5]])).toBe("IN_FORCE");
});
