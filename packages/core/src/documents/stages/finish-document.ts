import { chunks, chunkVectors, type Transaction } from "@assay/db";
import { and, eq, isNull, sql } from "drizzle-orm";
import { enqueue, type Job } from "../../jobs/job.ts";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import { getRetrievalVersion } from "../../retrieval-versions/retrieval-versions.ts";
import { ACTIVATION_LOCK } from "../../retrieval-versions/vector-coverage.ts";
import { advanceDocument, stageJob } from "./advance.ts";
import { vectorOf } from "./embed-document.ts";
import type { DocumentServices } from "./open-document.ts";

/** Makes the document available for assessment and tells the archive that it came from. */
export async function finishDocument(_: DocumentServices, { job }: Attempt): Promise<Outcome> {
  return {
    state: "done",
    async write(tx) {
      // The embedder in force may have changed since: no document becomes READY without vectors of the one that counts.
      await tx.execute(sql`select pg_advisory_xact_lock_shared(${ACTIVATION_LOCK})`);
      if (await lacksVectors(tx, job)) return enqueue(tx, [stageJob(job, "embed")]);
      return advanceDocument(tx, job);
    },
  };
}

async function lacksVectors(tx: Transaction, job: Job): Promise<boolean> {
  const { embedderModel } = await getRetrievalVersion(tx);
  const [missing] = await tx
    .select({ id: chunks.id })
    .from(chunks)
    .leftJoin(chunkVectors, vectorOf(embedderModel))
    .where(and(eq(chunks.tenantId, job.tenantId), eq(chunks.documentId, job.subjectId), isNull(chunkVectors.chunkId)))
    .limit(1);
  return missing !== undefined;
}
