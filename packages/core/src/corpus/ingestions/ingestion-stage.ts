import { AssayError, DocumentError, FetchError, type IngestionFailureCode } from "@assay/contract";
import { corpusIngestions, guidanceChunks, type Transaction } from "@assay/db";
import { and, eq, notInArray, sql } from "drizzle-orm";
import { recordAudit } from "../../audit/record-audit.ts";
import type { DocumentServices } from "../../documents/document-stage.ts";
import { enqueue, type Job, type JobRef } from "../../jobs/job.ts";
import type { Attempt } from "../../jobs/stage.ts";
import type { Fetcher } from "../../ports/fetcher.ts";
import { systemActor } from "../../tenancy/context.ts";
import { asCatalog, inTenant } from "../../tenancy/transact.ts";
import { findIngestionRow } from "./read-ingestions.ts";
import type { IngestionRow } from "./to-ingestion.ts";

export interface IngestionServices extends DocumentServices {
  readonly fetcher: Fetcher;
}

export type IngestionStage = "FETCHING" | "PARSING" | "INDEXING" | "finish";

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

/** Moves an ingestion on, calls for the next stage, and records it in the tenant that asked for it. */
export async function advanceIngestion(
  tx: Transaction,
  job: Job,
  change: Change,
  { reached, next }: { reached: "fetching" | "parsing" | "indexing" | "completed"; next?: IngestionStage },
): Promise<JobRef[]> {
  if (!(await updateIngestion(tx, job.subjectId, change))) return [];
  const work = next
    ? await enqueue(tx, [{ tenantId: job.tenantId, kind: "ingestion", subjectId: job.subjectId, stage: next }])
    : [];
  await recordIngestion(tx, job, `corpus_ingestion.${reached}`);
  return work;
}

/** Ends an ingestion without a trace of guidance, and sees to its file. */
export async function failIngestion(tx: Transaction, job: Job, error: unknown): Promise<JobRef[]> {
  const failure = failureOf(error, job.stage as IngestionStage);
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
  const work = await enqueue(tx, [
    { tenantId: job.tenantId, kind: "ingestion", subjectId: job.subjectId, stage: "reclaim" },
  ]);
  await recordIngestion(tx, job, "corpus_ingestion.failed");
  return work;
}

const UNEXPECTED: Record<IngestionStage, { code: IngestionFailureCode; message: string }> = {
  FETCHING: { code: "FETCH_FAILED", message: "Cannot fetch the page: try again later" },
  PARSING: { code: "UNREADABLE_FILE", message: "Cannot read the file: give it in another format or try again" },
  INDEXING: { code: "EMBEDDING_FAILED", message: "Cannot embed the text: the embedding model failed; try again later" },
  finish: { code: "EMBEDDING_FAILED", message: "Cannot finish the ingestion: try again later" },
};

function failureOf(error: unknown, stage: IngestionStage): { code: IngestionFailureCode; message: string } {
  if (error instanceof FetchError || error instanceof DocumentError) return error;
  if (error instanceof AssayError && error.code === "UNSUPPORTED_FILE_TYPE")
    return { code: error.code, message: error.message };
  if (stage === "PARSING" && error instanceof Error && error.name === "TimeoutError")
    return { code: "EXTRACTION_TIMEOUT", message: "Cannot read the file within the time that one file may take" };
  return UNEXPECTED[stage];
}

function recordIngestion(tx: Transaction, job: Job, action: `corpus_ingestion.${string}`): Promise<void> {
  return recordAudit(tx, systemActor(job.tenantId), {
    action,
    objectType: "corpus_ingestion",
    objectId: job.subjectId,
  });
}

export const now = sql`now()`;
