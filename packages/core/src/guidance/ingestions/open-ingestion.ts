import {
  AssayError,
  DocumentError,
  FetchError,
  INGESTION_FLOW,
  type IngestionFailureCode,
  rowAfter,
} from "@assay/contract";
import { corpusIngestions, guidanceChunks, type Transaction } from "@assay/db";
import { and, eq, notInArray, sql } from "drizzle-orm";
import { recordAudit } from "../../audit/record-audit.ts";
import type { DocumentServices } from "../../documents/stages/open-document.ts";
import { enqueue, type Job, type JobRef } from "../../jobs/job.ts";
import type { Attempt, Stage } from "../../jobs/stage.ts";
import type { Fetcher } from "../../ports/fetcher.ts";
import { systemActor } from "../../tenancy/context.ts";
import { asCatalog, inTenant } from "../../tenancy/transact.ts";
import { findIngestionRow } from "./read-ingestions.ts";
import type { IngestionRow } from "./to-ingestion.ts";

export interface IngestionServices extends DocumentServices {
  readonly fetcher: Fetcher;
}

/** The ingestion of an attempt; undefined once it has finished. */
export async function loadOpenIngestion({ db, job }: Pick<Attempt, "db" | "job">) {
  const row = await inTenant({ db, tenantId: job.tenantId }, (tx) => findIngestionRow(tx, job.subjectId));
  return row && row.status !== "COMPLETED" && row.status !== "FAILED" ? row : undefined;
}

type Change = Partial<typeof corpusIngestions.$inferInsert> | Record<string, unknown>;

/** Changes an ingestion that has not finished. */
export async function updateIngestion(tx: Transaction, id: string, change: Change): Promise<IngestionRow | undefined> {
  const [row] = await asCatalog(tx, () =>
    tx
      .update(corpusIngestions)
      .set(change)
      .where(and(eq(corpusIngestions.id, id), notInArray(corpusIngestions.status, ["COMPLETED", "FAILED"])))
      .returning(),
  );
  return row;
}

type Reached = "parsing" | "indexing" | "completed";

/** Records in the tenant that asked for it that the first stage is under way. */
export async function beginIngestion(tx: Transaction, job: Job): Promise<void> {
  if (await updateIngestion(tx, job.subjectId, { status: "FETCHING", fetchingAt: now }))
    await recordIngestion(tx, job, "corpus_ingestion.fetching");
}

/** Ends a stage: what was reached is recorded, and the stage that follows in the flow gets a job. */
export async function advanceIngestion(
  tx: Transaction,
  job: Job,
  reached: Reached,
  change: Change,
): Promise<readonly JobRef[]> {
  if (!(await updateIngestion(tx, job.subjectId, change))) return [];
  const jobs = await enqueueNext(tx, job);
  await recordIngestion(tx, job, `corpus_ingestion.${reached}`);
  return jobs;
}

/** Returns no job after the last stage. */
export async function enqueueNext(tx: Transaction, { tenantId, subjectId, stage }: Job): Promise<readonly JobRef[]> {
  const next = rowAfter(INGESTION_FLOW, stage);
  return next ? enqueue(tx, [{ tenantId, kind: "ingestion", subjectId, stage: next.name }]) : [];
}

interface Failure {
  readonly code: IngestionFailureCode;
  readonly message: string;
}

/** How a stage fails permanently: with the error's own reason, or with `message`. */
export function failIngestion(code: IngestionFailureCode, message: string): Stage["fail"] {
  return (tx, job, error) => markFailed(tx, job, failureOf(error, job.stage) ?? { code, message });
}

/** Ends an ingestion without a trace of guidance, and sees to its file. */
async function markFailed(tx: Transaction, job: Job, failure: Failure): Promise<JobRef[]> {
  await asCatalog(tx, async () => {
    await tx.delete(guidanceChunks).where(eq(guidanceChunks.ingestionId, job.subjectId));
  });
  const row = await updateIngestion(tx, job.subjectId, {
    status: "FAILED",
    failedAt: now,
    failureCode: failure.code,
    failureMessage: failure.message,
  });
  if (!row) return [];
  const jobs = await enqueue(tx, [
    { tenantId: job.tenantId, kind: "ingestion", subjectId: job.subjectId, stage: "reclaim" },
  ]);
  await recordIngestion(tx, job, "corpus_ingestion.failed");
  return jobs;
}

function failureOf(error: unknown, stage: string): Failure | undefined {
  if (error instanceof FetchError || error instanceof DocumentError) return error;
  if (error instanceof AssayError && error.code === "UNSUPPORTED_FILE_TYPE")
    return { code: error.code, message: error.message };
  if (stage === "PARSING" && error instanceof Error && error.name === "TimeoutError")
    return { code: "EXTRACTION_TIMEOUT", message: "Cannot read the file within the time limit for one file" };
  return undefined;
}

function recordIngestion(tx: Transaction, job: Job, action: `corpus_ingestion.${string}`): Promise<void> {
  return recordAudit(tx, systemActor(job.tenantId), {
    action,
    objectType: "corpus_ingestion",
    objectId: job.subjectId,
  });
}

export const now = sql`now()`;
