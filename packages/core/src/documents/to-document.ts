import type { Document, DocumentPlace, DocumentWaiting, Recognition } from "@assay/contract";
import type { documents } from "@assay/db";

export type DocumentRow = typeof documents.$inferSelect;

export type CoverageRow = Pick<
  DocumentRow,
  "pages" | "pagesWithText" | "characters" | "chunkCount" | "pageStates" | "readingWarnings"
>;

/** Null for what has not been read. */
export function toCoverage(row: CoverageRow): Document["coverage"] {
  if (row.pages === null) return null;
  return {
    pages: row.pages,
    pagesWithText: row.pagesWithText ?? 0,
    characters: row.characters ?? 0,
    chunks: row.chunkCount ?? 0,
    states: row.pageStates,
    warnings: row.readingWarnings ?? [],
  };
}

/** What other tables say of a document. */
interface FoundIn {
  /** How far OCR is, where it reads the document now. */
  readonly recognition: Recognition | null;
  readonly waiting: DocumentWaiting | null;
  readonly heading: string | null;
  readonly places: readonly DocumentPlace[];
}

const UNREAD: FoundIn = { recognition: null, waiting: null, heading: null, places: [] };

/** Of one that is not read yet, without `found`. */
export function toDocument(row: DocumentRow, { recognition, waiting, heading, places }: FoundIn = UNREAD): Document {
  return {
    id: row.id,
    tenantId: row.tenantId,
    originalFilename: row.originalFilename,
    title: row.title,
    heading,
    fileType: row.fileType,
    status: row.status,
    sha256Hash: row.sha256Hash,
    sizeBytes: row.sizeBytes,
    parentDocumentId: row.parentDocumentId,
    places: [...places],
    replacesDocumentId: row.replacesDocumentId,
    supersededById: row.supersededById,
    retiredAt: row.retiredAt?.toISOString() ?? null,
    category: row.category,
    effectiveDate: row.effectiveDate,
    expiresAt: row.expiresAt,
    ownerId: row.ownerId,
    reviewBy: row.reviewBy,
    evidenceKind: row.evidenceKind,
    evidenceKindSource: row.evidenceKindSource,
    uploadedAt: row.uploadedAt.toISOString(),
    scannedAt: row.scannedAt?.toISOString() ?? null,
    extractedAt: row.extractedAt?.toISOString() ?? null,
    parsedAt: row.parsedAt?.toISOString() ?? null,
    indexedAt: row.indexedAt?.toISOString() ?? null,
    readyAt: row.readyAt?.toISOString() ?? null,
    failure: row.failureCode ? { stage: row.failureStage!, code: row.failureCode, message: row.failureMessage! } : null,
    coverage: toCoverage(row),
    recognition,
    waiting,
    encoding: row.textEncoding
      ? { name: row.textEncoding, source: row.encodingSource!, certainty: row.encodingCertainty! }
      : null,
    signatures: row.signatures ?? [],
    readerVersion: row.readerVersion,
    archive:
      row.memberCount === null
        ? null
        : {
            members: row.memberCount,
            skipped: (row.membersSkipped ?? []).map(({ name, reason, documentId }) => ({
              name,
              reason,
              ...(documentId === undefined ? {} : { documentId }),
            })),
          },
  };
}
