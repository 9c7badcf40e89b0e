import { EVIDENCE_RULES, EVIDENCE_RULES_BEFORE } from "@assay/contract";
import { readRequirement } from "@assay/language/requirement";
import { listStatements } from "@assay/language/text";
import { threadMsOf } from "@assay/testing/thread-time";
import { describe, expect, test } from "vitest";
import { evaluateAnswer } from "../../src/assessments/evaluate-answer.ts";
import { prepareRules } from "../../src/assessments/evidence-rules.ts";
import { noteWeakness } from "../../src/assessments/guard/note-weakness.ts";
import { evaluatedEvidence, judgedPassage } from "./judged.ts";

const TITLE = "All laptops are encrypted";
const PARTS = ["laptops are encrypted", "all laptops of the sales team are encrypted"];
const DENIED = "Laptops of the sales team are not encrypted at all.";
const SOUND = "All laptops are encrypted with BitLocker before they are handed out.";

function judge(texts: readonly string[], more: { parts?: boolean; rules?: typeof EVIDENCE_RULES } = {}) {
  const passages = texts.map((text, index) => ({ ...judgedPassage(`c${index}`, text), documentId: "one" }));
  const evidence = evaluatedEvidence(passages);
  const quotes = texts.map((text, index) => ({ chunkId: `c${index}`, text }));
  const parts = quotes.map(({ chunkId, text }, index) => ({
    part: PARTS[index]!,
    verdict: "MET" as const,
    why: "",
    chunkId,
    quote: text,
  }));
  return evaluateAnswer(
    { confidence: 0.95, quotes, reasoning: "It says so.", remediation: null, ...(more.parts ? { parts } : {}) },
    {
      ...evidence,
      requirement: { ...evidence.requirement, title: TITLE },
      rules: more.rules ?? { ...EVIDENCE_RULES, contradicted: "OFF" },
    },
  );
}

test("a COMPLETE needs a citation that passes", () => {
  expect(judge([DENIED])).toMatchObject({
    status: "PARTIAL",
    confidence: 0.74,
    flags: ["WEAK_SUPPORT"],
    citationNotes: [{ index: 0, weak: "NEGATED" }],
    reasoning:
      "It says so. No citation proves what is required: it says that the thing is not so. For this reason the confidence was kept below COMPLETE.",
  });
});

test("a weak citation next to a sound one stays, with its reason", () => {
  expect(judge([SOUND, DENIED])).toMatchObject({
    status: "COMPLETE",
    flags: [],
    citationNotes: [{ index: 1, weak: "NEGATED" }],
  });
});

test("each part that is said to be met needs a citation that passes", () => {
  expect(judge([SOUND, DENIED], { parts: true })).toMatchObject({ status: "PARTIAL", flags: ["WEAK_SUPPORT"] });
  expect(judge([SOUND, SOUND], { parts: true })).toMatchObject({ status: "COMPLETE", flags: [] });
});

test("an engine version from before the guard gives what it gave", () => {
  expect(judge([DENIED], { rules: EVIDENCE_RULES_BEFORE })).toMatchObject({
    status: "COMPLETE",
    confidence: 0.95,
    flags: [],
    citationNotes: [],
    reasoning: "It says so.",
  });
});

describe("no text takes long", () => {
  const texts = {
    "one long sentence": "the laptops that are not encrypted and the servers which will be ".repeat(400),
    "words without end": "a ".repeat(20_000),
    "one word without end": "a".repeat(30_000),
    "settings without end": "retention_days = false, ".repeat(1500),
    "counts and shares": "of the 40 laptops 12 of 31 not encrypted, 7 unencrypted ".repeat(500),
    "brackets and lines": "[ { < ( _ . - | ".repeat(3000),
    "figures and dates": "between 12 and 14 days until 12 March 2024 to 3.4.2025, ".repeat(400),
    rows: `| ${"no | planned | ".repeat(500)}\n`.repeat(10),
  };
  test.for(Object.entries(texts))("%s", async ([, text]) => {
    const note = () =>
      noteWeakness({
        requirement: readRequirement({ title: "All laptops are encrypted every 90 days", criterionTitle: "" }),
        passage: { text, statements: listStatements(text), documentTitle: "policy.txt" },
        range: { start: 0, end: 500 },
        on: "2026-11-22",
      });
    expect(await threadMsOf(note)).toBeLessThan(2000);
  });
});

describe("the work grows no faster than the text", () => {
  const units = {
    "dates without a year": "3 May, ",
    "dates with a year": "3 May 2026, ",
    "numbers in words": "one, two, ",
    "counts of people": "three men ",
    denials: "can not do it ",
    labels: "Agreements: 5. ",
    rows: "a | 3 May 2026 | 4 May 2026\n",
  };
  const title = "Access is revoked within 24 hours of departure and reviewed twice a year";

  /** Characters that regular expressions read where all of the text is cited. */
  function countWork(unit: string, length: number): number {
    const text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
    const { exec } = RegExp.prototype;
    let work = 0;
    RegExp.prototype.exec = function (this: RegExp, input: string) {
      const from = this.global || this.sticky ? this.lastIndex : 0;
      const match = exec.call(this, input);
      work += (match ? match.index + match[0].length : String(input).length) - from;
      return match;
    };
    try {
      noteWeakness({
        requirement: readRequirement({ title, criterionTitle: "" }),
        passage: { text, statements: listStatements(text), documentTitle: "policy.txt" },
        range: { start: 0, end: length },
        on: "2026-11-22",
      });
    } finally {
      RegExp.prototype.exec = exec;
    }
    return work;
  }

  test.for(Object.entries(units))("%s", ([, unit]) => {
    const [short, long] = [countWork(unit, 4_000), countWork(unit, 16_000)];
    expect(long / short).toBeLessThan(4.5);
  });
});

test("contradictions that were found while the model answered are not looked for again, and count the same", () => {
  const evidence = { ...evaluatedEvidence([]), rules: { ...EVIDENCE_RULES, weakSupport: "OFF" as const } };
  let reads = 0;
  const passageOf = (documentId: string, text: string) => ({
    ...judgedPassage(documentId, text),
    documentId,
    get text() {
      reads += 1;
      return text;
    },
  });
  const requirement = { ...evidence.requirement, title: "Passwords have at least 12 characters" };
  const passages = [
    passageOf("one", "Passwords have at least 12 characters."),
    passageOf("two", "Passwords have at least 8 characters."),
  ];
  const prepared = { ...evidence, requirement, passages };
  prepareRules(prepared);
  expect(reads).toBeGreaterThan(0);
  reads = 0;
  const answer = { confidence: 0.9, quotes: [], reasoning: "It says so.", remediation: null };
  const verdict = evaluateAnswer(answer, prepared);
  expect(verdict.flags).toEqual(["CONTRADICTED"]);
  const readsAfter = reads;
  expect(evaluateAnswer(answer, { ...prepared })).toEqual(verdict);
  expect(reads - readsAfter).toBeGreaterThan(readsAfter);
});
