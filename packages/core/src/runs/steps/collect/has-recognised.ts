import { chunks, runDocuments, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import type { RunRow } from "../../to-run.ts";

/** Whether any evidence of a run was read from an image. */
export async function hasRecognised(tx: Transaction, { tenantId, id }: Pick<RunRow, "tenantId" | "id">) {
  const [row] = await tx
    .select({ id: chunks.id })
    .from(runDocuments)
    .innerJoin(chunks, and(eq(chunks.tenantId, runDocuments.tenantId), eq(chunks.documentId, runDocuments.documentId)))
    .where(
      and(
        eq(runDocuments.tenantId, tenantId),
        eq(runDocuments.runId, id),
        sql`${runDocuments.pageStates} ?| array['OCR', 'MIXED']`,
        eq(chunks.textSource, "OCR"),
      ),
    )
    .limit(1);
  return row !== undefined;
}
