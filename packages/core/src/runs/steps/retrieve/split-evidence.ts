import { oneRow, rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { type DocumentPart, type PartSizes, splitDocuments } from "../../../documents/split-documents.ts";

interface OfRun {
  readonly tenantId: string;
  readonly runId: string;
}

/** All of a run's evidence in parts of about so many chunks. */
export function splitEvidence(tx: Transaction, { tenantId, runId }: OfRun, sizes: PartSizes): Promise<DocumentPart[]> {
  const sized = sql`select document_id as id, coalesce(chunk_count, 0) as chunks
    from run_documents where tenant_id = ${tenantId} and run_id = ${runId}`;
  return splitDocuments(tx, sized, sizes);
}

/** Returns how many chunks a run's evidence has. */
export async function countEvidence(tx: Transaction, { tenantId, runId }: OfRun): Promise<number> {
  const rows = await rowsOf<{ chunks: number }>(
    tx,
    sql`select coalesce(sum(chunk_count), 0)::int as chunks from run_documents
      where tenant_id = ${tenantId} and run_id = ${runId}`,
  );
  return oneRow(rows).chunks;
}
