import type { AssessmentStatus } from "@assay/contract";
import type { assessments } from "@assay/db";
import { withoutEvidence } from "../../../assessments/evaluate-answer.ts";
import { checkMeaning } from "../../../assessments/meaning/check-meaning.ts";
import type { Attempt } from "../../../jobs/stage.ts";
import type { RetrievalVersion } from "../../../retrieval-versions/retrieval-versions.ts";
import { inTenant } from "../../../tenancy/transact.ts";
import type { RunServices } from "../../open-run.ts";
import type { RunRow } from "../../to-run.ts";
import { digestInput } from "./find-previous.ts";
import { answeredBy, entailmentOf, evidenceOf, loadJudgedInput } from "./judged-input.ts";
import { takeOver } from "./take-over.ts";

interface Stored {
  readonly run: RunRow;
  /** As the run pinned it. */
  readonly pinned: RetrievalVersion;
  /** Whose bounds hold now. */
  readonly version: RetrievalVersion;
  readonly assessment: typeof assessments.$inferSelect;
  /** The requirement's row in the run. */
  readonly subjectId: string;
}

/**
 * What a stored answer of a finished run comes to under another engine version; no assessor is asked. Undefined where its
 * passages are not those that were judged any more, or the answer is not stored.
 */
export async function judgeStored(
  services: Pick<RunServices, "models">,
  attempt: Pick<Attempt, "db" | "job" | "signal">,
  { run, pinned, version, assessment, subjectId }: Stored,
): Promise<AssessmentStatus | undefined> {
  const input = await inTenant({ db: attempt.db, tenantId: run.tenantId }, (tx) => loadJudgedInput(tx, run, subjectId));
  if ((await digestInput(pinned.id, input.subject, input.passages)) !== assessment.inputDigest) return undefined;
  const evidence = evidenceOf({ run, version }, input);
  if (input.passages.length === 0) return withoutEvidence(evidence).status;
  const entailment = entailmentOf(services, attempt, version);
  const check =
    entailment && ((cited: Parameters<typeof checkMeaning>[1]) => checkMeaning(entailment, cited, attempt.signal));
  const grounds = { evidence: answeredBy(services, assessment, evidence), check };
  return (await takeOver(assessment, grounds, version.assessorModel))?.verdict.status;
}
