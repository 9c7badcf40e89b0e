import { EVIDENCE_RULES_BEFORE, type PartVerdict } from "@assay/contract";
import { describe, expect, test } from "vitest";
import { evaluateAnswer } from "../../src/assessments/evaluate-answer.ts";
import { toStoredAnswer } from "../../src/assessments/stored-answer.ts";
import type { Answer, AnsweredPart } from "../../src/ports/assessor.ts";
import { evaluatedEvidence, judgedPassage } from "./judged.ts";

const DAILY = "Backups are taken every day by the operations team.";
const TESTS = "Backups are restored as a test twice a year.";
const evidence = evaluatedEvidence([judgedPassage("chunk", `${DAILY} ${TESTS}`)]);

const part = (name: string, verdict: PartVerdict, quote: string): AnsweredPart => ({
  part: name,
  verdict,
  why: `${name} is ${verdict}.`,
  chunkId: "chunk",
  quote,
});
const answer = (confidence: number, parts: readonly AnsweredPart[], more: Partial<Answer> = {}): Answer => ({
  confidence,
  quotes: [],
  reasoning: "As told.",
  remediation: null,
  parts,
  ...more,
});
const judge = (confidence: number, ...verdicts: readonly PartVerdict[]) =>
  evaluateAnswer(
    answer(
      confidence,
      verdicts.map((verdict, at) => part(`part ${at}`, verdict, [DAILY, TESTS][at]!)),
    ),
    evidence,
  );

describe("the verdicts of the parts bound the confidence", () => {
  test.each([
    [0.95, ["MET", "MET"], 0.95, "COMPLETE"],
    [0.6, ["MET", "MET"], 0.6, "PARTIAL"],
    [0.95, ["MET", "PARTLY"], 0.74, "PARTIAL"],
    [0.5, ["MET", "NOT_MET"], 0.5, "PARTIAL"],
    [0.95, ["MET", "CONTRADICTED"], 0.74, "PARTIAL"],
    [0.95, ["PARTLY", "NOT_MET"], 0.74, "PARTIAL"],
    [0.95, ["NOT_MET", "NOT_MET"], 0.39, "MISSING"],
    [0.95, ["NOT_MET", "CONTRADICTED"], 0.39, "MISSING"],
    [0.2, ["NOT_MET", "NOT_MET"], 0.2, "MISSING"],
  ] as const)("%d with %j is %d, %s", (confidence, verdicts, bounded, status) => {
    expect(judge(confidence, ...verdicts)).toMatchObject({ confidence: bounded, status });
  });

  test("and the reasoning says so where they do", () => {
    expect(judge(0.95, "MET", "NOT_MET").reasoning).toMatch(/bounded because not every part/);
    expect(judge(0.95, "MET", "MET").reasoning).toBe("As told.");
  });
});

test("each part names the citations that it rests on", () => {
  const verdict = evaluateAnswer(
    answer(0.9, [part("a", "MET", DAILY), part("b", "MET", TESTS)], { quotes: [{ chunkId: "chunk", text: DAILY }] }),
    evidence,
  );
  expect(verdict.citations.map(({ text }) => text)).toEqual([DAILY, TESTS]);
  expect(verdict.parts).toEqual([
    { part: "a", verdict: "MET", why: "a is MET.", citations: [0] },
    { part: "b", verdict: "MET", why: "b is MET.", citations: [1] },
  ]);
});

test("a part that is answered twice counts as the more careful of both", () => {
  const { parts } = evaluateAnswer(answer(0.9, [part("a", "MET", DAILY), part("a", "PARTLY", TESTS)]), evidence);
  expect(parts).toEqual([{ part: "a", verdict: "PARTLY", why: "a is MET. a is PARTLY.", citations: [0, 1] }]);
});

test("a part that no quote proves is not met, whatever the assessor says", () => {
  const verdict = evaluateAnswer(
    answer(1, [
      part("a", "MET", DAILY),
      part("b", "MET", "Nobody has ever written this sentence."),
      part("c", "MET", ""),
    ]),
    evidence,
  );
  expect(verdict).toMatchObject({ confidence: 0.74, status: "PARTIAL", flags: ["UNVERIFIED_QUOTES_DROPPED"] });
  expect(verdict.parts?.map(({ verdict: of, citations }) => [of, citations])).toEqual([
    ["MET", [0]],
    ["PARTLY", []],
    ["PARTLY", []],
  ]);
  expect(verdict.parts?.[1]?.why).toMatch(/No quote for this part could be verified/);
});

test("a part that the evidence contradicts is flagged", () => {
  expect(judge(0.9, "MET", "CONTRADICTED").flags).toEqual(["CONTRADICTED"]);
  expect(judge(0.9, "MET", "NOT_MET").flags).toEqual([]);
});

test("the figure of another part does not make a citation weak; its own, and a negation, do", () => {
  const title = "Backups are taken every day and restored as a test twice a year";
  const judgeTests = (quote: string) => {
    const guarded = {
      ...evaluatedEvidence([judgedPassage("chunk", `${DAILY} ${quote}`)]),
      rules: { ...EVIDENCE_RULES_BEFORE, weakSupport: "CAP" as const },
    };
    const parts = [
      part("Backups are taken every day", "MET", DAILY),
      part("Backups are restored as a test twice a year", "MET", quote),
    ];
    return evaluateAnswer(answer(0.9, parts), { ...guarded, requirement: { ...guarded.requirement, title } });
  };
  expect(judgeTests(TESTS)).toMatchObject({ status: "COMPLETE", citationNotes: [] });
  for (const quote of [
    "Backups are not restored as a test twice a year.",
    "Backups are restored as a test every five years.",
  ])
    expect(judgeTests(quote), quote).toMatchObject({ status: "PARTIAL", flags: ["WEAK_SUPPORT"] });
});

describe("what the assessor says of the documents", () => {
  const rules = { ...EVIDENCE_RULES_BEFORE, weakSupport: "CAP", contradicted: "CAP" } as const;
  const other = judgedPassage("other", "Visitors wear a badge in the building.");
  const guarded = { ...evidence, passages: [...evidence.passages, other], rules };
  const whole = answer(0.9, [part("a", "MET", DAILY), part("b", "MET", TESTS)]);
  const stating = (state: string) =>
    evaluateAnswer({ ...whole, documents: [{ chunkId: "chunk", kind: "policy", state }] }, guarded);

  test.each([
    ["DRAFT", "DRAFT"],
    ["template", "TEMPLATE"],
    ["superseded", "SUPERSEDED"],
    ["other organisation", "OTHER_PARTY"],
    ["QUESTIONNAIRE", "QUESTION"],
  ])("takes the strength of citations of one that is called %s", (state, weak) => {
    const verdict = stating(state);
    expect(verdict).toMatchObject({ status: "PARTIAL", confidence: 0.74, flags: ["WEAK_SUPPORT"] });
    expect(verdict.citationNotes).toEqual([
      { index: 0, weak },
      { index: 1, weak },
    ]);
  });

  test("changes nothing of one that is active, or where the rule is off", () => {
    expect(stating("IN_FORCE")).toMatchObject({ status: "COMPLETE", citationNotes: [] });
    const documents = [{ chunkId: "chunk", kind: "policy", state: "DRAFT" }];
    expect(evaluateAnswer({ ...whole, documents }, evidence)).toMatchObject({ status: "COMPLETE", citationNotes: [] });
  });

  test("keeps a verdict below COMPLETE where passages that were shown differ", () => {
    const conflicts = [{ chunkIds: ["chunk", "other"], about: "Twice or once a year." }];
    expect(evaluateAnswer({ ...whole, conflicts }, guarded)).toMatchObject({
      status: "PARTIAL",
      flags: ["CONTRADICTED"],
    });
    const invented = [{ chunkIds: ["chunk", "chunk", ""], about: "Nothing." }];
    expect(evaluateAnswer({ ...whole, conflicts: invented }, guarded).flags).toEqual([]);
  });
});

test("an answer without parts is judged by its confidence", () => {
  const verdict = evaluateAnswer(answer(0.9, [], { quotes: [{ chunkId: "chunk", text: DAILY }] }), evidence);
  expect(verdict).toMatchObject({ status: "COMPLETE", parts: null });
});

test("what is kept of an answer is judged alike, and fits the database", () => {
  const whole = answer(0.9, [part("a", "MET", DAILY)], {
    documents: [{ chunkId: "chunk", kind: "policy", state: "in force" }],
    conflicts: [{ chunkIds: ["chunk", "other"], about: "how\0 often" }],
    missing: ["who does it"],
  });
  const stored = toStoredAnswer(whole);
  expect(stored).toMatchObject({ ...whole, conflicts: [{ chunkIds: ["chunk", "other"], about: "how often" }] });
  expect(evaluateAnswer(stored, evidence)).toEqual(evaluateAnswer(whole, evidence));
});
