import { readRequirement } from "@assay/language/requirement";
import { describe, expect, test } from "vitest";
import { findContradictions } from "../../src/assessments/guard/find-contradictions.ts";
import { findInstructionLikeText } from "../../src/documents/stages/flag-instructions.ts";
import { HARMLESS, HOSTILE } from "../support/hostile-documents.ts";

describe("text that addresses a model is known", () => {
  test.each(HOSTILE)("as %s", (_, text) => {
    expect(findInstructionLikeText(`Backups are taken daily.\n\n${text}`)).not.toEqual([]);
  });

  test.each(HARMLESS)("and is not taken for what it is not: %s", (text) => {
    expect(findInstructionLikeText(text)).toEqual([]);
  });
});

test.each(["HIDDEN", "STRUCK", "QUOTED", "INSTRUCTION"] as const)("%s text is no side of a contradiction", (reason) => {
  const requirement = readRequirement({
    title: "Passwords have at least 12 characters",
    criterionTitle: "Passwords",
  });
  const passage = (id: string, text: string) => ({ chunkId: id, documentId: id, documentTitle: `${id}.txt`, text });
  const one = passage("one", "Passwords have at least 12 characters.");
  const other = passage("other", "Passwords have at least 6 characters.");
  expect(findContradictions(requirement, [one, other])).toHaveLength(1);
  const flaggedRanges = [{ start: 0, end: other.text.length, reason }];
  expect(findContradictions(requirement, [one, { ...other, flaggedRanges }])).toEqual([]);
});
