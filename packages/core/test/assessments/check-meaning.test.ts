import { EVIDENCE_RULES, type PartVerdict } from "@assay/contract";
import { describe, expect, test } from "vitest";
import { evaluateChecked } from "../../src/assessments/evaluate-checked.ts";
import type { EvaluatedEvidence } from "../../src/assessments/evaluated-evidence.ts";
import { type Check, checkMeaning } from "../../src/assessments/meaning/check-meaning.ts";
import type { Answer } from "../../src/ports/assessor.ts";
import type { Entailment, EntailmentScores } from "../../src/ports/entailment.ts";
import { COVERS, createStatedEntailment, SCORES, THRESHOLDS } from "../support/stated-entailment.ts";
import { evaluatedEvidence, judgedPassage } from "./judged.ts";

const MENU = "The cafeteria serves soup on Mondays.";
const MFA = "Administrators sign in with a second factor.";
const LOGS = "Sign-ins are logged.";
const NEVER = "Nobody uses a second factor.";

const evidenceOf = (text: string, title: string, unchecked: "NOTE" | "CAP" = "NOTE"): EvaluatedEvidence => ({
  ...evaluatedEvidence([judgedPassage("chunk", text)]),
  requirement: { ...evaluatedEvidence([]).requirement, title },
  rules: EVIDENCE_RULES,
  meaning: { model: "stated-entailment", sha256: "e".repeat(64), thresholds: THRESHOLDS, covers: COVERS, unchecked },
});
const answerOf = (...quotes: readonly string[]): Answer => ({
  confidence: 0.95,
  quotes: quotes.map((text) => ({ chunkId: "chunk", text })),
  reasoning: "As told.",
  remediation: null,
});
const partsOf = (...parts: readonly [part: string, verdict: PartVerdict, quote: string][]): Answer => ({
  ...answerOf(),
  parts: parts.map(([part, verdict, quote]) => ({ part, verdict, why: "Seen.", chunkId: "chunk", quote })),
});
const checkBy =
  (entailment: Entailment): Check =>
  (cited) =>
    checkMeaning(entailment, cited, new AbortController().signal);
function judge(answer: Answer, stated: Record<string, EntailmentScores>, title = "Administrators use two factors") {
  const { model } = createStatedEntailment(stated);
  const evidence = evidenceOf([MENU, MFA, LOGS, NEVER].join(" "), title);
  return evaluateChecked(answer, { evidence, check: checkBy(model.entailment) });
}

describe("a verbatim quote about something else", () => {
  test("is no citation: it is set aside with what the model said, and named", async () => {
    const verdict = await judge(answerOf(MENU), { [MENU]: SCORES.offTopic });
    expect(verdict).toMatchObject({ status: "MISSING", citations: [] });
    expect(verdict.setAside).toMatchObject([{ text: MENU, meaning: [{ part: null, scores: SCORES.offTopic }] }]);
    expect(verdict.reasoning).toContain(`Not counted, showing nothing of what is required: "${MENU}" (policy.pdf).`);
    expect(verdict.reasoning).toContain("no quote of the answer shows anything of what is required");
  });

  test.each([
    ["plans", "A second factor will be enabled once the new portal is live.", "it speaks of what is still to come"],
    ["asks", "Do administrators sign in with a second factor?", "it is a question"],
  ])("that only %s is named with what its wording says, and the verdict is the same", async (_, text, why) => {
    const { model } = createStatedEntailment({ [text]: SCORES.offTopic });
    const evidence = evidenceOf(text, "Administrators use two factors");
    const verdict = await evaluateChecked(answerOf(text), { evidence, check: checkBy(model.entailment) });
    expect(verdict).toMatchObject({ status: "MISSING", citations: [], setAside: [{ text }], citationNotes: [] });
    expect(verdict.reasoning).toContain(`"${text}" (policy.pdf; ${why}).`);
    const rules = { ...EVIDENCE_RULES, weakSupport: "OFF" as const };
    const unruled = { evidence: { ...evidence, rules }, check: checkBy(model.entailment) };
    expect((await evaluateChecked(answerOf(text), unruled)).reasoning).toContain(`"${text}" (policy.pdf).`);
  });

  test("does not take the others with it, whose places follow", async () => {
    const verdict = await judge(answerOf(MENU, MFA), { [MENU]: SCORES.offTopic });
    expect(verdict).toMatchObject({ status: "COMPLETE", citations: [{ text: MFA }] });
    expect(verdict.citationNotes).toEqual([{ index: 0, meaning: [{ part: null, scores: SCORES.proof }] }]);
  });

  test("leaves the part that it was cited for unproved", async () => {
    const verdict = await judge(partsOf(["two factors", "MET", MFA], ["logged", "MET", MENU]), {
      [MENU]: SCORES.offTopic,
    });
    expect(verdict.status).toBe("PARTIAL");
    expect(verdict.parts).toMatchObject([
      { verdict: "MET", citations: [0] },
      { verdict: "PARTLY", citations: [] },
    ]);
  });
});

describe("a quote about the subject", () => {
  test.each([
    ["that denies it is weak", SCORES.denial, "CONTRADICTS"],
    ["that does not show it is weak", SCORES.thin, "NOT_ENTAILED"],
  ] as const)("%s, and alone never more than PARTIAL", async (_, scores, weak) => {
    const verdict = await judge(answerOf(MFA), { [MFA]: scores });
    expect(verdict).toMatchObject({ status: "PARTIAL", flags: ["WEAK_SUPPORT"] });
    expect(verdict.citationNotes).toMatchObject([{ index: 0, weak, meaning: [{ scores }] }]);
  });

  test("that proves one part proves no other one", async () => {
    const { model } = createStatedEntailment();
    const entailment = {
      ...model.entailment,
      score: async (pairs: readonly { requirement: string }[]) =>
        pairs.map(({ requirement }) => (requirement === "logged" ? SCORES.thin : SCORES.proof)),
    };
    const evidence = evidenceOf(`${MFA} ${LOGS}`, "Two factors, logged");
    const answer = partsOf(["two factors", "MET", MFA], ["logged", "MET", MFA]);
    const verdict = await evaluateChecked(answer, { evidence, check: checkBy(entailment) });
    expect(verdict).toMatchObject({ status: "PARTIAL", flags: ["WEAK_SUPPORT"] });
    expect(verdict.reasoning).toContain("No citation proves logged");
  });
});

test("a score is stored to three decimals, judged as stored, and one near its threshold is said to be close", async () => {
  const close = { supports: 0.21049, partly: 0.7, contradicts: 0.0395, unrelated: 0.05 };
  const verdict = await judge(answerOf(MFA), { [MFA]: close });
  expect(verdict.citationNotes[0]!.meaning![0]!.scores).toEqual({
    supports: 0.21,
    partly: 0.7,
    contradicts: 0.04,
    unrelated: 0.05,
  });
  expect(verdict.reasoning).toContain("Close to a threshold of the check for meaning: quote 1.");
});

describe("where the engine version names a threshold from which the model is sure", () => {
  const judgeBy = (text: string, supports: number, doubtful: number | undefined, title: string) => {
    const { model } = createStatedEntailment({ [text]: { ...SCORES.proof, supports } });
    const evidence = evidenceOf(text, title);
    const meaning = { ...evidence.meaning!, thresholds: { ...THRESHOLDS, ...(doubtful && { doubtful }) } };
    return evaluateChecked(answerOf(text), { evidence: { ...evidence, meaning }, check: checkBy(model.entailment) });
  };
  const REWORDED = "We tried the vendor's default password on all 31 switches and were turned away by each.";
  const NOT = "Administrators do not sign in with a second factor.";

  test("such words count where the model is sure of them", async () => {
    expect(await judgeBy(REWORDED, 0.3, 0.4, "Default passwords are changed")).toMatchObject({
      status: "PARTIAL",
      citationNotes: [{ weak: "UNRELATED" }],
    });
    expect(await judgeBy(REWORDED, 0.5, 0.4, "Default passwords are changed")).toMatchObject({ status: "COMPLETE" });
  });

  test("a mark of the past counts unless the model is sure", async () => {
    const text =
      "Job sent from HR to all 22 devices in turn: none printed until the badge was held to the reader; unclaimed jobs vanished after four hours";
    const title = "Printers require release of confidential jobs with badge or PIN.";
    expect(await judgeBy(text, 0.3, 0.4, title)).toMatchObject({
      status: "PARTIAL",
      citationNotes: [{ weak: "PAST" }],
    });
    expect(await judgeBy(text, 0.5, 0.4, title)).toMatchObject({ status: "COMPLETE" });
  });

  test.each([
    ["is planned", "A second factor is not enforced for administrators; it is planned for next year.", "NEGATED"],
    ["is not yet there", "A second factor is not yet enabled for administrators.", "NEGATED"],
    ["is there no longer", "A second factor is no longer enforced for administrators.", "NEGATED"],
    ["is another's", "The provider says that a second factor is not enabled for administrators.", "NEGATED"],
    ["begins later", "Administrators sign in with a second factor from 1 March 2031 on.", "PLANNED"],
    ["is of some", "17 of 41 administrators sign in with a second factor.", "EXCLUSION"],
  ])("no score outdoes what %s", async (_, text, weak) => {
    expect(await judgeBy(text, 0.99, 0.4, "All administrators sign in with a second factor")).toMatchObject({
      status: "PARTIAL",
      citationNotes: [{ weak }],
    });
  });

  test.each([
    [
      "the sentence after it",
      "All administrators sign in with a second factor. Administrators of the test system are exempt.",
    ],
    ["a heading above it", "## Planned measures\n\n### Sign-in\n\nAll administrators sign in with a second factor."],
  ])("no score outdoes %s, which the model has not read", async (_, text) => {
    const quote = "All administrators sign in with a second factor.";
    const { model } = createStatedEntailment({ [quote]: { ...SCORES.proof, supports: 0.99 } });
    const evidence = evidenceOf(text, "All administrators sign in with a second factor");
    const meaning = { ...evidence.meaning!, thresholds: { ...THRESHOLDS, doubtful: 0.4 } };
    const verdict = await evaluateChecked(answerOf(quote), {
      evidence: { ...evidence, meaning },
      check: checkBy(model.entailment),
    });
    expect(verdict.status).toBe("PARTIAL");
  });

  test("no score outdoes a figure that is not met", async () => {
    const text = "Passwords have at least 8 characters, except those of the test system.";
    expect(await judgeBy(text, 0.99, 0.4, "Passwords have at least 12 characters")).toMatchObject({
      status: "PARTIAL",
      citationNotes: [{ weak: "FIGURE" }],
    });
  });

  test("no score outdoes a negation", async () => {
    expect(await judgeBy(NOT, 0.99, 0.4, MFA)).toMatchObject({
      status: "PARTIAL",
      citationNotes: [{ weak: "NEGATED" }],
    });
    expect(await judgeBy(NOT, 0.99, undefined, MFA)).toMatchObject({ status: "COMPLETE" });
  });
});

describe("where a kind of text has thresholds of its own", () => {
  const ROW = "| System | Second factor |\n|---|---|\n| Console | on for each administrator |";
  const CELLS = "Console | on for each administrator";
  const judgeBy = (text: string, quote: string, supports: number) => {
    const { model } = createStatedEntailment({ [quote.slice(0, 7)]: { ...SCORES.proof, supports } });
    const evidence = evidenceOf(text, "Administrators use two factors");
    const thresholds = { ...THRESHOLDS, supports: 0.4, kinds: { TABLE_ROW: { ...THRESHOLDS, supports: 0.7 } } };
    const check = checkBy(model.entailment);
    return evaluateChecked(answerOf(quote), {
      evidence: { ...evidence, meaning: { ...evidence.meaning!, thresholds } },
      check,
    });
  };

  test("they decide for its quotes alone, and each pair keeps its kind", async () => {
    const row = await judgeBy(ROW, CELLS, 0.5);
    expect(row).toMatchObject({
      status: "PARTIAL",
      citationNotes: [{ weak: "NOT_ENTAILED", meaning: [{ kind: "TABLE_ROW" }] }],
    });
    expect(await judgeBy(ROW, CELLS, 0.8)).toMatchObject({ status: "COMPLETE" });
    const prose = await judgeBy(MFA, MFA, 0.5);
    expect(prose).toMatchObject({ status: "COMPLETE", citationNotes: [{ meaning: [{ kind: "PROSE" }] }] });
  });

  test("a score is close to those of its kind", async () => {
    const said = "Close to a threshold of the check for meaning";
    expect((await judgeBy(ROW, CELLS, 0.71)).reasoning).toContain(said);
    expect((await judgeBy(ROW, CELLS, 0.41)).reasoning).not.toContain(said);
    expect((await judgeBy(MFA, MFA, 0.41)).reasoning).toContain(said);
  });
});

test("figures, dates and settings are not left to the model", async () => {
  const text = "Backups are kept for 10 days.";
  const { model } = createStatedEntailment();
  const evidence = evidenceOf(text, "Backups are kept for at least 30 days");
  const verdict = await evaluateChecked(answerOf(text), { evidence, check: checkBy(model.entailment) });
  expect(verdict).toMatchObject({ status: "PARTIAL", citationNotes: [{ weak: "FIGURE" }] });
});

test("what no model has looked at is said, and bounded by nothing more", async () => {
  const verdict = await evaluateChecked(answerOf(MFA), {
    evidence: evidenceOf(MFA, MFA.slice(0, -1)),
    check: undefined,
  });
  expect(verdict.flags).toContain("NOT_CHECKED_FOR_MEANING");
});

describe("a quote that the model was not measured on", () => {
  const GERMAN = "Administratoren melden sich immer mit einem zweiten Faktor an.";
  const judgeUnread = async (
    text: string,
    {
      title = "Administrators use two factors",
      unchecked = "NOTE" as "NOTE" | "CAP",
      certainty = null as number | null,
    } = {},
    answer = answerOf(text),
  ) => {
    const { model, asked } = createStatedEntailment();
    const evidence = evidenceOf(text, title, unchecked);
    const passages = evidence.passages.map((passage) => ({ ...passage, certainty }));
    const verdict = await evaluateChecked(answer, {
      evidence: { ...evidence, passages },
      check: checkBy(model.entailment),
    });
    return { verdict, asked };
  };

  test.each([
    ["in another language", GERMAN, {}],
    ["of a requirement in another language", MFA, { title: "Administratoren nutzen immer einen zweiten Faktor" }],
    ["that was read from an image", MFA, { certainty: 0.99 }],
  ])("%s is not asked about, and the verdict says so", async (_, text, options) => {
    const { verdict, asked } = await judgeUnread(text, options);
    expect(asked).toEqual([]);
    expect(verdict).toMatchObject({ status: "COMPLETE", flags: ["NOT_CHECKED_FOR_MEANING"], setAside: null });
    expect(verdict.citationNotes).toMatchObject([{ index: 0, meaning: [{ part: null, scores: null }] }]);
    expect(verdict.reasoning).toContain("Not checked for meaning");
  });

  test("is told by its passage where its own words are too few", async () => {
    const { asked } = await judgeUnread(`${GERMAN} MFA: aktiviert`, {}, answerOf("MFA: aktiviert"));
    expect(asked).toEqual([]);
  });

  test("makes nothing COMPLETE by an assessor that goes by words", async () => {
    const { verdict } = await judgeUnread(GERMAN, { unchecked: "CAP" });
    expect(verdict).toMatchObject({ status: "PARTIAL", flags: ["NOT_CHECKED_FOR_MEANING"] });
    const { verdict: proved } = await judgeUnread(`${GERMAN}\n\n${MFA}`, { unchecked: "CAP" }, answerOf(GERMAN, MFA));
    expect(proved).toMatchObject({ status: "COMPLETE", flags: ["NOT_CHECKED_FOR_MEANING"] });
  });

  test("leaves the part that rests on it below COMPLETE", async () => {
    const answer = partsOf(["two factors", "MET", MFA], ["logged", "MET", GERMAN]);
    const { verdict } = await judgeUnread(`${MFA}\n\n${GERMAN}`, { unchecked: "CAP" }, answer);
    expect(verdict.status).toBe("PARTIAL");
  });
});

describe("the model is asked", () => {
  const ask = async (text: string, quote: string) => {
    const { model, asked } = createStatedEntailment();
    await evaluateChecked(answerOf(quote), {
      evidence: evidenceOf(text, "Sign-ins need two factors"),
      check: checkBy(model.entailment),
    });
    return asked.map(({ evidence, context }) => ({ evidence, context }));
  };

  test("of whole sentences, with their heading and document", async () => {
    expect(await ask(`# 2.1 Access\n\n${MFA} ${LOGS}`, "sign in with a second factor")).toEqual([
      { evidence: MFA, context: "policy, Access" },
    ]);
  });

  test("of the sentence before as well, where the quote continues about it", async () => {
    expect(
      await ask(`${MENU} ${MFA} This is logged by the directory.`, "This is logged by the directory."),
    ).toMatchObject([{ evidence: `${MFA}\nThis is logged by the directory.` }]);
  });

  test("of a row by its headings", async () => {
    const table = "| System | Second factor |\n|---|---|\n| Payroll | required |";
    expect(await ask(table, "| Payroll | required |")).toMatchObject([
      { evidence: expect.stringMatching(/System: Payroll \| Second factor: required/) },
    ]);
  });
});

describe("an assessor that goes by words", () => {
  const byWords = { ...evidenceOf(MFA, "Administrators use two factors"), goesByWords: true };

  test("says at most PARTIAL where no model for meaning runs, with the flag and the reason", async () => {
    const verdict = await evaluateChecked(answerOf(MFA), { evidence: { ...byWords, meaning: null }, check: undefined });
    expect(verdict).toMatchObject({ status: "PARTIAL", flags: ["NOT_CHECKED_FOR_MEANING"] });
    expect(verdict.reasoning).toContain("Not checked for meaning, because no model for it runs here");
    const other = await evaluateChecked(answerOf(MFA), {
      evidence: { ...byWords, meaning: null, goesByWords: false },
      check: undefined,
    });
    expect(other).toMatchObject({ status: "COMPLETE", flags: [] });
  });

  test("says at most PARTIAL of a language or kind of text that the model does not cover", async () => {
    const german = "Administratoren melden sich immer mit einem zweiten Faktor an, und das wird jedes Jahr geprüft.";
    const evidence = { ...evidenceOf(german, "Administrators use two factors"), goesByWords: true };
    const check = checkBy(createStatedEntailment().model.entailment);
    const verdict = await evaluateChecked(answerOf(german), { evidence, check });
    expect(verdict).toMatchObject({ status: "PARTIAL", flags: ["NOT_CHECKED_FOR_MEANING"] });
    expect(verdict.reasoning).toContain("Not checked for meaning, because the model does not cover");
  });

  test("says COMPLETE of what the model takes for proof, and nothing of what it did not cite", async () => {
    const check = checkBy(createStatedEntailment().model.entailment);
    expect(await evaluateChecked(answerOf(MFA), { evidence: byWords, check })).toMatchObject({
      status: "COMPLETE",
      flags: [],
    });
    const none = await evaluateChecked(answerOf(), { evidence: { ...byWords, meaning: null }, check: undefined });
    expect(none).toMatchObject({ status: "MISSING", flags: [] });
  });
});
