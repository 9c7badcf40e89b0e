import { corpusIngestions, guidanceChunks, guidanceVectors, oneRow, type Transaction } from "@assay/db";
import { and, count, eq, isNull, sql } from "drizzle-orm";
import { enqueue } from "../../jobs/job.ts";
import { type Attempt, nothingLeft, type Outcome } from "../../jobs/stage.ts";
import { listEmbeddersOf } from "../../retrieval-versions/embedders-in-use.ts";
import { findEmbedder } from "../../retrieval-versions/find-models.ts";
import { ACTIVATION_LOCK } from "../../retrieval-versions/vector-coverage.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { embedGuidance } from "./embed-guidance.ts";
import { advanceIngestion, enqueueNext, type IngestionServices, loadOpenIngestion, now } from "./open-ingestion.ts";
import type { IngestionRow } from "./to-ingestion.ts";

/** Gives the chunks vectors of each embedder that searches them; progress is the chunks without one. */
export async function indexGuidance({ models, settings }: IngestionServices, attempt: Attempt): Promise<Outcome> {
  const { db, job } = attempt;
  const ingestion = await loadOpenIngestion(attempt);
  if (!ingestion) return nothingLeft;
  const { ownerTenantId } = ingestion;
  const used = await inTenant({ db, tenantId: job.tenantId }, (tx) => listEmbeddersOf(tx, ownerTenantId));
  const how = { ...settings, isOfDeployment: ownerTenantId === null };
  for (const model of used) {
    const embedder = findEmbedder(models, model);
    const whole = await embedGuidance(attempt, embedder, how, eq(corpusIngestions.id, job.subjectId));
    if (!whole) return { state: "more", write: async () => [] };
  }
  return { state: "done", write: (tx) => enqueueNext(tx, job) };
}

/** Makes the guidance available for activation. */
export async function finishIngestion(_: IngestionServices, attempt: Attempt): Promise<Outcome> {
  const { job } = attempt;
  const ingestion = await loadOpenIngestion(attempt);
  if (!ingestion) return nothingLeft;
  return {
    state: "done",
    async write(tx) {
      // The active embedder may have changed since: nothing is COMPLETED without vectors of the one that counts.
      await tx.execute(sql`select pg_advisory_xact_lock_shared(${ACTIVATION_LOCK})`);
      if (await lacksVectors(tx, ingestion))
        return enqueue(tx, [
          { tenantId: job.tenantId, kind: "ingestion", subjectId: job.subjectId, stage: "INDEXING" },
        ]);
      const chunks = oneRow(
        await tx.select({ value: count() }).from(guidanceChunks).where(eq(guidanceChunks.ingestionId, job.subjectId)),
      );
      const change = { status: "COMPLETED", completedAt: now, chunkCount: chunks.value };
      return advanceIngestion(tx, job, "completed", change);
    },
  };
}

async function lacksVectors(tx: Transaction, { id, ownerTenantId }: IngestionRow): Promise<boolean> {
  for (const model of await listEmbeddersOf(tx, ownerTenantId)) {
    const [missing] = await tx
      .select({ id: guidanceChunks.id })
      .from(guidanceChunks)
      .leftJoin(
        guidanceVectors,
        and(eq(guidanceVectors.chunkId, guidanceChunks.id), eq(guidanceVectors.embedder, model)),
      )
      .where(and(eq(guidanceChunks.ingestionId, id), isNull(guidanceVectors.chunkId)))
      .limit(1);
    if (missing) return true;
  }
  return false;
}
