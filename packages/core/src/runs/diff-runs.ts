import { type Assessment, canonicalJson, type RunDiff } from "@assay/contract";
import { runDocuments, type Transaction } from "@assay/db";
import { and, asc, eq } from "drizzle-orm";
import { isNotJudged } from "../assessments/not-judged.ts";
import { getVerdictsOfRun } from "../assessments/sealed-verdicts.ts";
import { requireRows, resultsOf } from "../sealed/index.ts";
import type { Context } from "../tenancy/context.ts";
import { withRun } from "./read-runs.ts";
import type { RunRow } from "./to-run.ts";

interface Side {
  run: RunRow;
  assessments: readonly Assessment[];
  documents: { id: string; originalFilename: string }[];
}

/** What changed from run `against` to run `runId`, and which pins and documents differ. */
export async function diffRuns(ctx: Context, runId: string, against: string): Promise<RunDiff> {
  const [after, before] = [await loadSide(ctx, runId), await loadSide(ctx, against)];
  return compareRuns(before, after);
}

function loadSide(ctx: Context, runId: string): Promise<Side> {
  return withRun(ctx, runId, async (tx, run) => {
    await requireRows(tx, resultsOf(run), "run_documents");
    const documents = await documentsOf(tx, ctx.tenantId, runId);
    return { run, assessments: await getVerdictsOfRun(tx, run), documents };
  });
}

export async function documentsOf(tx: Transaction, tenantId: string, runId: string) {
  return tx
    .select({
      id: runDocuments.documentId,
      originalFilename: runDocuments.originalFilename,
      sha256Hash: runDocuments.sha256Hash,
      pageStates: runDocuments.pageStates,
    })
    .from(runDocuments)
    .where(and(eq(runDocuments.tenantId, tenantId), eq(runDocuments.runId, runId)))
    .orderBy(asc(runDocuments.originalFilename), asc(runDocuments.documentId));
}

function compareRuns(before: Side, after: Side): RunDiff {
  const pins = [
    { pin: "criteria" as const, before: before.run.criteriaVersionId, after: after.run.criteriaVersionId },
    { pin: "corpus" as const, before: before.run.corpusActivationId, after: after.run.corpusActivationId },
    { pin: "retrieval" as const, before: before.run.retrievalVersionId, after: after.run.retrievalVersionId },
  ];
  return {
    runId: after.run.id,
    against: before.run.id,
    pins: pins.filter((pin) => pin.before !== pin.after),
    documents: {
      added: without(after.documents, before.documents),
      removed: without(before.documents, after.documents),
    },
    requirements: compareVerdicts(before.assessments, after.assessments),
  };
}

function without(these: Side["documents"], those: Side["documents"]): Side["documents"] {
  const ids = new Set(those.map(({ id }) => id));
  return these.filter(({ id }) => !ids.has(id)).map(({ id, originalFilename }) => ({ id, originalFilename }));
}

function compareVerdicts(before: readonly Assessment[], after: readonly Assessment[]): RunDiff["requirements"] {
  const earlier = new Map(before.map((assessment) => [assessment.requirementId, assessment]));
  const later = new Map(after.map((assessment) => [assessment.requirementId, assessment]));
  const ids = [...later.keys(), ...[...earlier.keys()].filter((id) => !later.has(id))];
  return ids.flatMap((requirementId) => {
    const [was, is] = [earlier.get(requirementId), later.get(requirementId)];
    const isSame = was && is && was.status === is.status && isJudged(was) === isJudged(is);
    const change = !was
      ? "ADDED"
      : !is
        ? "REMOVED"
        : !isSame
          ? "STATUS"
          : was.confidence === is.confidence
            ? "OCCURRENCES"
            : "CONFIDENCE";
    if (change === "OCCURRENCES" && isEqualCount(was, is)) return [];
    const [citedBefore, citedAfter] = [citedDocuments(was), citedDocuments(is)];
    return [
      {
        requirementId,
        change: change as RunDiff["requirements"][number]["change"],
        before: was ? toDiffVerdict(was) : null,
        after: is ? toDiffVerdict(is) : null,
        citedOnlyBefore: [...citedBefore.difference(citedAfter)].sort(),
        citedOnlyAfter: [...citedAfter.difference(citedBefore)].sort(),
      },
    ];
  });
}

function citedDocuments(assessment: Assessment | undefined): Set<string> {
  return new Set(assessment?.citations.map(({ documentId }) => documentId));
}

function isJudged({ flags = [] }: Assessment): boolean {
  return !isNotJudged({ flags });
}

function isEqualCount(was: Assessment | undefined, is: Assessment | undefined): boolean {
  return canonicalJson(countOf(was)) === canonicalJson(countOf(is));
}

function countOf(assessment: Assessment | undefined) {
  return (assessment && toDiffVerdict(assessment).occurrences) ?? null;
}

function toDiffVerdict({ status, confidence, flags, occurrences }: Assessment) {
  return {
    status,
    confidence,
    ...(flags ? { flags } : {}),
    ...(occurrences
      ? { occurrences: { expected: occurrences.expected, found: occurrences.found, gaps: occurrences.gaps } }
      : {}),
  };
}
