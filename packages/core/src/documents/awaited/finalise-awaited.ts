import { isContainer, RUN_STEPS } from "@assay/contract";
import { awaitedDocuments, jobs, preparedOnce, runs, type Transaction } from "@assay/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import { DUE_NOW, type JobRef } from "../../jobs/job.ts";
import { awaitDocuments } from "./await-documents.ts";

interface Scope {
  readonly tenantId: string;
  readonly runId: string;
}

/**
 * Tells the run that waits for any of these documents that they are READY, FAILED or gone. Returns the run's first job
 * when it waits for no other. To be called after the documents were changed: anyone who let a run wait for them before has
 * committed by then. All that changes what a run waits for holds its row, so that one of several sees the last document go.
 */
export async function finaliseAwaited(
  tx: Transaction,
  tenantId: string,
  documentIds: readonly string[],
): Promise<readonly JobRef[]> {
  const run = await lockWaitingRun(tx, tenantId, documentIds);
  return run ? settle(tx, run, documentIds) : [];
}

/** Has the run that waits for an archive or a mail wait for these members too. An archive is not waited for itself any more. */
export async function awaitMembers(
  tx: Transaction,
  { tenantId, id, fileType }: { readonly tenantId: string; readonly id: string; readonly fileType: string },
  memberIds: readonly string[],
): Promise<readonly JobRef[]> {
  const run = await lockWaitingRun(tx, tenantId, [id]);
  if (!run) return [];
  await awaitDocuments(tx, run, memberIds);
  return settle(tx, run, isContainer(fileType) ? [id] : []);
}

async function lockWaitingRun(
  tx: Transaction,
  tenantId: string,
  documentIds: readonly string[],
): Promise<Scope | undefined> {
  const [waiting] = await findWaitingRun(tx, { tenantId, documentIds: [...documentIds] });
  if (!waiting) return undefined;
  const [run] = await tx
    .select({ status: runs.status })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.id, waiting.runId)))
    .for("update");
  return run?.status === "PENDING" ? { tenantId, runId: waiting.runId } : undefined;
}

/** Asked with each document that has been read; a tenant has one run at most that waits. */
const findWaitingRun = preparedOnce((tx) =>
  tx
    .select({ runId: awaitedDocuments.runId })
    .from(awaitedDocuments)
    .where(
      and(
        eq(awaitedDocuments.tenantId, sql.placeholder("tenantId")),
        sql`${awaitedDocuments.documentId} = any(${sql.placeholder("documentIds")}::uuid[])`,
      ),
    )
    .limit(1)
    .prepare("waiting_run"),
);

async function settle(tx: Transaction, run: Scope, documentIds: readonly string[]): Promise<readonly JobRef[]> {
  const ofRun = and(eq(awaitedDocuments.tenantId, run.tenantId), eq(awaitedDocuments.runId, run.runId));
  await tx.delete(awaitedDocuments).where(and(ofRun, inArray(awaitedDocuments.documentId, [...documentIds])));
  await tx
    .update(runs)
    .set({ revision: sql`${runs.revision} + 1`, progressedAt: sql`now()` })
    .where(and(eq(runs.tenantId, run.tenantId), eq(runs.id, run.runId)));
  const [left] = await tx.select({ id: awaitedDocuments.documentId }).from(awaitedDocuments).where(ofRun).limit(1);
  return left ? [] : beginRun(tx, run);
}

/** Its first job has been there since its creation, to be due when the run has waited long enough. */
async function beginRun(tx: Transaction, { tenantId, runId }: Scope): Promise<readonly JobRef[]> {
  return tx
    .update(jobs)
    .set({ ...DUE_NOW, publishedAt: null })
    .where(
      and(eq(jobs.tenantId, tenantId), eq(jobs.runId, runId), eq(jobs.stage, RUN_STEPS[0]), eq(jobs.state, "PENDING")),
    )
    .returning({ jobId: jobs.id, tenantId: jobs.tenantId });
}
