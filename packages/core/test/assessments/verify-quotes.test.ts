import { describe, expect, test } from "vitest";
import { type VerifiablePassage, verifyQuotes } from "../../src/assessments/verify-quotes.ts";

describe("verifyQuotes", () => {
  const passage = (
    chunkId: string,
    text: string,
    flaggedRanges: VerifiablePassage["flaggedRanges"] = [],
  ): VerifiablePassage => ({
    chunkId,
    documentId: `document of ${chunkId}`,
    pageNumber: 3,
    text,
    flaggedRanges,
  });
  const first = passage("one", "Backups are taken every day by the operations team.");
  const second = passage("two", "Visitors wear a badge at all times in the building.");

  test("cites the chunk's own words, with its document and page", () => {
    expect(verifyQuotes([{ chunkId: "one", text: "BACKUPS are  taken every day" }], [first, second])).toEqual({
      citations: [
        { documentId: "document of one", chunkId: "one", text: "Backups are taken every day", pageNumber: 3 },
      ],
      flags: [],
    });
  });

  test("drops a quote that stands in another passage, names none, or stands nowhere", () => {
    const quotes = [
      { chunkId: "two", text: first.text },
      { chunkId: "three", text: first.text },
      { chunkId: "one", text: "Backups are never taken by anybody." },
    ];
    expect(verifyQuotes(quotes, [first, second])).toEqual({ citations: [], flags: ["UNVERIFIED_QUOTES_DROPPED"] });
  });

  test.each([
    ["HIDDEN", "HIDDEN_TEXT_EVIDENCE"],
    ["INSTRUCTION", "INSTRUCTION_LIKE_EVIDENCE"],
  ] as const)("drops a quote that touches %s text, and says so", (reason, flag) => {
    const flagged = passage("one", first.text, [{ start: 26, end: 30, reason }]);
    expect(verifyQuotes([{ chunkId: "one", text: first.text }], [flagged])).toEqual({ citations: [], flags: [flag] });
    const beside = verifyQuotes([{ chunkId: "one", text: "Backups are taken every" }], [flagged]);
    expect(beside).toMatchObject({ citations: [{ text: "Backups are taken every" }], flags: [] });
  });

  test("cites the same words once, and ten at most", () => {
    const text = Array.from({ length: 20 }, (_, at) => `Sentence number ${at} about backups.`).join(" ");
    const many = Array.from({ length: 20 }, (_, at) => ({
      chunkId: "one",
      text: `Sentence number ${at} about backups.`,
    }));
    expect(verifyQuotes([...many, ...many], [passage("one", text)]).citations).toHaveLength(10);
    expect(verifyQuotes([many[0]!, many[0]!], [passage("one", text)]).citations).toHaveLength(1);
  });
});
