import type { MeaningCheck } from "@assay/contract";
import {
  checkMeaning,
  createMeaningReader,
  evaluateChecked,
  type JudgedPassage,
  memoizeScores,
  type Verdict,
} from "@assay/core/assessments";
import type { Assessor, Entailment, EvidencePassage } from "@assay/core/ports";
import { splitParts } from "@assay/language/requirement";
import { evidenceOf } from "./evidence-of.ts";

/** Who judges, and the model that checks what is cited, where one does. */
export interface Judging {
  readonly assessor: Assessor;
  readonly meaning?:
    | {
        readonly entailment: Entailment;
        readonly check: MeaningCheck;
      }
    | undefined;
}

export type FoundPassage = EvidencePassage & Pick<JudgedPassage, "documentState"> & Partial<JudgedPassage>;

/** Of one requirement; less on a busy machine fails the measure, not a verdict. */
const TIME_LIMIT_MS = 600_000;

/** The verdict that a run stores: the assessor is asked for the parts, and every rule of a new deployment caps. */
export async function evaluatePassages(
  { assessor, meaning }: Judging,
  requirement: {
    readonly requirementId: string;
    readonly title: string;
    readonly subcheckLabel: string | null;
    readonly criterionTitle: string;
  },
  passages: readonly FoundPassage[],
): Promise<Verdict> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const evidence = evidenceOf({ requirement, passages, meaning: meaning?.check ?? null });
  const parts = [...new Set(splitParts(requirement).map(({ text }) => text))];
  const model = meaning && memoizeScores(meaning.entailment);
  const reader = meaning && createMeaningReader(model!, { evidence, check: meaning.check, signal });
  const shown = passages.map(toShown);
  const answer = await assessor.assess(
    { requirement, parts, guidance: [], passages: shown },
    { signal, ...(reader && { meaning: reader }) },
  );
  const check = model && ((cited: Parameters<typeof checkMeaning>[1]) => checkMeaning(model, cited, signal));
  return evaluateChecked(answer, { evidence, check });
}

/** What an assessor sees of a passage. */
function toShown({ chunkId, documentTitle, location, pageNumber, context, isFromImage, text }: FoundPassage) {
  return { chunkId, documentTitle, location, pageNumber, context, ...(isFromImage && { isFromImage }), text };
}
