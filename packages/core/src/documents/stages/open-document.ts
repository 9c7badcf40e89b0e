import { documents, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import type { Job } from "../../jobs/job.ts";
import type { Attempt } from "../../jobs/stage.ts";
import type { FileStore } from "../../ports/file-store.ts";
import type { Models, OcrEngineCard, ScannerCard } from "../../ports/models.ts";
import type { TextExtractor } from "../../ports/text-extractor.ts";
import { inTenant } from "../../tenancy/transact.ts";
import type { DocumentSettings } from "../document-settings.ts";
import { findDocumentRow } from "../get-document.ts";
import type { DocumentRow } from "../to-document.ts";

export interface DocumentServices {
  readonly files: FileStore;
  /** Undefined where files are not scanned for malware. */
  readonly fileScanner?: ScannerCard | undefined;
  readonly extractor: TextExtractor;
  /** Undefined where OCR is off. */
  readonly ocrEngine?: OcrEngineCard | undefined;
  readonly models: Models;
  readonly settings: DocumentSettings;
}

/** The document of an attempt; undefined when it was deleted meanwhile. */
export function loadDocument({ db, job }: Pick<Attempt, "db" | "job">): Promise<DocumentRow | undefined> {
  return inTenant({ db, tenantId: job.tenantId }, (tx) => findDocumentRow(tx, job.tenantId, job.subjectId));
}

export type Change = Partial<typeof documents.$inferInsert> | Record<string, unknown>;

/** Undefined when the document was deleted meanwhile. */
export async function updateDocument(
  tx: Transaction,
  job: Job,
  change: Change,
): Promise<Pick<DocumentRow, "parentDocumentId"> | undefined> {
  const [row] = await tx
    .update(documents)
    .set(change)
    .where(and(eq(documents.tenantId, job.tenantId), eq(documents.id, job.subjectId)))
    .returning({ parentDocumentId: documents.parentDocumentId });
  return row;
}

export const now = sql`now()`;
