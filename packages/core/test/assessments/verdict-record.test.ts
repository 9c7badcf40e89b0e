import { describe, expect, test } from "vitest";
import { evaluateAnswer } from "../../src/assessments/evaluate-answer.ts";
import { evaluatedEvidence, judgedPassage } from "./judged.ts";

const POLICY = judgedPassage(
  "policy",
  "Backups are taken every 60 days. Backup media are not encrypted. The 'critical' systems come first.\nOwner | IT",
);
const OTHER = judgedPassage("menu", "The cafeteria serves lunch at noon.");
const QUOTE = { chunkId: "policy", text: "Backups are taken every 60 days. Backup media are not encrypted." };

function reason(reasoning: string, quotes = [QUOTE], passages = [POLICY, OTHER]): string {
  return evaluateAnswer({ confidence: 0.5, quotes, reasoning, remediation: null }, evaluatedEvidence(passages))
    .reasoning;
}

describe("quote marks in a reasoning", () => {
  test.each([
    ['It says "Backups are taken every 60 days".', 'It says "Backups are taken every 60 days".'],
    ["It says “backups are taken EVERY 60 days”.", 'It says "Backups are taken every 60 days".'],
    ["Er sagt „Backups are taken every 60 days“.", 'Er sagt "Backups are taken every 60 days".'],
    ["Il dit « Backups are taken ».", 'Il dit "Backups are taken".'],
    ["It says »Backups are taken«.", 'It says "Backups are taken".'],
    ["It says 'Backup media are not encrypted.'", 'It says "Backup media are not encrypted."'],
    ["It says ‘Backup media are not encrypted’ too.", 'It says "Backup media are not encrypted" too.'],
    ['It says "Backups are taken, …"', 'It says "Backups are taken",'],
    ['It says "Backups are taken … not encrypted."', 'It says "Backups are taken" … "not encrypted."'],
    ['It says "Backup media."', 'It says "Backup media".'],
    ["It says \"The 'critical' systems\".", "It says \"The 'critical' systems\"."],
  ])("are kept around words that the cited document has: %s", (said, stored) => {
    expect(reason(said)).toBe(stored);
  });

  test.each([
    ['It says "all is well".', "It says all is well."],
    ["It says “all is “well””.", "It says all is well."],
    ["It says „all is well“ and «fine».", "It says all is well and fine."],
    [
      "It says 'all is well', as the users' rights don't show.",
      "It says all is well, as the users' rights don't show.",
    ],
    [
      'It says "The cafeteria serves lunch", which is not cited.',
      "It says The cafeteria serves lunch, which is not cited.",
    ],
    ['The "policy" says so, a 19" rack.', "The policy says so, a 19 rack."],
    ['It says "ack".', "It says ack."],
  ])("are taken away from all others, and the words stay: %s", (said, stored) => {
    expect(reason(said)).toBe(stored);
  });

  test("are taken away from all where nothing is cited", () => {
    expect(reason('It says "Backups are taken every 60 days".', [])).toContain(
      "It says Backups are taken every 60 days.",
    );
  });

  test("are not put around text that is hidden or addresses a model", () => {
    const start = POLICY.text.indexOf("Backup media");
    const flagged = { ...POLICY, flaggedRanges: [{ start, end: start + 34, reason: "HIDDEN" as const }] };
    const said = reason(
      'It says "Backup media are not encrypted".',
      [{ ...QUOTE, text: "Backups are taken every 60 days" }],
      [flagged],
    );
    expect(said).toBe("It says Backup media are not encrypted.");
  });

  test("are checked in the words on each part, and in what is to be done", () => {
    const verdict = evaluateAnswer(
      {
        confidence: 0.5,
        quotes: [QUOTE],
        reasoning: "",
        remediation: 'Write "every day" into it.',
        parts: [{ part: "a", verdict: "MET", why: 'It says "every day".', chunkId: "policy", quote: QUOTE.text }],
      },
      evaluatedEvidence([POLICY]),
    );
    expect(verdict.remediation).toBe("Write every day into it.");
    expect(verdict.parts?.map(({ why }) => why)).toEqual(["It says every day."]);
  });
});

describe("an assessor's sentence that repeats a quote", () => {
  const LEFT_OUT = "One sentence of the assessor was left out, as it differs from the quote";
  test.each([
    ["The policy says that backups are taken every 30 days.", "in a number"],
    ["Backups are taken every thirty days.", "in a number"],
    ["Backups are taken every day.", "in a number"],
    ["The backup media are encrypted.", "in a negation"],
  ])("and differs from it is left out, which is said: %s", (said, differs) => {
    expect(reason(`${said} The rest is fine.`)).toBe(`The rest is fine. ${LEFT_OUT} ${differs}.`);
  });

  test.each([
    "Backups are taken every 60 days.",
    "Backups are taken every sixty days, and the requirement asks for every day.",
    "Backups are taken every two months, 60 days.",
    "The backup media aren't encrypted.",
    "The policy does not say how backups are taken.",
    "No passage proves that backup media are encrypted.",
    "Section 4 says that backups are taken.",
    "Twelve people work there.",
  ])("and agrees with it, or says what it lacks, stays: %s", (said) => {
    expect(reason(said)).toBe(said);
  });

  test("is omitted of what is said on a part", () => {
    const verdict = evaluateAnswer(
      {
        confidence: 0.5,
        quotes: [],
        reasoning: "",
        remediation: null,
        parts: [
          { part: "a", verdict: "MET", why: "Backups are taken every 7 days.", chunkId: "policy", quote: QUOTE.text },
        ],
      },
      evaluatedEvidence([POLICY]),
    );
    expect(verdict.parts?.map(({ why }) => why)).toEqual([""]);
    expect(verdict.reasoning).toContain("was left out, as it differs from the quote in a number.");
  });
});
