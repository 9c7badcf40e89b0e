import { documents, insertInBatches, runDocuments, runDocumentsLeftOut, type Transaction } from "@assay/db";
import { and, asc, eq, sql } from "drizzle-orm";
import { isNoContainer } from "../../../documents/is-no-container.ts";
import { isLive } from "../../../documents/places/is-live.ts";
import { listPlaces } from "../../../documents/places/list-places.ts";
import type { RunRow } from "../../to-run.ts";

const isEvidence = sql`(${documents.status} = 'READY' and ${isNoContainer(documents.fileType)})`;

/** Fixes every live document of the tenant as it is now: the evidence, and what is omitted and why. Returns the evidence. */
export async function fixDocuments(tx: Transaction, run: RunRow) {
  const fixed = {
    tenantId: documents.tenantId,
    documentId: documents.id,
    originalFilename: documents.originalFilename,
    sha256Hash: documents.sha256Hash,
    fileType: documents.fileType,
    sizeBytes: documents.sizeBytes,
    category: documents.category,
    effectiveDate: documents.effectiveDate,
    expiresAt: documents.expiresAt,
    pages: documents.pages,
    pagesWithText: documents.pagesWithText,
    characters: documents.characters,
    chunkCount: documents.chunkCount,
    pageStates: documents.pageStates,
    readingWarnings: documents.readingWarnings,
  };
  const evidence = await tx
    .select({
      ...fixed,
      // With the kind that it says: one that was renamed while the run waited is made again later.
      originalFilename: sql<string>`coalesce(${documents.readAs}, ${documents.originalFilename})`,
      evidenceKind: documents.evidenceKind,
    })
    .from(documents)
    .where(and(eq(documents.tenantId, run.tenantId), isEvidence, isLive))
    .orderBy(asc(documents.id));
  const places = await listPlaces(
    tx,
    run.tenantId,
    evidence.map(({ documentId }) => documentId),
  );
  await insertInBatches(
    tx,
    runDocuments,
    evidence.map((document) => ({ ...document, runId: run.id, places: places.get(document.documentId) ?? null })),
  );
  const leftOut = await tx
    .select({
      ...fixed,
      reason: sql<typeof runDocumentsLeftOut.$inferSelect.reason>`case
        when not ${isNoContainer(documents.fileType)} then 'ARCHIVE'
        when ${documents.status} = 'FAILED' then ${documents.failureCode}
        else 'NOT_READY' end`,
    })
    .from(documents)
    .where(and(eq(documents.tenantId, run.tenantId), sql`not ${isEvidence}`, isLive))
    .orderBy(asc(documents.id));
  await insertInBatches(
    tx,
    runDocumentsLeftOut,
    leftOut.map((document) => ({ ...document, runId: run.id })),
  );
  return evidence.map(({ documentId: id, chunkCount }) => ({ id, chunkCount }));
}
