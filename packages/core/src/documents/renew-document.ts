import { chunkTerms, chunkVectors, chunkWeights, documents, type Transaction } from "@assay/db";
import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { enqueue, type JobRef } from "../jobs/job.ts";
import { getRetrievalVersion } from "../retrieval-versions/retrieval-versions.ts";
import { isLive } from "./places/is-live.ts";
import { typeAs } from "./places/name-documents.ts";
import { resetDocument, unsettleMember } from "./reprocess-document.ts";
import { readingJob, stageJob } from "./stages/advance.ts";
import type { DocumentRow } from "./to-document.ts";

/**
 * Makes again what the name of a document says of it: what it is searched by, its kind, and all that was read where the name is
 * of another type. Its chunks stay otherwise. It is no evidence until it is READY: not to be called while a run may cite it.
 */
export async function renewDocument(tx: Transaction, row: DocumentRow): Promise<JobRef[]> {
  const { tenantId, id, readAs, fileType } = row;
  if (readAs !== null && typeAs(row, readAs) !== fileType) {
    await resetDocument(tx, row, row.requestedEncoding);
    return enqueue(tx, [readingJob(row)]);
  }
  for (const table of [chunkWeights, chunkTerms])
    await tx.delete(table).where(and(eq(table.tenantId, tenantId), eq(table.documentId, id)));
  // Those of other embedders stay: a run that pins an earlier version would find nothing without them.
  const { embedderModel } = await getRetrievalVersion(tx);
  await tx
    .delete(chunkVectors)
    .where(
      and(
        eq(chunkVectors.tenantId, tenantId),
        eq(chunkVectors.documentId, id),
        eq(chunkVectors.embedder, embedderModel),
      ),
    );
  await tx
    .update(documents)
    .set({ status: "PARSED", indexedAt: null, readyAt: null, factsVersion: null, readAs: null })
    .where(and(eq(documents.tenantId, tenantId), eq(documents.id, id)));
  await unsettleMember(tx, row);
  return enqueue(tx, [stageJob({ tenantId, subjectId: id }, "embed")]);
}

/** All live documents of the tenant that have another name than they were read under, where no run may cite them: `lockEvidence`. */
export async function renewDocuments(
  tx: Transaction,
  tenantId: string,
): Promise<{ readonly ids: readonly string[]; readonly jobs: readonly JobRef[] }> {
  const rows = await tx
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.tenantId, tenantId),
        isNotNull(documents.readAs),
        inArray(documents.status, ["READY", "FAILED"]),
        isLive,
      ),
    )
    // As those that wait for documents lock them.
    .orderBy(desc(documents.id))
    .for("update");
  const wanted = rows.filter(mayDiffer);
  const jobs: JobRef[] = [];
  for (const row of wanted) jobs.push(...(await renewDocument(tx, row)));
  return { ids: wanted.map(({ id }) => id), jobs };
}

/** One that could not be read is read again where its name is of another type. */
export function mayDiffer(row: DocumentRow): boolean {
  if (row.readAs === null) return false;
  return row.status === "READY" || (row.status === "FAILED" && typeAs(row, row.readAs) !== row.fileType);
}
