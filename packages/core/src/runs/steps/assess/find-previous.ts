import { canonicalJson } from "@assay/contract";
import { assessments, runs, type Transaction } from "@assay/db";
import { and, desc, eq, isNull, ne, not, or } from "drizzle-orm";
import { wasNotJudged } from "../../../assessments/not-judged.ts";
import { isSealedVerdict } from "../../../assessments/sealed-verdicts.ts";
import { sha256Hex } from "../../../digest.ts";
import { countedText } from "../../../documents/counted-text.ts";
import { DAMAGED, findChangedRows, findDigests, findSealedRuns, orDamaged } from "../../../sealed/index.ts";
import type { OpenRun } from "../../open-run.ts";
import type { GuidedSubject, Passage } from "./load-passages.ts";

export type Earlier = typeof assessments.$inferSelect;

export function digestInput(
  retrievalVersionId: string,
  subject: GuidedSubject,
  passages: readonly Passage[],
): Promise<string> {
  return sha256Hex(
    canonicalJson({
      requirement: [subject.requirementId, subject.criterionTitle, subject.title, subject.subcheckLabel],
      passages: passages.map(({ context, ...passage }) => {
        const text = countedText(passage.text, passage.flaggedRanges);
        return context === null ? text : { context, text };
      }),
      guidance: subject.guidance,
      retrievalVersionId,
    }),
  );
}

/** The newest equal evaluation that a run may take over: of the run that it continues, else of any where it reuses. */
export async function findPrevious(
  tx: Transaction,
  open: OpenRun,
  subject: GuidedSubject,
  passages: readonly Passage[],
): Promise<Earlier | undefined> {
  const { run, version } = open;
  const continued = run.continuedFromRunId && (await findContinued(tx, run.tenantId, run.continuedFromRunId));
  if (continued) {
    // Its own version, as this run may have another assessor.
    const digest = await digestInput(continued.retrievalVersionId, subject, passages);
    const earlier = await findEqual(tx, open, digest, eq(assessments.runId, continued.id));
    if (earlier) return earlier;
  }
  if (!run.reuse) return undefined;
  const ofVersion = or(isNull(assessments.assessorModel), eq(assessments.assessorModel, version.assessorModel));
  return findEqual(tx, open, await digestInput(version.id, subject, passages), ofVersion);
}

async function findContinued(tx: Transaction, tenantId: string, id: string) {
  const [row] = await tx
    .select({ id: runs.id, retrievalVersionId: runs.retrievalVersionId })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.id, id)));
  return row;
}

async function findEqual(
  tx: Transaction,
  { run }: OpenRun,
  inputDigest: string,
  which: ReturnType<typeof and>,
): Promise<Earlier | undefined> {
  const [earlier] = await tx
    .select()
    .from(assessments)
    .where(
      and(
        eq(assessments.tenantId, run.tenantId),
        eq(assessments.inputDigest, inputDigest),
        ne(assessments.runId, run.id),
        ne(assessments.status, "FAILED"),
        not(wasNotJudged),
        which,
      ),
    )
    .orderBy(desc(assessments.createdAt), desc(assessments.id))
    .limit(1);
  return earlier && (await isAsSealed(tx, earlier)) ? earlier : undefined;
}

/** What is stored otherwise than it was sealed is judged again instead. */
async function isAsSealed(tx: Transaction, earlier: Earlier): Promise<boolean> {
  const digests = await orDamaged(findDigests(tx, { tenantId: earlier.tenantId, runId: earlier.runId }));
  if (digests === DAMAGED) return false;
  if (digests) return (await findChangedRows(digests, "assessments", [earlier])).length === 0;
  const sealed = (await findSealedRuns(tx, earlier.tenantId, [earlier.runId])).get(earlier.runId);
  return sealed === undefined || (sealed !== DAMAGED && isSealedVerdict(sealed, earlier));
}
