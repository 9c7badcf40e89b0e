import { chunks, chunkVectors, chunkWeights, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { enqueue, type Job } from "../../jobs/job.ts";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import { getRetrievalVersion } from "../../retrieval-versions/retrieval-versions.ts";
import { ACTIVATION_LOCK } from "../../retrieval-versions/vector-coverage.ts";
import { advanceDocument, stageJob } from "./advance.ts";
import { isPending, vectorOf, weightsOfChunk } from "./embed-document.ts";
import type { DocumentServices } from "./open-document.ts";

/** Makes the document available for assessment and tells the archive that it came from. */
export async function finishDocument(_: DocumentServices, { job }: Attempt): Promise<Outcome> {
  return {
    state: "done",
    async write(tx) {
      // The version in force may have changed since: no document becomes READY without what the version that counts searches by.
      await tx.execute(sql`select pg_advisory_xact_lock_shared(${ACTIVATION_LOCK})`);
      if (await isIncomplete(tx, job)) return enqueue(tx, [stageJob(job, "embed")]);
      return advanceDocument(tx, job);
    },
  };
}

async function isIncomplete(tx: Transaction, job: Job): Promise<boolean> {
  const version = await getRetrievalVersion(tx);
  const [missing] = await tx
    .select({ id: chunks.id })
    .from(chunks)
    .leftJoin(chunkVectors, vectorOf(version.embedderModel))
    .leftJoin(chunkWeights, weightsOfChunk(version))
    .where(and(eq(chunks.tenantId, job.tenantId), eq(chunks.documentId, job.subjectId), isPending(version)))
    .limit(1);
  return missing !== undefined;
}
