import { z } from "zod";
import { calendarDate, id } from "./primitives.ts";
import { expectationKind, partVerdict, ruleEffect, textKind, textSource, weakReason } from "./sets.ts";

const count = z.int().nonnegative();

/** `EVENT`, or an ISO 8601 duration of days, weeks, months or years, such as P90D. */
export const INTERVAL = /^(EVENT|P[1-9]\d{0,3}[DWMY])$/;

export const expectation = z
  .strictObject({
    kind: expectationKind,
    every: z
      .string()
      .regex(INTERVAL, "must be EVENT or an ISO 8601 duration such as P90D")
      .nullable()
      .describe("How often it has to happen, or EVENT for after each event; null where the requirement does not say."),
  })
  .describe("Whether a requirement asks for a rule that is laid down, or for proof that it is followed.");
export type Expectation = z.infer<typeof expectation>;

/** Most that a period of a run may be long. */
export const PERIOD_MONTHS_MAX = 36;

export const period = z
  .strictObject({ from: calendarDate, to: calendarDate })
  .describe("The time that a run is about; both days belong to it.");
export type Period = z.infer<typeof period>;

export const occurrences = z
  .strictObject({
    expected: count.describe("How often it had to happen in the period."),
    found: count.describe("On how many days of the period records say that it happened."),
    gaps: z
      .array(period)
      .describe("The stretches of the period in which it should have happened and no record says so."),
    facts: z
      .array(z.strictObject({ date: calendarDate, documentId: id, chunkId: id, text: z.string() }))
      .describe("The dates that count, oldest first, with the words that hold them."),
  })
  .describe("What records say of something that has to happen again and again.");
export type Occurrences = z.infer<typeof occurrences>;

/** What an engine version makes of each finding about the evidence of a verdict. */
export const evidenceRules = z
  .strictObject({
    expired: ruleEffect.describe("A cited document had expired when the run started."),
    outOfPeriod: ruleEffect.describe("What is cited lies outside the period of the run."),
    designOnly: ruleEffect.describe("Rules alone are cited where the requirement asks for proof of practice."),
    cadenceGap: ruleEffect.describe("It did not happen as often as it had to."),
    contradicted: ruleEffect.describe("Passages of the evidence say different things."),
    weakSupport: ruleEffect.describe("No citation passes the support guard."),
  })
  .describe("OFF: not looked at. NOTE: said. CAP: said, and the verdict is kept below COMPLETE.");
export type EvidenceRules = z.infer<typeof evidenceRules>;

export const evidenceRuleName = evidenceRules.keyof();
export type EvidenceRuleName = z.infer<typeof evidenceRuleName>;
export const EVIDENCE_RULE_NAMES: readonly EvidenceRuleName[] = evidenceRuleName.options;

/** What a new deployment starts with. */
export const EVIDENCE_RULES: EvidenceRules = {
  expired: "CAP",
  outOfPeriod: "CAP",
  designOnly: "CAP",
  cadenceGap: "CAP",
  contradicted: "CAP",
  weakSupport: "CAP",
};

/** What versions from before these rules continue with. */
export const EVIDENCE_RULES_BEFORE: EvidenceRules = {
  expired: "NOTE",
  outOfPeriod: "OFF",
  designOnly: "OFF",
  cadenceGap: "OFF",
  contradicted: "OFF",
  weakSupport: "OFF",
};

const probability = z.number().min(0).max(1);

/** From 0 to 1, to three decimals; the four add up to 1. */
export const entailmentScores = z
  .strictObject({
    supports: probability.describe("It proves what is required."),
    partly: probability.describe("It proves a part of it."),
    contradicts: probability.describe("It says that it is not so."),
    unrelated: probability.describe("It is about something else."),
  })
  .describe("How likely it is, to the model that checks meaning, that a quote says one of four things.");
export type EntailmentScores = z.infer<typeof entailmentScores>;

export const checkedPair = z
  .strictObject({
    part: count.nullable().describe("Of the requirement, by its index in `parts`; null: the requirement as a whole."),
    scores: entailmentScores.nullable().describe("Null where the model does not cover such words: not checked."),
    kind: textKind.optional().describe("Of the quote, where kinds of text have thresholds of their own."),
  })
  .describe("A quote held against what it is cited for.");
export type CheckedPair = z.infer<typeof checkedPair>;

const limits = {
  related: probability.describe("Of being about the requirement at all: below it a quote is no citation."),
  supports: probability.describe("Of proving it: below it a citation is weak."),
  contradicts: probability.describe("Of saying the contrary: from it on a citation is weak."),
  doubtful: probability
    .optional()
    .describe(
      "Of proving it for sure: from it on, words that are other than the requirement's and the marks of a plan, the past, another party or an exclusion make a citation weak no longer; a negation always does. Absent: no rule of wording applies.",
    ),
};

/** From which probability on something holds. */
export const meaningThresholds = z.strictObject({
  ...limits,
  kinds: z
    .partialRecord(textKind, z.strictObject(limits))
    .optional()
    .describe("In place of these, for quotes of such a kind of text."),
});
export type MeaningLimits = Omit<MeaningThresholds, "kinds">;
export type MeaningThresholds = z.infer<typeof meaningThresholds>;

export const meaningCover = z
  .strictObject({
    languages: z.array(z.string()).describe("Codes of ISO 639-1, such as en."),
    kinds: z.array(textKind),
  })
  .describe("What the model was measured on: a quote or requirement of another language or kind is not checked.");
export type MeaningCover = z.infer<typeof meaningCover>;

export const meaningCheck = z
  .strictObject({
    model: z.string(),
    sha256: z.string().describe("Of the model's weights."),
    runtime: z
      .string()
      .optional()
      .describe(
        "What computed it where the version was made. All runtimes agree within 0.001, so another one may compute it too.",
      ),
    thresholds: meaningThresholds,
    covers: meaningCover.optional().describe("Absent in versions made before it: all quotes are checked."),
    unchecked: ruleEffect
      .optional()
      .describe(
        "CAP: a verdict that rests on quotes which were not checked is kept below COMPLETE, as next to an assessor that goes by words. Absent: NOTE.",
      ),
  })
  .describe("The model by which each citation is checked for its meaning, and by which thresholds.");
export type MeaningCheck = z.infer<typeof meaningCheck>;

export const citationNote = z
  .strictObject({
    index: count.describe("Of the citation, from 0."),
    meaning: z
      .array(checkedPair)
      .optional()
      .describe("Of a run that checks meaning: one for each part it is cited for."),
    weak: weakReason.optional().describe("Why it does not prove what the requirement asks for."),
    textSource: textSource.optional().describe("Absent where its words are the file's own text."),
    certainty: z.number().min(0).max(1).optional().describe("Of words that were read from an image."),
  })
  .describe("What has to be said of a citation.");
export type CitationNote = z.infer<typeof citationNote>;

export const judgedPart = z
  .strictObject({
    part: z.string().describe("What the requirement asks for, in its own words."),
    verdict: partVerdict,
    why: z.string(),
    citations: z.array(count).describe("The citations of the assessment that speak of it, by their index."),
  })
  .describe("One part of a requirement, as the assessor judged it.");
export type JudgedPart = z.infer<typeof judgedPart>;
