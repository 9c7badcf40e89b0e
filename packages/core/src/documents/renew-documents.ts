import { chunkTerms, chunkVectors, chunkWeights, documents, type Transaction } from "@assay/db";
import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { isOneOf } from "../is-one-of.ts";
import { enqueue, type JobRef } from "../jobs/job.ts";
import { getVersionOf } from "../retrieval-versions/retrieval-versions.ts";
import { isLive } from "./places/is-live.ts";
import { typeAs } from "./places/name-documents.ts";
import { resetDocuments, unsettleMembers } from "./reprocess-document.ts";
import { readingJob, stageJob } from "./stages/advance.ts";
import type { DocumentRow } from "./to-document.ts";

/**
 * Makes again what the names of documents say of them: what they are searched by, their kind, and all that was read where the name
 * is of another type. Their chunks stay otherwise. They are no evidence until READY: not to be called while a run may cite one.
 * A hundred in as many statements as one.
 */
export async function renewDocuments(
  tx: Transaction,
  tenantId: string,
  rows: readonly DocumentRow[],
): Promise<JobRef[]> {
  const [again, renamed] = [rows.filter(isOtherType), rows.filter((row) => !isOtherType(row))];
  for (let at = 0; at < again.length; at += BATCH) await resetDocuments(tx, tenantId, again.slice(at, at + BATCH));
  for (let at = 0; at < renamed.length; at += BATCH) await forgetNames(tx, tenantId, renamed.slice(at, at + BATCH));
  return enqueue(tx, [
    ...again.map(readingJob),
    ...renamed.map(({ id: subjectId }) => stageJob({ tenantId, subjectId }, "embed")),
  ]);
}

/** Documents whose chunks one statement removes: all of 10,000 would meet the time that a statement may take. */
const BATCH = 100;

const isOtherType = (row: DocumentRow) => row.readAs !== null && typeAs(row, row.readAs) !== row.fileType;

async function forgetNames(tx: Transaction, tenantId: string, rows: readonly DocumentRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  for (const table of [chunkWeights, chunkTerms])
    await tx.delete(table).where(and(eq(table.tenantId, tenantId), isOneOf(table.documentId, ids)));
  // Those of other embedders stay: a run that pins an earlier version would find nothing without them.
  const { embedderModel } = await getVersionOf(tx, tenantId);
  await tx
    .delete(chunkVectors)
    .where(
      and(
        eq(chunkVectors.tenantId, tenantId),
        isOneOf(chunkVectors.documentId, ids),
        eq(chunkVectors.embedder, embedderModel),
      ),
    );
  await tx
    .update(documents)
    .set({ status: "PARSED", indexedAt: null, readyAt: null, factsVersion: null, readAs: null })
    .where(and(eq(documents.tenantId, tenantId), isOneOf(documents.id, ids)));
  await unsettleMembers(tx, tenantId, rows);
}

/** All live documents of the tenant that have another name than they were read under, where no run may cite them: `lockEvidence`. */
export async function renewRenamed(
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
  return { ids: wanted.map(({ id }) => id), jobs: await renewDocuments(tx, tenantId, wanted) };
}

/** One that could not be read is read again where its name is of another type. */
export function mayDiffer(row: DocumentRow): boolean {
  if (row.readAs === null) return false;
  return row.status === "READY" || (row.status === "FAILED" && isOtherType(row));
}
