import { type AssessmentStatus, EVIDENCE_RULES, type MeaningThresholds } from "@assay/contract";
import { checkMeaning, describeDocument, judgeChecked } from "@assay/core/assessments";
import type { MeaningModel } from "@assay/core/ports";
import { JUDGED_ON } from "../../sets/guard/index.ts";
import type { LabelledPair } from "./labelled-pair.ts";

/** How the pairs of one group come out when an assessor cites them as whole proof, with a confidence of 0.9. */
export interface MeaningFigure {
  readonly group: string;
  readonly n: number;
  /** By the rules that read wording alone. */
  readonly without: Readonly<Record<Outcome, number>>;
  /** By the check for meaning, and the rules that stay beside it. */
  readonly checked: Readonly<Record<Outcome, number>>;
}

type Outcome = Exclude<AssessmentStatus, "FAILED">;

/** Holds each pair against its requirement twice: without the model, and with it. */
export async function measureMeaning(
  { entailment }: MeaningModel,
  thresholds: MeaningThresholds,
  pairs: readonly LabelledPair[],
): Promise<MeaningFigure[]> {
  const { signal } = new AbortController();
  const groups = new Map<string, { n: number; without: Record<Outcome, number>; checked: Record<Outcome, number> }>();
  const meaning = { model: entailment.model, sha256: entailment.sha256, thresholds };
  for (const pair of pairs) {
    const evidence = evidenceOf(pair);
    const without = await judgeChecked(answerOf(pair), { evidence, check: undefined });
    const checked = await judgeChecked(answerOf(pair), {
      evidence: { ...evidence, meaning },
      check: (cited) => checkMeaning(entailment, cited, signal),
    });
    const figure = groups.get(pair.group) ?? { n: 0, without: none(), checked: none() };
    figure.n += 1;
    figure.without[without.status as Outcome] += 1;
    figure.checked[checked.status as Outcome] += 1;
    groups.set(pair.group, figure);
  }
  return [...groups].map(([group, figure]) => ({ group, ...figure }));
}

const none = (): Record<Outcome, number> => ({ COMPLETE: 0, PARTIAL: 0, MISSING: 0 });

const answerOf = ({ evidence, quote = evidence }: LabelledPair) => ({
  confidence: 0.9,
  quotes: [{ chunkId: "chunk", text: quote }],
  reasoning: "",
  remediation: null,
});

function evidenceOf({ requirement, evidence, title }: LabelledPair) {
  const state = describeDocument({ title, openingText: evidence, passages: [], knownTexts: new Set() });
  return {
    requirement: { requirementId: "1", title: requirement, subcheckLabel: null, criterionTitle: "", expectation: null },
    passages: [
      {
        chunkId: "chunk",
        documentId: "document",
        documentTitle: title,
        pageNumber: null,
        text: evidence,
        flaggedRanges: [],
        effectiveDate: null,
        expiresAt: null,
        evidenceKind: null,
        documentState: state,
      },
    ],
    thresholds: { complete: 0.75, partial: 0.4 },
    rules: EVIDENCE_RULES,
    on: JUDGED_ON,
    period: null,
    facts: [],
  };
}
