import { threadMsOf } from "@assay/testing/thread-time";
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
    expect(verifyQuotes([{ chunkId: "one", text: "BACKUPS are  taken every day" }], [first, second])).toMatchObject({
      citations: [
        { documentId: "document of one", chunkId: "one", text: "Backups are taken every day", pageNumber: 3 },
      ],
      flags: [],
      places: [[0]],
      lost: [],
    });
  });

  test("drops a quote that is nowhere, and says which", () => {
    const invented = { chunkId: "one", text: "Backups are never taken by anybody." };
    expect(verifyQuotes([invented], [first, second])).toEqual({
      citations: [],
      flags: ["UNVERIFIED_QUOTES_DROPPED"],
      places: [[]],
      lost: [invented],
    });
  });

  test("drops a quote of a chunk that was not shown", () => {
    const quote = { chunkId: "three", text: first.text };
    expect(verifyQuotes([quote], [first, second])).toMatchObject({ citations: [], lost: [quote] });
  });

  test.each(["two", ""])("cites a quote that names %j where it is", (chunkId) => {
    const { citations, flags } = verifyQuotes([{ chunkId, text: first.text }], [first, second]);
    expect(citations.map((citation) => citation.chunkId)).toEqual(["one"]);
    expect(flags).toEqual([]);
  });

  test("prefers the passage that a quote names where several have its words", () => {
    const same = passage("same", first.text);
    for (const chunkId of ["one", "same"])
      expect(verifyQuotes([{ chunkId, text: first.text }], [first, second, same]).citations).toMatchObject([
        { chunkId },
      ]);
  });

  test("never takes from another passage what is hidden or addresses a model there", () => {
    const flagged = passage("one", first.text, [{ start: 26, end: 30, reason: "HIDDEN" }]);
    expect(verifyQuotes([{ chunkId: "two", text: first.text }], [second, flagged])).toMatchObject({
      citations: [],
      flags: ["HIDDEN_TEXT_EVIDENCE"],
    });
  });

  test.each([
    ["HIDDEN", "HIDDEN_TEXT_EVIDENCE"],
    ["STRUCK", "STRUCK_TEXT_EVIDENCE"],
    ["QUOTED", "QUOTED_HISTORY_EVIDENCE"],
    ["INSTRUCTION", "INSTRUCTION_LIKE_EVIDENCE"],
  ] as const)("drops a quote that touches %s text, and says so", (reason, flag) => {
    const flagged = passage("one", first.text, [{ start: 26, end: 30, reason }]);
    expect(verifyQuotes([{ chunkId: "one", text: first.text }], [flagged])).toMatchObject({
      citations: [],
      flags: [flag],
      lost: [],
    });
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

  const QUOTE = "Backups are taken every day";
  test.each([
    `"${QUOTE}"`,
    `'${QUOTE}'`,
    `\u201c${QUOTE}\u201d`,
    `\u201e${QUOTE}\u201c`,
    `\u00ab${QUOTE}\u00bb`,
    `\`${QUOTE}\``,
    `**${QUOTE}**`,
    `*${QUOTE}*`,
    `_${QUOTE}_`,
    `> ${QUOTE}`,
    `- ${QUOTE}`,
    `${QUOTE}.`,
    `${QUOTE};`,
    `${QUOTE} ...`,
    `... ${QUOTE}`,
    `\u2026${QUOTE}\u2026`,
    `[...] ${QUOTE} [...]`,
    `"${QUOTE}."`,
    `**"${QUOTE}"**`,
    `> \u201c${QUOTE}\u2026\u201d`,
  ])("finds %j without what a model puts around a quote", (text) => {
    expect(verifyQuotes([{ chunkId: "one", text }], [first])).toMatchObject({
      citations: [{ text: QUOTE }],
      flags: [],
    });
  });

  const long = passage("one", `${first.text} They are restored twice a year by somebody else.`);
  test.each([" ... ", "\u2026", " [...] ", " (\u2026) "])(
    "cites each piece of a quote that leaves out by %j",
    (gap) => {
      const text = `Backups are taken every day${gap}restored twice a year`;
      expect(verifyQuotes([{ chunkId: "one", text }], [long])).toMatchObject({
        citations: [{ text: "Backups are taken every day" }, { text: "restored twice a year" }],
        flags: [],
      });
    },
  );

  test.each([
    ["a piece that the text does not have", "Backups are taken every day ... and kept for ten years"],
    ["pieces in another order", "restored twice a year ... Backups are taken every day"],
    ["a piece too short to prove anything", "Backups are taken every day ... year"],
    ["a short piece at the end of the text", "Backups are taken every day ... twice a year by somebody ... else."],
    ["pieces without end", "Backups ... are ... taken ... every ... day ... by ... the ... team"],
    ["a negation put into quotation marks", '"Backups are not taken every day"'],
    ["another figure", "**They are restored three times a year**"],
  ])("drops %s", (_name, text) => {
    expect(verifyQuotes([{ chunkId: "one", text }], [long])).toMatchObject({
      citations: [],
      flags: ["UNVERIFIED_QUOTES_DROPPED"],
    });
  });

  test("cites a few words that continue with the sentence of the piece before them, and of no other sentence", () => {
    const text = "Backups are taken ... restored twice a year ... somebody else";
    expect(verifyQuotes([{ chunkId: "one", text }], [long]).lost).toEqual([{ chunkId: "one", text }]);
    const [quote] = [{ chunkId: "one", text: "Backups are taken every day ... operations team" }];
    expect(verifyQuotes([quote!], [long]).citations.map((citation) => citation.text)).toEqual([
      "Backups are taken every day",
      "operations team",
    ]);
    const across = { chunkId: "one", text: "Backups are taken every day ... twice a year" };
    expect(verifyQuotes([across], [long]).citations).toEqual([]);
  });

  test("drops a quote of pieces where one of them touches hidden text", () => {
    const flagged = { ...long, flaggedRanges: [{ start: 60, end: 64, reason: "HIDDEN" as const }] };
    const text = "Backups are taken every day ... restored twice a year";
    expect(verifyQuotes([{ chunkId: "one", text }], [flagged])).toMatchObject({
      citations: [],
      flags: ["HIDDEN_TEXT_EVIDENCE"],
    });
  });

  const rule = passage(
    "rule",
    "Access rights of all privileged accounts are reviewed by the information security officer every 90 days, and the result is not kept outside the ticket system.",
  );
  const slip = (from: string, to: string) => ({ chunkId: "rule", text: rule.text.replace(from, to) });
  test.each([
    ["a letter that is wrong", slip("privileged", "priviledged")],
    ["a word left out", slip("information ", "")],
    ["a word too much", slip("the result", "the final result")],
    ["another word", slip("ticket", "issue")],
    ["two letters swapped", slip("security", "secuirty")],
  ])("cites the stored words of a quote with %s", (_name, quote) => {
    expect(verifyQuotes([quote], [second, rule])).toMatchObject({
      citations: [{ chunkId: "rule", text: rule.text.slice(0, -1) }],
      flags: [],
    });
  });

  test.each([
    ["another number", slip("90", "60")],
    ["another unit", slip("days", "hours")],
    ["a negation left out", slip(" not", "")],
    ["a negation put in", slip("are reviewed", "are not reviewed")],
    ["another scope", slip("all privileged", "some privileged")],
    ["too many other words", slip("reviewed by the information security officer", "checked by a member of the team")],
    ["a short sentence with another word", { chunkId: "two", text: "Visitors wear a coat at all times" }],
  ])("drops a quote with %s", (_name, quote) => {
    expect(verifyQuotes([quote], [second, rule])).toMatchObject({
      citations: [],
      flags: ["UNVERIFIED_QUOTES_DROPPED"],
    });
  });

  test("takes no time over quotes that stand nowhere", async () => {
    const words = Array.from({ length: 400 }, (_, at) => `word${at % 97}`);
    const passages = Array.from({ length: 50 }, (_, at) => passage(`p${at}`, `${words.join(" ")} end${at}.`));
    const quotes = Array.from({ length: 100 }, (_, at) => ({
      chunkId: "p1",
      text: `${words.slice(at, at + 120).join(" ")} 17 ${at}`,
    }));
    const verify = () => expect(verifyQuotes(quotes, passages).citations).toEqual([]);
    expect(await threadMsOf(verify)).toBeLessThan(5000);
  });

  test.each([
    ["可, 不可", "社外への持ち出しは不可、保管は暗号化、廃棄は破砕、記録は台帳、点検は毎月である。", "不可", "可"],
    ["لا", "في هذا المبنى لا يسمح للزوار بالدخول إلى غرفة الخوادم بعد الساعة السادسة مساء", "لا ", ""],
    ["לא", "בבניין הזה לא מותר למבקרים להיכנס אל חדר השרתים של החברה בשעות הלילה", "לא ", ""],
    ["не", "Посетители не могут входить в серверную комнату компании после шести часов вечера", "не ", ""],
  ])("drops a quote that turns what the text says, in any script: %s", (_, text, from, to) => {
    const quote = { chunkId: "one", text: text.replace(from, to) };
    expect(verifyQuotes([{ chunkId: "one", text }], [passage("one", text)]).citations).toHaveLength(1);
    expect(verifyQuotes([quote], [passage("one", text)]).lost).toEqual([quote]);
  });

  test("finds the pieces of a quote that leaves something out between characters without spaces", () => {
    const text = "記録は専用のサーバーに送られ、一年間は保管し、誰も消せない。";
    const { citations } = verifyQuotes(
      [{ chunkId: "one", text: "記録は専用のサーバーに送られ…誰も消せない" }],
      [passage("one", text)],
    );
    expect(citations.map(({ text: cited }) => cited)).toEqual(["記録は専用のサーバーに送られ", "誰も消せない"]);
  });
});
