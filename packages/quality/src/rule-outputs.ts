import { createHash } from "node:crypto";
import {
  type CheckedPair,
  GUARD_VERSION,
  type MeaningCover,
  type MeaningThresholds,
  SPLITTER_VERSION,
  TEXT_KINDS,
} from "@assay/contract";
import { noteCitations, noteWeakness } from "@assay/core/assessments";
import { readRequirement, splitParts } from "@assay/language/requirement";
import { listStatements } from "@assay/language/text";
import { makePeriodSets } from "../sets/period/make-sets.ts";
import { evaluateGuardPair } from "./evaluate-guard-pair.ts";
import { evaluatePeriodSet } from "./evaluate-period-set.ts";
import { evidenceOf } from "./evidence-of.ts";
import { ALL_GUARD_PAIRS, type GuardPair, JUDGED_ON } from "./sets/guard-set.ts";
import { KEPT_BACK_PAIRS, TUNED_PAIRS } from "./sets/offline-sets.ts";

/** What one version of the rules says of the sets, as digests. */
export interface RuleOutputs {
  readonly version: number;
  readonly inputs: string;
  readonly outputs: string;
}

const PERIOD_SETS_EACH = 25;
const LIMITS: MeaningThresholds = { related: 0.05, supports: 0.3, contradicts: 0.5 };
const DOUBTING: MeaningThresholds = { ...LIMITS, doubtful: 0.9 };
const supporting = (supports: number, part: number | null = null): CheckedPair => ({
  part,
  scores: { supports, partly: Number((1 - supports).toFixed(2)), contradicts: 0, unrelated: 0 },
});
const COVERS: MeaningCover = { languages: ["en"], kinds: [...TEXT_KINDS] };
const MET = { verdict: "MET" as const, why: "", citations: [0] };
/** What a model may have said of a citation: sure, unsure, sure of one of two parts, and nothing. */
const SAID: readonly { readonly thresholds: MeaningThresholds; readonly pairs: readonly CheckedPair[] }[] = [
  { thresholds: DOUBTING, pairs: [supporting(0.95)] },
  { thresholds: DOUBTING, pairs: [supporting(0.6)] },
  { thresholds: DOUBTING, pairs: [supporting(0.95, 0), supporting(0.6, 1)] },
  { thresholds: DOUBTING, pairs: [supporting(0.95, 0)] },
  { thresholds: LIMITS, pairs: [supporting(0.95)] },
  { thresholds: DOUBTING, pairs: [{ part: null, scores: null }] },
];

/** What the guard of this release says: with and without a model for meaning, and of evidence over time. */
export function guardOutputs(): RuleOutputs {
  const pairs = ALL_GUARD_PAIRS;
  const periods = makePeriodSets().filter(({ seed }) => seed % PERIOD_SETS_EACH === 0);
  const outputs = [
    pairs.map((pair) => [evaluateGuardPair(pair) ?? null, vetoOf(pair) ?? null, weaknessesOf(pair)]),
    periods.map((set) => {
      const { status, flags, every, occurrences } = evaluatePeriodSet(set);
      return { status, flags, every, occurrences };
    }),
  ];
  return { version: GUARD_VERSION, inputs: digest([pairs, periods, SAID]), outputs: digest(outputs) };
}

/** The parts of each requirement and the statements of each passage. */
export function splitterOutputs(): RuleOutputs {
  const pairs = ALL_GUARD_PAIRS;
  const plain = [...TUNED_PAIRS, ...KEPT_BACK_PAIRS];
  const requirements = [...pairs, ...plain].map(({ requirement }) => requirement);
  const texts = [...pairs.map(({ text }) => text), ...plain.flatMap(({ sound, unsound }) => [sound, unsound])];
  const outputs = [
    requirements.map((title) => splitParts({ title, subcheckLabel: null, criterionTitle: "Controls" })),
    texts.map((text) => listStatements(text)),
  ];
  return { version: SPLITTER_VERSION, inputs: digest([requirements, texts]), outputs: digest(outputs) };
}

/** What holds a citation back however surely a model says that it is about the requirement. */
function vetoOf({ requirement: title, text, quote = text, title: documentTitle = "Handbook" }: GuardPair) {
  const start = text.indexOf(quote);
  return noteWeakness({
    requirement: readRequirement({ title, criterionTitle: "" }),
    passage: { text, statements: listStatements(text), documentTitle },
    range: { start, end: start + quote.length },
    on: JUDGED_ON,
    isChecked: true,
  });
}

/** Why a citation is weak, for each of what a model may have said of it. */
function weaknessesOf({ requirement: title, text, quote = text, title: documentTitle = "Handbook" }: GuardPair) {
  const requirement = { title, subcheckLabel: null, criterionTitle: "" };
  const passage = { chunkId: "cited", documentTitle, text };
  const citation = { documentId: documentTitle, chunkId: "cited", text: quote, pageNumber: null };
  const split = splitParts(requirement);
  return SAID.map(({ thresholds, pairs }) => {
    const meaning = { ...{ model: "stated", sha256: "", unchecked: "NOTE" as const }, thresholds, covers: COVERS };
    const evidence = evidenceOf({ requirement, passages: [passage], meaning });
    const parts = pairs.flatMap(({ part }) => (part === null ? [] : [{ ...MET, part: split[part]?.text ?? title }]));
    return noteCitations([citation], evidence, parts, new Map([[0, pairs]]))[0]?.weak ?? null;
  });
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}
