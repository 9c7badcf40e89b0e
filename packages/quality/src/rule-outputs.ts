import { createHash } from "node:crypto";
import { GUARD_VERSION, SPLITTER_VERSION } from "@assay/contract";
import { noteWeakness } from "@assay/core/assessments";
import { readRequirement, splitParts } from "@assay/language/requirement";
import { listStatements } from "@assay/language/text";
import { makePeriodSets } from "../sets/period/make-sets.ts";
import { evaluateGuardPair } from "./evaluate-guard-pair.ts";
import { evaluatePeriodSet } from "./evaluate-period-set.ts";
import { ALL_GUARD_PAIRS, type GuardPair, JUDGED_ON } from "./sets/guard-set.ts";
import { KEPT_BACK_PAIRS, TUNED_PAIRS } from "./sets/offline-sets.ts";

/** What one version of the rules says of the sets, as digests. */
export interface RuleOutputs {
  readonly version: number;
  readonly inputs: string;
  readonly outputs: string;
}

const PERIOD_SETS_EACH = 25;

/** What the guard of this release says: with and without a model for meaning, and of evidence over time. */
export function guardOutputs(): RuleOutputs {
  const pairs = ALL_GUARD_PAIRS;
  const periods = makePeriodSets().filter(({ seed }) => seed % PERIOD_SETS_EACH === 0);
  const outputs = [
    pairs.map((pair) => [evaluateGuardPair(pair) ?? null, vetoOf(pair) ?? null]),
    periods.map((set) => {
      const { status, flags, every, occurrences } = evaluatePeriodSet(set);
      return { status, flags, every, occurrences };
    }),
  ];
  return { version: GUARD_VERSION, inputs: digest([pairs, periods]), outputs: digest(outputs) };
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

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}
