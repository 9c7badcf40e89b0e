import { chunks, chunkVectors, type Transaction } from "@assay/db";
import { and, eq, isNull, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { getRetrievalVersion } from "../corpus/retrieval-versions.ts";
import { ACTIVATION_LOCK } from "../corpus/vector-coverage.ts";
import { enqueue, type Job } from "../jobs/job.ts";
import type { Attempt, Outcome } from "../jobs/stage.ts";
import { systemActor } from "../tenancy/context.ts";
import { now, updateDocument } from "./document-stage.ts";
import { vectorOf } from "./embed-stage.ts";
import { settleMember } from "./settle-member.ts";

/** Makes the document available for assessment and tells the archive that it came from. */
export async function finishDocument({ job }: Attempt): Promise<Outcome> {
  return {
    state: "done",
    async write(tx) {
      // The embedder in force may have changed since: no document becomes READY without vectors of the one that counts.
      await tx.execute(sql`select pg_advisory_xact_lock_shared(${ACTIVATION_LOCK})`);
      if (await lacksVectors(tx, job))
        return enqueue(tx, [{ tenantId: job.tenantId, kind: "document", subjectId: job.subjectId, stage: "embed" }]);
      const document = await updateDocument(tx, job, { status: "READY", readyAt: now });
      if (!document) return;
      const ctx = systemActor(job.tenantId);
      const settled = document.parentDocumentId ? await settleMember(tx, ctx, document.parentDocumentId) : [];
      await recordAudit(
        tx,
        ctx,
        { action: "document.ready", objectType: "document", objectId: job.subjectId },
        ...settled,
      );
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
