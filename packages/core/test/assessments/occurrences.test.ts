import { EVIDENCE_RULES, EVIDENCE_RULES_BEFORE } from "@assay/contract";
import { describe, expect, test } from "vitest";
import { evaluateAnswer } from "../../src/assessments/evaluate-answer.ts";
import type { DatedFact, EvaluatedEvidence, JudgedPassage } from "../../src/assessments/evaluated-evidence.ts";
import { countOccurrences, isTooSeldom } from "../../src/assessments/occurrences/count-occurrences.ts";

const YEAR = { from: "2025-01-01", to: "2025-12-31" };
const ON = "2026-01-10";
const count = (every: string, dates: readonly string[], period = YEAR, on = ON) =>
  countOccurrences(
    dates.map((date, at) => ({ date, documentId: "doc", chunkId: `chunk ${at}`, text: date })),
    { every, period, on },
  );

describe("occurrences of a period", () => {
  test.each([
    ["P1M", 12],
    ["P3M", 4],
    ["P90D", 4],
    ["P1W", 52],
    ["P1Y", 1],
    ["P12M", 1],
    ["P2Y", 0],
    ["P1D", 365],
    ["EVENT", 0],
  ])("every %s is expected %i times in a year", (every, expected) => {
    expect(count(every, []).expected).toBe(expected);
  });

  test("count each day once, and no day outside the period", () => {
    const { found, facts } = count("P3M", ["2024-12-31", "2025-01-01", "2025-01-01", "2025-12-31", "2026-01-01"]);
    expect(found).toBe(2);
    expect(facts.map(({ date }) => date)).toEqual(["2025-01-01", "2025-12-31"]);
  });

  test("have no gap where each comes within its interval of the one before", () => {
    expect(count("P3M", ["2025-03-31", "2025-06-30", "2025-09-30", "2025-12-31"]).gaps).toEqual([]);
    expect(count("P90D", ["2025-03-31", "2025-06-29", "2025-09-27", "2025-12-26"]).gaps).toEqual([]);
  });

  test("may come a tenth of the interval late, but not where it is given in days", () => {
    expect(count("P3M", ["2025-03-31", "2025-07-09", "2025-09-30", "2025-12-31"]).gaps).toEqual([]);
    expect(count("P90D", ["2025-03-31", "2025-06-30", "2025-09-28", "2025-12-27"]).gaps).toEqual([
      { from: "2025-04-01", to: "2025-06-29" },
    ]);
  });

  test("may come once in each calendar month or quarter, but not almost two intervals apart", () => {
    const months = [
      "01-31",
      "02-26",
      "03-31",
      "04-28",
      "05-30",
      "06-27",
      "07-31",
      "08-29",
      "09-30",
      "10-31",
      "11-28",
      "12-30",
    ];
    expect(
      count(
        "P1M",
        months.map((day) => `2025-${day}`),
      ),
    ).toMatchObject({ expected: 12, found: 12, gaps: [] });
    expect(count("P3M", ["2025-01-02", "2025-06-29", "2025-07-01", "2025-12-01"]).gaps).toEqual([
      { from: "2025-01-03", to: "2025-06-28" },
      { from: "2025-07-02", to: "2025-11-30" },
    ]);
  });

  test("have a gap where one is missing: at the start, between two, at the end", () => {
    expect(count("P3M", ["2025-06-30", "2025-09-30", "2025-12-31"]).gaps).toEqual([
      { from: "2025-01-01", to: "2025-06-29" },
    ]);
    expect(count("P3M", ["2025-03-31", "2025-09-30", "2025-12-31"]).gaps).toEqual([
      { from: "2025-04-01", to: "2025-09-29" },
    ]);
    expect(count("P3M", ["2025-03-31", "2025-06-30"]).gaps).toEqual([{ from: "2025-07-01", to: "2025-12-31" }]);
    expect(count("P1Y", []).gaps).toEqual([YEAR]);
  });

  test("are asked for up to the day of the run only", () => {
    expect(count("P3M", ["2025-03-31", "2025-08-01"], YEAR, "2025-07-10")).toMatchObject({
      expected: 2,
      found: 1,
      gaps: [{ from: "2025-04-01", to: "2025-07-10" }],
    });
    expect(count("P3M", [], YEAR, "2024-06-01")).toMatchObject({ expected: 0, gaps: [] });
  });
});

describe("something happened too seldom", () => {
  const occurrences = { facts: [], gaps: [] };
  const gap = { from: "2025-04-01", to: "2025-06-30" };

  test("where there are fewer occurrences than whole intervals, though no gap is longer than one", () => {
    expect(isTooSeldom({ ...occurrences, expected: 4, found: 3 })).toBe(true);
    expect(isTooSeldom({ ...occurrences, expected: 4, found: 4 })).toBe(false);
    expect(isTooSeldom({ ...occurrences, expected: 4, found: 5 })).toBe(false);
  });

  test("where there is a gap, however many there are, and never where nothing is due", () => {
    expect(isTooSeldom({ ...occurrences, expected: 4, found: 9, gaps: [gap] })).toBe(true);
    expect(isTooSeldom({ ...occurrences, expected: 0, found: 0, gaps: [gap] })).toBe(false);
  });
});

const register: JudgedPassage = {
  chunkId: "rows",
  documentId: "register",
  pageNumber: null,
  documentTitle: "access-reviews-2025.csv",
  text: "2025-03-31 | J. Smith | done\n2025-06-30 | J. Smith | done\n2025-09-30 | J. Smith | done\n2025-12-31 | J. Smith | done",
  flaggedRanges: [],
  effectiveDate: null,
  expiresAt: null,
  evidenceKind: "RECORD",
  documentState: null,
};
const policy: JudgedPassage = {
  ...register,
  chunkId: "rule",
  documentId: "policy",
  documentTitle: "access-policy.pdf",
  text: "User access rights are reviewed every quarter by the system owner.",
  evidenceKind: "DESIGN",
};
const factsOf = ({ documentId, chunkId, text }: JudgedPassage): DatedFact[] =>
  text.split("\n").flatMap((row) => {
    const date = /^\d{4}-\d{2}-\d{2}/.exec(row)?.[0];
    return date
      ? [{ date, documentId, chunkId, text: row, scope: "ROW" as const, topic: "Date | Reviewer | State" }]
      : [];
  });
function judge(
  passages: readonly JudgedPassage[],
  quotes: Record<string, string>,
  change: Partial<EvaluatedEvidence> = {},
) {
  const answer = {
    confidence: 0.9,
    quotes: Object.entries(quotes).map(([chunkId, text]) => ({ chunkId, text })),
    reasoning: "",
    remediation: null,
  };
  return evaluateAnswer(answer, {
    requirement: {
      requirementId: "1",
      title: "User access rights are reviewed quarterly.",
      subcheckLabel: null,
      criterionTitle: "Access",
      expectation: { kind: "OPERATION", every: "P3M" },
    },
    passages,
    thresholds: { complete: 0.75, partial: 0.4 },
    rules: { ...EVIDENCE_RULES, weakSupport: "OFF", contradicted: "OFF" },
    on: ON,
    period: YEAR,
    facts: passages.flatMap(factsOf),
    ...change,
  });
}
const ALL_ROWS = { rows: "2025-03-31 | J. Smith | done" };

describe("a verdict over a period", () => {
  test("is COMPLETE with its occurrences where records show each", () => {
    expect(judge([register], ALL_ROWS)).toMatchObject({
      status: "COMPLETE",
      flags: [],
      occurrences: { expected: 4, found: 4, gaps: [] },
    });
  });

  test("is kept below COMPLETE where one is missing, and says the gap", () => {
    const text = register.text.replace("2025-09-30 | J. Smith | done\n", "");
    const verdict = judge([{ ...register, text }], ALL_ROWS);
    expect(verdict).toMatchObject({ status: "PARTIAL", flags: ["CADENCE_GAP"] });
    expect(verdict.reasoning).toContain("Records of the period show 3 of 4 expected occurrences.");
    expect(verdict.reasoning).toContain(
      "No review of user access rights between 1 July 2025 and 30 December 2025; last one: access-reviews-2025.csv, 30 June 2025.",
    );
  });

  test("cites each day that it counts, once", () => {
    const verdict = judge([policy, register], { rule: "User access rights are reviewed every quarter", ...ALL_ROWS });
    expect(verdict.citations.map(({ chunkId, text }) => [chunkId, text])).toEqual([
      ["rule", "User access rights are reviewed every quarter"],
      ...factsOf(register).map(({ chunkId, text }) => [chunkId, text]),
    ]);
  });

  test("does not say that only rules are cited, or that all is out of the period, where records are counted", () => {
    const rule = { rule: "User access rights are reviewed every quarter" };
    const verdict = judge([{ ...policy, effectiveDate: "2026-01-01" }, register], rule);
    expect(verdict).toMatchObject({ status: "COMPLETE", flags: [], occurrences: { found: 4 } });
  });

  test.each([
    "failed",
    "Result: failed",
    "FAILED - disk full",
    "not successful",
    "aborted",
    "the review failed",
    "the review of J. Smith could not be completed",
    "failed review",
  ])("does not count a day on which it did not succeed, and says so: %s", (state) => {
    const text = register.text.replace("2025-09-30 | J. Smith | done", `2025-09-30 | J. Smith | ${state}`);
    const verdict = judge([{ ...register, text }], ALL_ROWS);
    expect(verdict).toMatchObject({
      status: "PARTIAL",
      flags: ["CADENCE_GAP"],
      occurrences: { expected: 4, found: 3 },
    });
    expect(verdict.citations.map((citation) => citation.text).join()).not.toContain("2025-09-30");
    expect(verdict.reasoning).toContain("Not counted, as it did not succeed: 2025-09-30.");
  });

  test.each([
    "done, no failures",
    "done; 3 users failed the check",
    "failed at first, repeated with success",
    "failed logins found: 0",
    "done, 0 failed",
  ])("counts a day on which it succeeded: %s", (state) => {
    const text = register.text.replace("2025-09-30 | J. Smith | done", `2025-09-30 | J. Smith | ${state}`);
    expect(judge([{ ...register, text }], ALL_ROWS).occurrences).toMatchObject({ found: 4 });
  });

  test.each([
    [
      "SENTENCE",
      "The access review was held on 30 September 2025. It did not succeed.",
      "The access review was held on 30 September 2025.",
    ],
    ["SENTENCE", "The access review of 30 September 2025 failed.", "The access review of 30 September 2025 failed."],
    ["PIECE", "Access review\nDate: 30 September 2025\nResult: failed", "Date: 30 September 2025"],
  ] as const)("reads what a record says beside its day, of a %s: %s", (scope, text, said) => {
    const passage = { ...register, text };
    const fact = {
      date: "2025-09-30",
      documentId: passage.documentId,
      chunkId: passage.chunkId,
      text: said,
      scope,
      topic: "",
    };
    const count = (change: string) => judge([{ ...passage, text: change }], {}, { facts: [fact] }).occurrences?.found;
    expect(count(text)).toBe(0);
    expect(count(said)).toBe(said.includes("failed") ? 0 : 1);
  });

  test("does not count the rows of another subject, or what is no record", () => {
    const mixed = register.text
      .replaceAll("J. Smith", "Backup test")
      .replace("2025-03-31 | Backup test", "2025-03-31 | Access review");
    expect(
      judge([{ ...register, documentTitle: "operations.csv", text: mixed }], {
        rows: "2025-03-31 | Access review | done",
      }).occurrences?.found,
    ).toBe(1);
    expect(judge([{ ...register, evidenceKind: "DESIGN" }], ALL_ROWS).occurrences?.found).toBe(0);
    expect(judge([{ ...register, evidenceKind: "UNKNOWN" }], ALL_ROWS).occurrences?.found).toBe(0);
  });

  test("says how many dates could not be read", () => {
    const facts = factsOf(register).map((fact, at) => (at === 0 ? { ...fact, date: null } : fact));
    expect(judge([register], ALL_ROWS, { facts }).reasoning).toContain("One date was not counted");
  });

  test("of another year is out of the period", () => {
    const text = register.text.replaceAll("2025-", "2024-");
    const verdict = judge([{ ...register, text }], { rows: "2024-03-31 | J. Smith | done" });
    expect(verdict).toMatchObject({ status: "PARTIAL", flags: ["CADENCE_GAP", "OUT_OF_PERIOD"] });
    expect(verdict.reasoning).toContain("access-reviews-2025.csv is dated 2024-03-31");
  });

  test("of a rule that came into force later, or had expired before, is out of the period", () => {
    const requirement = {
      requirementId: "1",
      title: "Access is controlled.",
      subcheckLabel: null,
      criterionTitle: "A",
      expectation: null,
    };
    const quote = { rule: "User access rights are reviewed every quarter" };
    expect(judge([{ ...policy, effectiveDate: "2026-01-01" }], quote, { requirement }).flags).toEqual([
      "OUT_OF_PERIOD",
    ]);
    expect(judge([{ ...policy, effectiveDate: "2025-12-31" }], quote, { requirement }).flags).toEqual([]);
    expect(judge([{ ...policy, expiresAt: "2024-12-31" }], quote, { requirement }).flags).toEqual([
      "EXPIRED_EVIDENCE",
      "OUT_OF_PERIOD",
    ]);
  });

  test("with rules alone for a practice is DESIGN_ONLY; a record next to them is enough", () => {
    const quote = { rule: "User access rights are reviewed every quarter" };
    expect(judge([policy], quote, { period: null })).toMatchObject({
      status: "PARTIAL",
      flags: ["DESIGN_ONLY"],
      occurrences: null,
    });
    expect(judge([policy, register], { ...quote, ...ALL_ROWS }, { period: null }).flags).toEqual([]);
  });

  test("without a period counts nothing, and under the rules from before nothing keeps it below COMPLETE", () => {
    expect(judge([register], ALL_ROWS, { period: null })).toMatchObject({ status: "COMPLETE", occurrences: null });
    expect(
      judge([policy], { rule: "User access rights are reviewed every quarter" }, { rules: EVIDENCE_RULES_BEFORE })
        .status,
    ).toBe("COMPLETE");
  });
});
