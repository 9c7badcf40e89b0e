import type { RunStepName } from "@assay/contract";
import { assessments, jobs, type Transaction } from "@assay/db";
import { and, asc, eq, or, sql } from "drizzle-orm";
import { isTooManyNotJudged, wasNotJudged } from "../../../assessments/not-judged.ts";
import type { JobRef } from "../../../jobs/job.ts";
import { getRetrievalVersion } from "../../../retrieval-versions/retrieval-versions.ts";
import { failRun, type RunFailure } from "../../fail-run.ts";
import { notAssessed } from "../../not-assessed.ts";
import type { RunRow } from "../../to-run.ts";
import { advance } from "../advance.ts";

/** What a run has counted once all its requirements are through. */
export interface Counted {
  readonly assessed: number;
  readonly total: number;
  readonly complete: number;
  readonly partial: number;
  readonly missing: number;
  /** Of those that are missing. */
  readonly notJudged: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly costUsd: number;
}

/**
 * Every requirement of a locked run is through: the run continues, or it is FAILED where one could not be assessed, or where
 * the model gave too few usable answers. `lastError` is that of the requirement that ends the step, where it failed.
 */
export async function endAssessment(
  tx: Transaction,
  run: RunRow,
  step: RunStepName,
  counted: Counted,
  lastError?: string,
): Promise<readonly JobRef[]> {
  const { assessed, complete, partial, missing, notJudged, total, tokensIn, tokensOut, costUsd } = counted;
  const outputRefs = {
    assessedCount: assessed,
    completeCount: complete,
    partialCount: partial,
    missingCount: missing,
    notJudgedCount: notJudged,
  };
  const attributes = { "llm.tokens.in": tokensIn, "llm.tokens.out": tokensOut, "llm.cost.usd": costUsd };
  const failed = assessed - complete - partial - missing;
  if (failed === 0 && !isTooManyNotJudged(notJudged, total))
    return advance(tx, run, step, { outputRefs, handedOn: { assessmentCount: assessed }, attributes });
  const reason =
    failed > 0 ? await describeFailed(tx, run, counted, lastError) : await describeUnsuited(tx, run, counted);
  const details = { ...(await listUnassessed(tx, run)), ...reason.details };
  return failRun(tx, run, { step, ...reason, details, outputRefs, attributes });
}

type Reason = Pick<RunFailure, "errorType" | "reason" | "details">;

async function describeFailed(tx: Transaction, run: RunRow, counted: Counted, lastError?: string): Promise<Reason> {
  const { assessed, complete, partial, missing, total } = counted;
  const failed = assessed - complete - partial - missing;
  const errorCounts = await countErrors(tx, run, lastError);
  const [most = ["INTERNAL_ERROR", failed] as const] = Object.entries(errorCounts).sort((a, b) => b[1] - a[1]);
  const [errorType, count] = most;
  const refusesAll = failed === total && errorType === "MODEL_REJECTED_REQUEST" && count === failed;
  const why = refusesAll ? ": the model accepts no request, so its key, name or context length is wrong" : "";
  return {
    errorType,
    reason: `${notAssessed(failed, total)}${why}`,
    details: { errorCounts },
  };
}

async function describeUnsuited(tx: Transaction, run: RunRow, { notJudged, total }: Counted): Promise<Reason> {
  const { assessorModel } = await getRetrievalVersion(tx, run.retrievalVersionId);
  return {
    errorType: "MODEL_INVALID_OUTPUT",
    reason: `${notJudged} of ${total} requirements could not be judged by the model ${assessorModel}: continue the run with another one`,
  };
}

/** By the code of each job that failed permanently, which the engine keeps. */
async function countErrors(tx: Transaction, run: RunRow, lastError?: string): Promise<Record<string, number>> {
  const rows = await tx
    .select({ code: jobs.lastError, count: sql<number>`count(*)::int` })
    .from(jobs)
    .where(
      and(
        eq(jobs.tenantId, run.tenantId),
        eq(jobs.runId, run.id),
        eq(jobs.kind, "assessment"),
        eq(jobs.state, "FAILED"),
      ),
    )
    .groupBy(jobs.lastError);
  const counts: Record<string, number> = {};
  for (const { code, count } of [...rows, ...(lastError ? [{ code: lastError, count: 1 }] : [])])
    counts[code ?? "INTERNAL_ERROR"] = (counts[code ?? "INTERNAL_ERROR"] ?? 0) + count;
  return counts;
}

async function listUnassessed(tx: Transaction, { tenantId, id }: RunRow) {
  const rows = await tx
    .select({ requirementId: assessments.requirementId, status: assessments.status })
    .from(assessments)
    .where(
      and(
        eq(assessments.tenantId, tenantId),
        eq(assessments.runId, id),
        or(eq(assessments.status, "FAILED"), wasNotJudged),
      ),
    )
    .orderBy(asc(assessments.position));
  const idsOf = (isWanted: (status: string) => boolean) =>
    rows.filter(({ status }) => isWanted(status)).map(({ requirementId }) => requirementId);
  return {
    failedRequirementIds: idsOf((status) => status === "FAILED"),
    notJudgedRequirementIds: idsOf((status) => status !== "FAILED"),
  };
}
