import { EVIDENCE_RULES } from "@assay/contract";
import { expect, test } from "vitest";
import type { EvaluatedEvidence } from "../../src/assessments/evaluated-evidence.ts";
import { checkMeaning } from "../../src/assessments/meaning/check-meaning.ts";
import { memoizeScores } from "../../src/assessments/meaning/memoize-scores.ts";
import { createMeaningReader } from "../../src/assessments/meaning/weigh-claims.ts";
import { noteCitations } from "../../src/assessments/note-citations.ts";
import { verifyAnswer } from "../../src/assessments/verify-answer.ts";
import { createStatedEntailment, SCORES, THRESHOLDS } from "../support/stated-entailment.ts";
import { evaluatedEvidence, judgedPassage } from "./judged.ts";

const TITLE = "Backups are tested at least every month.";
const TESTED = "Backups are tested every month.";
const YEARLY = "Backups are tested every year.";
const { signal } = new AbortController();

function readerOf(text: string, change: Partial<EvaluatedEvidence["passages"][number]> = {}) {
  const { model, asked } = createStatedEntailment();
  const entailment = memoizeScores(model.entailment);
  const evidence: EvaluatedEvidence = {
    ...evaluatedEvidence([{ ...judgedPassage("chunk", text), ...change }]),
    requirement: { ...evaluatedEvidence([]).requirement, title: TITLE },
    rules: EVIDENCE_RULES,
  };
  return {
    evidence,
    entailment,
    asked,
    reader: createMeaningReader(entailment, {
      evidence,
      check: { model: "stated-entailment", sha256: "e".repeat(64), thresholds: THRESHOLDS },
      signal,
    }),
  };
}
const claim = (text: string) => ({ part: TITLE, chunkId: "chunk", text });

test("a claim is weighed by the model and by the rules that read no meaning", async () => {
  const { reader } = readerOf(`${TESTED} ${YEARLY}`);
  expect(await reader.weigh([claim(TESTED), claim(YEARLY)])).toEqual([
    { scores: SCORES.proof, veto: undefined },
    { scores: SCORES.proof, veto: "FIGURE" },
  ]);
});

test("what is hidden, and what no passage has, is not weighed", async () => {
  const hidden = [{ start: 0, end: TESTED.length, reason: "HIDDEN" as const }];
  const { reader, asked } = readerOf(`${TESTED} ${YEARLY}`, { flaggedRanges: hidden });
  expect(await reader.weigh([claim(TESTED), claim("The auditors are content with all of it.")])).toEqual([
    undefined,
    undefined,
  ]);
  expect(asked).toEqual([]);
});

test.each(["STRUCK", "HIDDEN"] as const)(
  "a %s sentence next to a claim takes nothing of it back, and adds nothing",
  async (reason) => {
    const denial = "However, this is not done at present.";
    const claimed = `It is so: ${TESTED}`;
    const flag = (text: string) => ({
      flaggedRanges: [{ start: text.indexOf(denial), end: text.indexOf(denial) + denial.length, reason }],
    });
    const after = `${TESTED} ${denial}`;
    const noteOn = (change: Partial<EvaluatedEvidence["passages"][number]>) => {
      const { evidence } = readerOf(after, change);
      return noteCitations([{ documentId: "document", chunkId: "chunk", text: TESTED, pageNumber: 1 }], evidence);
    };
    expect(noteOn({})).toMatchObject([{ weak: "NEGATED" }]);
    expect(noteOn(flag(after))).toEqual([]);
    const before = `${denial} ${claimed}`;
    const [shown, counted] = [readerOf(before), readerOf(before, flag(before))];
    await shown.reader.weigh([claim(claimed)]);
    await counted.reader.weigh([claim(claimed)]);
    expect(shown.asked.map(({ evidence }) => evidence)).toEqual([`${denial}\n${claimed}`]);
    expect(counted.asked.map(({ evidence }) => evidence)).toEqual([claimed]);
  },
);

test("a draft speaks against all that it says", async () => {
  const { reader } = readerOf(TESTED, { documentState: "DRAFT" });
  expect(await reader.weigh([claim(TESTED)])).toMatchObject([{ veto: "DRAFT" }]);
});

test("what was weighed is not computed a second time by the check of the answer", async () => {
  const { reader, entailment, evidence, asked } = readerOf(`${TESTED} ${YEARLY}`);
  await reader.weigh([claim(TESTED), claim(YEARLY)]);
  const answer = {
    confidence: 0.8,
    quotes: [],
    reasoning: "",
    remediation: null,
    parts: [{ part: TITLE, verdict: "MET" as const, why: "", chunkId: "chunk", quote: TESTED }],
  };
  const checked = await checkMeaning(
    entailment,
    { answer, verified: verifyAnswer(answer, evidence.passages), evidence },
    signal,
  );
  expect([...checked.values()]).toEqual([[{ part: 0, scores: SCORES.proof }]]);
  expect(asked).toHaveLength(2);
});
