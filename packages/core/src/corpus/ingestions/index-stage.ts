import { corpusIngestions, guidanceChunks, guidanceVectors, type Transaction } from "@assay/db";
import { and, count, eq, isNull, sql } from "drizzle-orm";
import { nothingLeft } from "../../documents/document-stage.ts";
import { enqueue } from "../../jobs/job.ts";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { findEmbedder } from "../find-models.ts";
import { getRetrievalVersion } from "../retrieval-versions.ts";
import { ACTIVATION_LOCK } from "../vector-coverage.ts";
import { embedGuidance } from "./embed-guidance.ts";
import { advanceIngestion, type IngestionServices, loadOpenIngestion, now } from "./ingestion-stage.ts";

/** Gives the chunks vectors of the embedder in force; progress is the chunks without one. */
export async function indexGuidance({ models, settings }: IngestionServices, attempt: Attempt): Promise<Outcome> {
  const { db, job } = attempt;
  if (!(await loadOpenIngestion(attempt))) return nothingLeft;
  const version = await inTenant({ db, tenantId: job.tenantId }, (tx) => getRetrievalVersion(tx));
  const embedder = findEmbedder(models, version.embedderModel);
  const whole = await embedGuidance(attempt, embedder, settings, eq(corpusIngestions.id, job.subjectId));
  if (!whole) return { state: "more", write: async () => [] };
  return {
    state: "done",
    write: (tx) =>
      enqueue(tx, [{ tenantId: job.tenantId, kind: "ingestion", subjectId: job.subjectId, stage: "finish" }]),
  };
}

/** Makes the guidance available for activation. */
export async function finishIngestion(attempt: Attempt): Promise<Outcome> {
  const { job } = attempt;
  if (!(await loadOpenIngestion(attempt))) return nothingLeft;
  return {
    state: "done",
    async write(tx) {
      // The embedder in force may have changed since: nothing is COMPLETED without vectors of the one that counts.
      await tx.execute(sql`select pg_advisory_xact_lock_shared(${ACTIVATION_LOCK})`);
      if (await lacksVectors(tx, job.subjectId))
        return enqueue(tx, [
          { tenantId: job.tenantId, kind: "ingestion", subjectId: job.subjectId, stage: "INDEXING" },
        ]);
      const [chunks] = await tx
        .select({ value: count() })
        .from(guidanceChunks)
        .where(eq(guidanceChunks.ingestionId, job.subjectId));
      return advanceIngestion(
        tx,
        job,
        { status: "COMPLETED", completedAt: now, chunkCount: chunks!.value },
        { reached: "completed" },
      );
    },
  };
}

async function lacksVectors(tx: Transaction, ingestionId: string): Promise<boolean> {
  const { embedderModel } = await getRetrievalVersion(tx);
  const [missing] = await tx
    .select({ id: guidanceChunks.id })
    .from(guidanceChunks)
    .leftJoin(
      guidanceVectors,
      and(eq(guidanceVectors.chunkId, guidanceChunks.id), eq(guidanceVectors.embedder, embedderModel)),
    )
    .where(and(eq(guidanceChunks.ingestionId, ingestionId), isNull(guidanceVectors.chunkId)))
    .limit(1);
  return missing !== undefined;
}
