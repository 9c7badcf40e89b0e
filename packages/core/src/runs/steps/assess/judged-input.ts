import type { Transaction } from "@assay/db";
import type { DatedFact, EvaluatedEvidence } from "../../../assessments/evaluated-evidence.ts";
import { memoizeScores } from "../../../assessments/meaning/memoize-scores.ts";
import { openEntailment } from "../../../egress/open-parts.ts";
import { senderOf } from "../../../jobs/sender-of.ts";
import type { Attempt } from "../../../jobs/stage.ts";
import type { Entailment } from "../../../ports/entailment.ts";
import { findEntailment } from "../../../retrieval-versions/find-models.ts";
import { rulesOf } from "../../../retrieval-versions/to-records.ts";
import type { OpenRun, RunServices } from "../../open-run.ts";
import { periodOf, type RunRow } from "../../to-run.ts";
import type { Earlier } from "./find-previous.ts";
import { loadFacts } from "./load-facts.ts";
import { type GuidedSubject, loadPassages, loadSubject, type Passage } from "./load-passages.ts";
import { withReadWords } from "./load-read-words.ts";

/** What an answer about a requirement is weighed against. */
export interface JudgedInput {
  readonly subject: GuidedSubject;
  readonly passages: readonly Passage[];
  /** The documents of passages that are kept from the assessor, as they address a model. */
  readonly poisoned: readonly string[];
  /** Empty for a run without a period, as nothing is counted then. */
  readonly facts: readonly DatedFact[];
}

/** Of one requirement of a run; `subjectId` is its row in the run. */
export async function loadJudgedInput(tx: Transaction, run: RunRow, subjectId: string): Promise<JudgedInput> {
  const of = { tenantId: run.tenantId, runId: run.id, subjectId };
  const subject = await loadSubject(tx, of);
  const loaded = await loadPassages(tx, of);
  const passages = await withReadWords(tx, of, loaded.passages);
  const facts = run.periodFrom === null ? [] : await loadFacts(tx, of, passages);
  return { subject, passages, poisoned: loaded.poisoned, facts };
}

/** The model that the version names for meaning, which is asked of each pair once; undefined where it names none. */
export function entailmentOf(
  { models }: Pick<RunServices, "models">,
  attempt: Pick<Attempt, "db" | "job">,
  { meaning }: OpenRun["version"],
): Entailment | undefined {
  if (meaning === null) return undefined;
  return memoizeScores(openEntailment(senderOf(attempt), findEntailment(models, meaning)));
}

/** The evidence for an answer that was given by anyone who gave it. */
export function answeredBy(
  { models }: Pick<RunServices, "models">,
  { assessorModel }: Pick<Earlier, "assessorModel">,
  evidence: EvaluatedEvidence,
): EvaluatedEvidence {
  const goesByWords = models.assessors.some(
    ({ model, goesByWords }) => model === assessorModel && goesByWords === true,
  );
  return { ...evidence, goesByWords };
}

/** What a run has of a requirement, as an engine version weighs it. */
export function evidenceOf(
  { run, version }: Pick<OpenRun, "run" | "version">,
  { subject, passages, poisoned, facts }: JudgedInput,
): EvaluatedEvidence {
  return {
    requirement: subject,
    passages,
    poisoned,
    thresholds: { complete: version.confidenceComplete, partial: version.confidencePartial },
    rules: rulesOf(version),
    on: run.startedAt!.toISOString().slice(0, 10),
    period: periodOf(run),
    facts,
    meaning: version.meaning,
    certaintyMin: run.ocrCertaintyMin,
  };
}
