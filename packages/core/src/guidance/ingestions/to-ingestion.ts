import type { CorpusIngestion } from "@assay/contract";
import type { corpusIngestions } from "@assay/db";

export type IngestionRow = typeof corpusIngestions.$inferSelect;

const at = (instant: Date | null) => instant?.toISOString() ?? null;

export function toIngestion(row: IngestionRow): CorpusIngestion {
  return {
    id: row.id,
    packId: row.packId,
    requestedByTenantId: row.requestedByTenantId,
    sourceKind: row.sourceKind,
    url: row.url,
    filename: row.filename,
    fileType: row.fileType,
    status: row.status,
    failure: row.failureCode ? { code: row.failureCode, message: row.failureMessage ?? "" } : null,
    sha256Hash: row.sha256Hash,
    sizeBytes: row.sizeBytes,
    chunkCount: row.chunkCount,
    pagesNotRead: row.pagesNotRead,
    createdAt: row.createdAt.toISOString(),
    fetchingAt: at(row.fetchingAt),
    parsingAt: at(row.parsingAt),
    indexingAt: at(row.indexingAt),
    completedAt: at(row.completedAt),
    failedAt: at(row.failedAt),
  };
}
